import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFragment } from '../../../test/support/boxes.ts'
import { validateMediaPlaylist } from '../../../test/support/hls.ts'
import { feed, hlsSource, only, shifted, until } from '../../../test/support/hls-source.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { EncryptionPlan, RenditionPlan } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import { ChannelStream } from './channel-stream.ts'
import { ConnectionStream } from './connection-stream.ts'
import { SegmentStore } from './segment-store.ts'

const PLAN: RenditionPlan = {
  ...{ segmentSeconds: 2, startTimeOffset: -2, audio: { bitRateBps: 96_000 } },
  video: { width: 320, height: 180, frameRate: 30, bitRateBps: 400_000, profile: 'high', segmentSeconds: 2 },
}
const LOW: RenditionPlan = { ...PLAN, lowLatency: true }
const SOUND: RenditionPlan = { ...LOW, video: null }
const logger = createLogger('silent')
const channelId = newId<ChannelId>()

interface Told {
  readonly path: string
  readonly playlist: LivePlaylist
  /** Files that were there. */
  readonly files: ReadonlySet<string>
}

let root: string
let told: Told[]
let files: Set<string>

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-low-latency-'))
  told = []
  files = new Set()
})
afterEach(() => rm(root, { recursive: true, force: true }))

function open(
  renditions: readonly RenditionPlan[],
  encryption: EncryptionPlan | null = null,
  directory = root,
  connectionId = newId<ConnectionId>(),
) {
  const clock = new ManualClock()
  const store = new SegmentStore({
    ...{ directory, logger },
    follower: {
      written: (path) => files.add(path),
      live: (path, playlist) => told.push({ path, playlist, files: new Set(files) }),
      removed: (path) => files.delete(path),
    },
  })
  const stream = new ConnectionStream({
    ...{ channelId, connectionId, renditions, encryption, store, clock, logger },
  })
  return { stream, store, clock, connectionId, folder: `${channelId}/${connectionId}` }
}

