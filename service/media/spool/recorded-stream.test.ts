import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countFrames, validateMediaPlaylist } from '../../../test/support/hls.ts'
import { feed, hlsSource, only, shifted, until } from '../../../test/support/hls-source.ts'
import type { HlsSource } from '../../../test/support/hls-source.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { troubledDisk } from '../../../test/support/spool-disk.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { EncryptionPlan, RenditionPlan } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { ConnectionStream } from '../hls/connection-stream.ts'
import { SegmentStore } from '../hls/segment-store.ts'
import { readIndex } from './index-file.ts'
import { Backlog } from './backlog.ts'
import { Recorder } from './recorder.ts'
import { Turns } from '../../platform/turns.ts'

const PLAN: RenditionPlan = {
  segmentSeconds: 1,
  startTimeOffset: -2,
  video: { width: 320, height: 180, frameRate: 30, bitRateBps: 400_000, profile: 'high', segmentSeconds: 1 },
  audio: { bitRateBps: 96_000 },
}

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-recorded-'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** A connection of one rendition that is recorded. */
function open(encryption: EncryptionPlan | null = null, maximumWaitingBytes?: number) {
  const logger = createLogger('silent')
  const [channelId, connectionId] = [newId<ChannelId>(), newId<ConnectionId>()]
  const spool = join(root, 'spool')
  const disk = troubledDisk()
  const recorder = new Recorder({
    ...{ folder: spool, disk, turns: new Turns(2), backlog: new Backlog(), pid: process.pid, logger },
    ...(maximumWaitingBytes === undefined ? {} : { maximumWaitingBytes }),
    guard: { hasRoom: () => Promise.resolve(true) },
    onFile: () => undefined,
    onLost: () => undefined,
    onEnded: () => undefined,
  })
  const store = new SegmentStore({ directory: root, logger })
  const stream = new ConnectionStream({
    ...{ channelId, connectionId, renditions: [PLAN], encryption, store, clock: new ManualClock(), logger },
    taps: new Map([[0, recorder]]),
  })
  /** The segments of the playlist, decrypted. */
  const published = async () => {
    const folder = join(root, channelId, connectionId)
    const path = join(folder, 'r0.m3u8')
    const faults: string[] = []
    const playlist = validateMediaPlaylist(await readFile(path, 'utf8'), pathToFileURL(path).href, faults)
    expect(faults).toEqual([])
    const segments = (playlist?.segments ?? []).map(async (listed) => {
      const bytes = await readFile(join(folder, listed.uri))
      const init = await readFile(join(folder, listed.map.uri))
      return { listed, init, bytes: encryption ? decrypt(bytes, encryption, listed.key?.iv) : bytes }
    })
    return Promise.all(segments)
  }
  return { stream, recorder, disk, spool, published }
}

function decrypt(bytes: Buffer, { keyHex }: EncryptionPlan, iv: ArrayBufferLike | undefined): Buffer {
  const initial = Buffer.from(iv ?? new ArrayBuffer(0))
  const decipher = createDecipheriv('aes-128-cbc', Buffer.from(keyHex, 'hex'), initial)
  return Buffer.concat([decipher.update(bytes), decipher.final()])
}

/** What the spool has, segment by segment. */
async function recorded(spool: string) {
  const media = await readFile(join(spool, 'segments.bin'))
  const { segments } = await readIndex(spool)
  return Promise.all(
    segments.map(async (fact) => ({
      fact,
      init: await readFile(join(spool, `init-${fact.init}.mp4`)),
      bytes: media.subarray(fact.offset, fact.offset + fact.bytes),
    })),
  )
}

/** Frames of all segments that need one initialization segment. */
async function framesOf(segments: Awaited<ReturnType<typeof recorded>>, init: number): Promise<number> {
  const chosen = segments.filter(({ fact }) => fact.init === init)
  const path = join(root, 'joined.mp4')
  await writeFile(path, Buffer.concat([chosen[0]?.init ?? Buffer.alloc(0), ...chosen.map((s) => s.bytes)]))
  return countFrames(path)
}

const count = (source: HlsSource) => only(source, 'video').units.length

