import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import type { RenditionPlan } from '../../service/contract/media.ts'
import { readIndex } from '../../service/media/spool/index-file.ts'
import { newId } from '../../service/platform/ids.ts'
import { flashesAndBeeps } from '../support/flashes.ts'
import type { FlashesAndBeeps } from '../support/flashes.ts'
import { countFrames, probe, validatePlaylists } from '../support/hls.ts'
import { relay, startRelayIngest } from '../support/relay-ingest.ts'
import type { RelayIngest, TestRelay } from '../support/relay-ingest.ts'
import { later, relaySource, without } from '../support/relay-source.ts'
import type { RelayedFrame } from '../support/relay-source.ts'
import { waitFor } from '../support/wait-for.ts'

const plan = (height: number, segmentSeconds = 2): RenditionPlan => ({
  segmentSeconds,
  startTimeOffset: -2,
  video: {
    ...{
      width: (height * 16) / 9,
      height,
      frameRate: 30,
      bitRateBps: 300_000,
      profile: 'main',
      segmentSeconds,
    },
  },
  audio: { bitRateBps: 96_000 },
})
/** Times as fast as live; what waits by the clock waits that much more media. */
const SPEED = 4

let ingest: RelayIngest
/** A connection that nobody sends. */
const forgotten = newId<ConnectionId>()

beforeAll(async () => {
  ingest = await startRelayIngest()
  const nobody = { channelId: newId<ChannelId>(), connectionId: forgotten }
  await ingest.fleet.openRelay({ ...nobody, renditions: [plan(180)], encryption: null, recordings: [] })
})
afterAll(() => ingest.stop())

/** Sends everything, ends the client's broadcast and waits until its playlists have their end mark. */
async function whole(plans: RenditionPlan[], frames: RelayedFrame[]): Promise<TestRelay> {
  const opened = await ingest.open(plans)
  await relay(opened.peer, frames, SPEED)
  return end(opened)
}

async function end(opened: TestRelay): Promise<TestRelay> {
  opened.peer.send({ type: 'end' })
  opened.peer.close()
  const { connectionId, channelId } = opened
  const closed = await waitFor(
    () => ingest.closed.find((one) => one.connectionId === connectionId),
    'the end',
  )
  expect(closed.reason).toBe('client-closed')
  // The last pictures may take longer than the call may.
  await ingest.fleet.closeChannel(channelId, 'channel-deleted').catch(() => undefined)
  await waitFor(() => ingest.ended.has(connectionId), 'the end mark')
  return opened
}

/** Each flash that has a beep within half a second, by how much the beep is late. */
function distances({ flashes, beeps }: FlashesAndBeeps): number[] {
  return flashes.flatMap((flash) => {
    const near = beeps.filter((beep) => Math.abs(beep - flash) < 0.5)
    return near.map((beep) => beep - flash)
  })
}