const partsOf = (text: string) =>
  [...text.matchAll(/^#EXT-X-PART:DURATION=([\d.]+),URI="([^"]+)"(,INDEPENDENT=YES)?$/gm)].map(
    ([, seconds, uri = '', independent]) => ({ seconds: Number(seconds), uri, independent: !!independent }),
  )
const toldOf = (path: string) => told.filter((one) => one.path === path).map(({ playlist }) => playlist)

describe('a connection of low latency', () => {
  it('lists its segments in parts, which have the same media', async () => {
    const source = await hlsSource({ seconds: 9, gopSeconds: 2, bFrames: 2, preset: 'veryfast' })
    const { stream, folder } = open([LOW])
    stream.setTracks(0, source.tracks)
    feed(stream, 0, source)
    await stream.end()

    const playlists = toldOf(`${folder}/r0.m3u8`)
    const listed = new Map<string, { seconds: number; independent: boolean }>()
    for (const { text } of playlists) for (const part of partsOf(text)) listed.set(part.uri, part)
    for (const number of [1, 2, 3]) {
      const whole = readFragment(await readFile(join(root, folder, `r0/${number}.m4s`)))
      const names = [...listed.keys()].filter((name) => name.startsWith(`r0/${number}.`))
      const parts = await Promise.all(
        names.map(async (n) => readFragment(await readFile(join(root, folder, n)))),
      )
      for (const trackId of [1, 2]) {
        const ofTrack = (file: typeof whole) => file.find((track) => track.trackId === trackId)
        const samples = (file: typeof whole) =>
          (ofTrack(file)?.samples ?? []).map(({ pts, data }) => ({ pts, data }))
        expect(parts.flatMap(samples)).toEqual(samples(whole))
        expect(ofTrack(parts[0] ?? [])?.startDts).toBe(ofTrack(whole)?.startDts)
        expect(ofTrack(parts.at(-1) ?? [])?.endDts).toBe(ofTrack(whole)?.endDts)
      }
      expect(names).toEqual([0, 1, 2, 3, 4, 5].map((part) => `r0/${number}.${part}.m4s`))
      expect(names.map((name) => listed.get(name)?.independent)).toEqual([
        true,
        ...names.slice(1).map(() => false),
      ])
    }
  })

  it('tells of each part once it is there, names the next one, and keeps to the target', async () => {
    const source = await hlsSource({ seconds: 15, gopSeconds: 2, fps: 25 })
    const { stream, folder } = open([LOW, SOUND])
    stream.setTracks(0, source.tracks)
    stream.setTracks(1, only(source, 'audio').tracks)
    for (const [i, { kind, unit }] of source.units.entries()) {
      stream.push(0, kind, unit)
      if (kind === 'audio') stream.push(1, kind, unit)
      if (i % 50 === 0) await new Promise(setImmediate)
    }
    await stream.end()
    expect(told.length).toBeGreaterThan(60)
    const hints = new Set<string>()
    const seen = new Set<string>()
    const begun = new Set<string>()
    for (const { path, playlist, files: there } of told) {
      const { text, hint, partTarget, openParts, openMsn, ended } = playlist
      const faults: string[] = []
      validateMediaPlaylist(text, `https://localhost/${path}`, faults)
      expect(faults).toEqual([])
      const segments = [...text.matchAll(/^r\d\/(\d+)\.m4s$/gm)].map(([, number]) => Number(number))
      expect(openMsn).toBe((segments.at(-1) ?? -1) + 1)
      const parts = partsOf(text)
      expect(parts.filter(({ uri }) => uri.includes(`/${openMsn}.`))).toHaveLength(openParts)
      for (const { uri, seconds } of parts) {
        expect(there).toContain(`${folder}/${uri}`)
        expect(seconds).toBeLessThanOrEqual(Number(partTarget.toFixed(5)))
        const name = `${folder}/${uri}`
        if (!seen.has(name) && begun.has(path)) expect(hints).toContain(name)
        seen.add(name)
      }
      begun.add(path)
      if (hint !== null) {
        expect(there).not.toContain(hint)
        expect(text).toContain(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${hint.slice(folder.length + 1)}"`)
        hints.add(hint)
      }
      const other = path.endsWith('r0.m3u8') ? 'r1.m3u8' : 'r0.m3u8'
      expect(text.includes(`#EXT-X-RENDITION-REPORT:URI="${other}"`)).toBe(!ended)
    }
    const last = toldOf(`${folder}/r0.m3u8`).at(-1)
    expect(last?.text).toMatch(/#EXT-X-ENDLIST\n$/)
    expect(last?.hint).toBeNull()
  })

  it('lists parts of the last three target durations, and leaves out in updates what players have', async () => {
    const source = await hlsSource({ seconds: 24, gopSeconds: 2, size: '160x90' })
    const { stream, folder } = open([LOW])
    stream.setTracks(0, source.tracks)
    feed(stream, 0, source)
    stream.flush()
    await stream.end()
    const before = toldOf(`${folder}/r0.m3u8`).findLast(({ ended, openParts }) => !ended && openParts === 0)
    if (!before?.delta) throw new Error('no delta update')
    const { text, delta } = before
    const inParts = new Set(partsOf(text).map(({ uri }) => uri.replace(/\.\d+\.m4s$/, '.m4s')))
    const segments = [...text.matchAll(/^r0\/\d+\.m4s$/gm)].map(([uri]) => uri)
    expect([...inParts]).toEqual(segments.slice(-2))
    // Six target durations stay.
    expect(delta).toContain(`#EXT-X-SKIP:SKIPPED-SEGMENTS=${segments.length - 7}\n`)
    expect([...delta.matchAll(/^r0\/\d+\.m4s$/gm)].map(([uri]) => uri)).toEqual(segments.slice(-7))
    expect(text.endsWith(delta.slice(delta.indexOf('#EXTINF')))).toBe(true)
  })

  it('writes the same files as any other, with its parts beside them, which go in time', async () => {
    const source = await hlsSource({ seconds: 20, gopSeconds: 2, size: '160x90' })
    const connectionId = newId<ConnectionId>()
    const write = async (plan: RenditionPlan, directory: string) => {
      const { stream, clock } = open([plan], null, directory, connectionId)
      stream.setTracks(0, source.tracks)
      for (const step of [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]) {
        clock.advance(2000)
        const part = until(source, step).units.filter((u) => !until(source, step - 2).units.includes(u))
        feed(stream, 0, { ...source, units: part })
        await waitFor(() => stream.segmentCount >= Math.min(step, 20) / 2 - 1 || null, 'its segments')
      }
      await stream.end()
      const folder = join(directory, channelId, connectionId)
      const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map(({ name, parentPath }) => join(parentPath, name).slice(folder.length + 1))
      return { folder, names: names.toSorted() }
    }
    const plain = await write(PLAN, join(root, 'plain'))
    const low = await write(LOW, join(root, 'low'))
    const isPart = (name: string) => /\d+\.\d+\.m4s$/.test(name)
    expect(low.names.filter((name) => !isPart(name))).toEqual(plain.names)
    for (const name of plain.names) {
      expect(await readFile(join(low.folder, name))).toEqual(await readFile(join(plain.folder, name)))
    }
    // Three target durations listed, three more and one to be loaded; then they are gone.
    const numbers = new Set(
      low.names.filter(isPart).map((name) => Number(/(\d+)\.\d+\.m4s$/.exec(name)?.[1])),
    )
    expect(Math.min(...numbers)).toBeGreaterThan(0)
    expect(Math.max(...numbers)).toBe(9)
  })

  it('encrypts each part by itself, with the IV of its segment', async () => {
    const source = await hlsSource({ seconds: 5, gopSeconds: 2, size: '160x90' })
    const keyHex = '000102030405060708090a0b0c0d0e0f'
    const { stream, folder } = open([LOW], { keyHex, keyUri: 'https://keys.example/?kid=1' })
    stream.setTracks(0, source.tracks)
    feed(stream, 0, source)
    await stream.end()
    const text = toldOf(`${folder}/r0.m3u8`).at(-1)?.text ?? ''
    let iv = ''
    let count = 0
    for (const line of text.split('\n')) {
      iv = /^#EXT-X-KEY:METHOD=AES-128,.*IV=0x([0-9a-f]{32})$/.exec(line)?.[1] ?? iv
      const uri = partsOf(line)[0]?.uri
      if (uri === undefined) continue
      const decipher = createDecipheriv('aes-128-cbc', Buffer.from(keyHex, 'hex'), Buffer.from(iv, 'hex'))
      const bytes = await readFile(join(root, folder, uri))
      const clear = Buffer.concat([decipher.update(bytes), decipher.final()])
      expect(readFragment(clear)[0]?.samples.length).toBeGreaterThan(0)
      count += 1
    }
    expect(count).toBeGreaterThan(6)
  })

  it('says that a part is no longer than it may be where its last picture stands', async () => {
    const source = await hlsSource({ seconds: 6, gopSeconds: 2, size: '160x90' })
    const { stream, folder } = open([LOW])
    stream.setTracks(0, only(source, 'video').tracks)
    // Every picture between 2.5 and 3.5 s is lost.
    const units = only(source, 'video').units.filter(({ unit }) => unit.pts < 225_000 || unit.pts >= 315_000)
    feed(stream, 0, { ...source, units })
    await stream.end()
    const playlists = toldOf(`${folder}/r0.m3u8`)
    const all = playlists.flatMap(({ text }) => partsOf(text))
    expect(all.some(({ seconds }) => seconds === Number(playlists[0]?.partTarget.toFixed(5)))).toBe(true)
    for (const { seconds } of all) expect(seconds).toBeLessThanOrEqual(0.33484)
  })
})

describe("the channel's playlists", () => {
  it('go on in parts with the next connection, and promise nothing in between', async () => {
    const source = await hlsSource({ seconds: 5, gopSeconds: 2, size: '160x90' })
    const first = open([LOW])
    const channel = new ChannelStream({ channelId, store: first.store, clock: first.clock, logger })
    const send = (stream: ConnectionStream, at: number) => {
      stream.setTracks(0, source.tracks)
      feed(stream, 0, shifted(source, at))
    }
    channel.follow(first.stream)
    send(first.stream, 0)
    first.stream.flush()
    await first.stream.end()
    const path = `${channelId}/r0.m3u8`
    await waitFor(() => toldOf(path).at(-1)?.hint === null, 'the pause')
    const beforeCount = toldOf(path).length

    const second = open([LOW])
    channel.follow(second.stream)
    send(second.stream, 0)
    second.stream.flush()
    await second.stream.end()
    await channel.end()
    const after = toldOf(path).slice(beforeCount)
    expect(after.some(({ hint }) => hint?.startsWith(`${channelId}/${second.connectionId}/r0/`))).toBe(true)
    const shown = after.find(({ openParts }) => openParts > 0)
    const parts = partsOf(shown?.text ?? '').map(({ uri }) => uri.split('/')[0])
    expect(new Set(parts)).toEqual(new Set([first.connectionId, second.connectionId]))
    const discontinuity = shown?.text.indexOf('#EXT-X-DISCONTINUITY\n') ?? -1
    expect(discontinuity).toBeGreaterThan(0)
    expect(shown?.text.indexOf(second.connectionId)).toBeGreaterThan(discontinuity)
    for (const { text } of toldOf(path)) {
      const faults: string[] = []
      validateMediaPlaylist(text, `https://localhost/${path}`, faults)
      expect(faults).toEqual([])
    }
    expect(toldOf(path).at(-1)).toMatchObject({ ended: true, hint: null })
  })
})