describe('what is recorded of a connection', () => {
  const key = { keyHex: '00112233445566778899aabbccddeeff', keyUri: 'https://keys.example/' }

  it.each([
    ['not encrypted', null],
    ['encrypted', key],
  ])('is, of a connection that is %s, byte for byte its clear segments', async (_, encryption) => {
    const source = await hlsSource({ seconds: 5, bFrames: 2, preset: 'veryfast' })
    const { stream, recorder, spool, published } = open(encryption)
    stream.setTracks(0, source.tracks)
    feed(stream, 0, source)
    await stream.end()
    await recorder.finish()
    const [live, spooled] = await Promise.all([published(), recorded(spool)])
    expect(live.length).toBe(5)
    expect(spooled.length).toBe(5)
    for (const [i, { listed, bytes, init }] of live.entries()) {
      const own = spooled[i]
      expect(own?.bytes.equals(bytes)).toBe(true)
      expect(own?.init.equals(init)).toBe(true)
      expect(own?.fact.durationSeconds).toBeCloseTo(listed.duration, 3)
      expect(own?.fact.programDateTime).toBe(listed.programDateTime?.getTime())
      expect(own?.fact.discontinuity).toBe(false)
    }
    expect(await framesOf(spooled, 0)).toBe(count(source))
    expect(await readIndex(spool)).toMatchObject({ ended: true, lost: { segments: 0 } })
  })

  it('has every frame of both when the tracks change', async () => {
    const [before, after] = await Promise.all([
      hlsSource({ seconds: 4 }),
      hlsSource({ seconds: 4, size: '160x90', sampleRate: 44_100 }),
    ])
    const { stream, recorder, spool } = open()
    stream.setTracks(0, before.tracks)
    feed(stream, 0, until(before, 3))
    stream.setTracks(0, after.tracks)
    feed(stream, 0, shifted(after, 4))
    await stream.end()
    await recorder.finish()
    const spooled = await recorded(spool)
    expect(spooled.filter(({ fact }) => fact.discontinuity).map(({ fact }) => fact.startSeconds)).toEqual([4])
    expect(await framesOf(spooled, 0)).toBe(count(until(before, 3)))
    expect(await framesOf(spooled, 1)).toBe(count(after))
  })

  it('misses what a full disk refused, while the playlist misses nothing', async () => {
    const source = await hlsSource({ seconds: 5 })
    const { stream, recorder, disk, spool, published } = open()
    stream.setTracks(0, source.tracks)
    disk.trouble = 'full'
    feed(stream, 0, until(source, 3.5))
    await waitFor(() => recorder.waitingBytes === 0, 'the disk')
    disk.trouble = 'none'
    feed(stream, 0, { ...source, units: source.units.slice(until(source, 3.5).units.length) })
    await stream.end()
    await recorder.finish()
    const [live, spooled] = await Promise.all([published(), recorded(spool)])
    expect(live.length).toBe(5)
    const { lost } = await readIndex(spool)
    expect(lost.segments).toBeGreaterThanOrEqual(2)
    expect(lost.segments + spooled.length).toBe(5)
    expect(live.slice(-spooled.length).map(({ bytes }) => bytes)).toEqual(spooled.map(({ bytes }) => bytes))
    expect(await framesOf(spooled, 0)).toBe(30 * spooled.length)
  })

  it('holds up nothing while the disk hangs', async () => {
    const source = await hlsSource({ seconds: 5 })
    const { stream, recorder, disk, spool, published } = open(null, 150_000)
    stream.setTracks(0, source.tracks)
    disk.trouble = 'hangs'
    feed(stream, 0, source)
    await stream.end()
    expect((await published()).length).toBe(5)
    expect(recorder.waitingBytes).toBeGreaterThan(0)
    expect(recorder.waitingBytes).toBeLessThanOrEqual(150_000)
    disk.trouble = 'none'
    await recorder.finish()
    const spooled = await recorded(spool)
    const { lost, ended } = await readIndex(spool)
    expect({ ended, all: lost.segments + spooled.length }).toEqual({ ended: true, all: 5 })
    expect(lost.segments).toBeGreaterThan(0)
  })
})