/** What is known of a kind before any of it has come. */
function announced(kind: 'video' | 'audio'): RelayedFrame {
  const nothing = { decoderConfig: new Uint8Array() }
  const video = { kind: 'video', codec: 'h264', width: 0, height: 0, ...nothing } as const
  const audio = { kind: 'audio', codec: 'opus', sampleRate: 48_000, channels: 2, ...nothing } as const
  return { at: 0, frame: { type: 'source', source: kind === 'video' ? video : audio } }
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
const wholeSeconds = (times: readonly number[]) => times.map((time) => Math.round(time))
const steps = (times: readonly number[]) => times.slice(1).map((time, i) => time - (times[i] ?? 0))

describe('a WebRTC connection', () => {
  it('of VP8: sound comes late, each kind is muted for 6 s, and the size changes', async () => {
    const [small, large] = await Promise.all([
      relaySource({ seconds: 11, size: '160x90', fps: 15 }),
      relaySource({ seconds: 9, size: '240x180', fps: 15 }),
    ])
    const video = without([...small.video, ...later(large.video, 11_000)], 5_000, 11_000)
    const sound = [...small.audio, ...later(large.audio, 11_000)]
    const audio = without(without(sound, 0, 3_000), 12_000, 18_000)
    const { playlist, connectionId } = await whole([plan(180), plan(90)], [...video, ...audio])

    const { faults, media } = await validatePlaylists(playlist)
    expect(faults).toEqual([])
    for (const one of media) {
      expect(one.text).not.toContain('#EXT-X-DISCONTINUITY\n')
      expect(one.playlist.segments.map(({ duration }) => duration)).toEqual(Array<number>(10).fill(2))
    }
    const url = media[0]?.url ?? ''
    const probed = await probe(url)
    expect(probed.video).toMatchObject({ codec: 'h264', width: 320, height: 180 })
    expect(probed.audio).toMatchObject({ codec: 'aac', sampleRate: 48_000 })

    const seen = await flashesAndBeeps(url)
    expect(seen.pictures).toHaveLength(20 * 30)
    expect(Math.max(...steps(seen.pictures))).toBeLessThan(0.05)
    expect(Math.max(...steps(seen.sounds))).toBeLessThan(0.03)
    expect(wholeSeconds(seen.flashes)).toEqual([...range(0, 4), ...range(11, 19)])
    expect(wholeSeconds(seen.beeps)).toEqual([...range(3, 11), ...range(18, 19)])
    expect(Math.max(...distances(seen).map(Math.abs))).toBeLessThan(0.08)

    const stats = ingest.stats.get(connectionId)
    expect(stats).toMatchObject({
      video: { width: 240, height: 180, profile: 'VP8' },
      audio: { sampleRate: 48_000, channels: 2 },
      ...{ transcoderRestarts: 0, passthrough: false },
    })
    expect(stats?.receivedBytes).toBeGreaterThan(10_000)
  })

  it.each(['h264', 'vp9', 'av1'] as const)(
    'of %s that changes its size',
    { tags: 'nightly' },
    async (codec) => {
      const [small, large] = await Promise.all([
        relaySource({ codec, seconds: 2 }),
        relaySource({ codec, seconds: 2, size: '480x360' }),
      ])
      const frames = [...small.video, ...small.audio, ...later([...large.video, ...large.audio], 2_000)]
      const { playlist } = await whole([plan(180)], frames)
      const { faults, media } = await validatePlaylists(playlist)
      expect(faults).toEqual([])
      const seen = await flashesAndBeeps(media[0]?.url ?? '')
      expect(seen.pictures).toHaveLength(4 * 30)
      expect(wholeSeconds(seen.flashes)).toEqual(range(0, 3))
      expect(Math.max(...distances(seen).map(Math.abs))).toBeLessThan(0.08)
    },
  )

  it('is recorded, clear also where its playlists are encrypted', async () => {
    const source = await relaySource({ seconds: 4 })
    const encryption = { keyHex: '00112233445566778899aabbccddeeff', keyUri: 'https://keys.example/' }
    const opened = await ingest.open([plan(180), plan(90)], { encryption, recorded: true })
    await relay(opened.peer, [...source.video, ...source.audio], SPEED)
    await end(opened)
    expect(opened.recordings).toHaveLength(2)
    for (const folder of opened.recordings) {
      await waitFor(async () => (await readIndex(folder)).ended, 'all of the recording on disk')
      expect(await readIndex(folder)).toMatchObject({ ended: true, lost: { segments: 0 } })
      const movie = join(folder, 'joined.mp4')
      const parts = ['init-0.mp4', 'segments.bin'].map((name) => readFile(join(folder, name)))
      await writeFile(movie, Buffer.concat(await Promise.all(parts)))
      expect(await countFrames(movie)).toBe(4 * 30)
    }
  })

  it.each(['video', 'audio'] as const)('that only ever sends %s', async (kind) => {
    const source = await relaySource({ codec: 'h264', seconds: 4 })
    const { playlist } = await whole([plan(180)], source[kind])
    const { faults, media } = await validatePlaylists(playlist)
    expect(faults).toEqual([])
    const { video, audio } = await probe(media[0]?.url ?? '')
    expect([video !== null, audio !== null]).toEqual([kind === 'video', kind === 'audio'])
  })

  it.each(['video', 'audio'] as const)(
    'in which %s begins late: black or silent until then',
    async (kind) => {
      const [all, last] = await Promise.all([
        relaySource({ codec: 'h264', seconds: 8 }),
        relaySource({ codec: 'h264', seconds: 2 }),
      ])
      const other = all[kind === 'video' ? 'audio' : 'video']
      const late = later(last[kind], 6_000)
      const { playlist } = await whole([plan(180)], [...other, announced(kind), ...late])
      const { faults, media } = await validatePlaylists(playlist)
      expect(faults).toEqual([])
      const [one] = media
      expect(one?.text).not.toContain('#EXT-X-DISCONTINUITY\n')
      expect(one?.playlist.segments.map(({ duration }) => duration)).toEqual([2, 2, 2, 2])
      const { flashes, beeps } = await flashesAndBeeps(one?.url ?? '')
      const [early, begun] = kind === 'video' ? [beeps, flashes] : [flashes, beeps]
      expect(wholeSeconds(early)).toEqual(range(0, 7))
      expect(wholeSeconds(begun)).toEqual([6, 7])
    },
  )

  it('whose SFU process never comes is closed', async () => {
    await waitFor(() => ingest.closed.some((closed) => closed.connectionId === forgotten), 'the close')
    expect(ingest.closed.find((closed) => closed.connectionId === forgotten)).toEqual({
      ...{ connectionId: forgotten, reason: 'client-lost', receivedBytes: 0 },
    })
  })
})
