import { createDecipheriv } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readFragment } from '../../../test/support/boxes.ts'
import { countFrames, probe, validateMediaPlaylist } from '../../../test/support/hls.ts'
import { feed, hlsSource, only, shifted, until } from '../../../test/support/hls-source.ts'
import type { HlsSource } from '../../../test/support/hls-source.ts'
import { SetClock } from '../../../test/support/set-clock.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { EncryptionPlan, RenditionPlan } from '../../contract/media.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { ConnectionStream } from './connection-stream.ts'
import { SegmentStore } from './segment-store.ts'

const PLAN: RenditionPlan = {
  segmentSeconds: 2,
  startTimeOffset: -2.5,
  video: { width: 320, height: 180, frameRate: 30, bitRateBps: 400_000, profile: 'high', segmentSeconds: 2 },
  audio: { bitRateBps: 96_000 },
}

let root: string
let clock: SetClock
let ready: number

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'airdesk-hls-'))
  clock = new SetClock()
  ready = 0
})
afterEach(() => rm(root, { recursive: true, force: true }))

function open(
  renditions: readonly RenditionPlan[],
  encryption: EncryptionPlan | null = null,
  firstNumber = 0,
) {
  const logger = createLogger('silent')
  const channelId = newId<ChannelId>()
  const connectionId = newId<ConnectionId>()
  const folder = join(root, channelId, connectionId)
  const store = new SegmentStore({ directory: root, logger })
  const stream = new ConnectionStream({
    ...{ channelId, connectionId, renditions, encryption, store, clock, logger, firstNumber },
    onReady: () => (ready += 1),
  })
  const playlist = async (rendition: number) => {
    const path = join(folder, `r${rendition}.m3u8`)
    const faults: string[] = []
    const text = await readFile(path, 'utf8')
    const parsed = validateMediaPlaylist(text, pathToFileURL(path).href, faults)
    expect(faults).toEqual([])
    if (!parsed) throw new Error('unreadable')
    return { path, text, parsed }
  }
  const fragments = async (rendition: number) => {
    const { parsed } = await playlist(rendition)
    return Promise.all(
      parsed.segments.map(async ({ uri }) => readFragment(await readFile(join(folder, uri)))),
    )
  }
  return { stream, folder, playlist, fragments }
}

const count = (source: HlsSource, kind: 'video' | 'audio') => only(source, kind).units.length

describe('a connection', () => {
  it('keeps every frame of a source with B-frames, readable for ffprobe and mediabunny', async () => {
    const source = await hlsSource({ seconds: 7, gopSeconds: 2, bFrames: 2, preset: 'veryfast' })
    const { stream, playlist, fragments, folder } = open([PLAN])
    stream.setTracks(0, source.tracks)
    feed(stream, 0, source)
    await stream.end()
    expect(ready).toBe(1)

    const { path, parsed, text } = await playlist(0)
    expect(parsed.endlist).toBe(true)
    expect(parsed.targetDuration).toBe(2)
    expect(parsed.segments.slice(0, 3).map(({ duration }) => duration)).toEqual([2, 2, 2])
    expect(text).toContain('#EXT-X-START:TIME-OFFSET=-2.5\n')
    expect(await countFrames(path)).toBe(count(source, 'video'))
    const { video, audio } = await probe(path)
    expect(video).toMatchObject({ codec: 'h264', profile: 'High', width: 320, height: 180, frameRate: 30 })
    expect(audio).toMatchObject({ codec: 'aac', sampleRate: 48_000, channels: 2 })
    // The block of sound that begins after the last picture ended may be missing.
    expect(count(source, 'audio') - (audio?.packets ?? 0)).toBeLessThanOrEqual(2)

    const all = await fragments(0)
    for (const trackId of [1, 2]) {
      const track = all.map((file) => file.find((part) => part.trackId === trackId))
      expect(track.slice(1).map((part) => part?.startDts)).toEqual(
        track.slice(0, -1).map((part) => part?.endDts),
      )
    }
    const expected = only(source, 'video').units.map(({ unit }) => unit.pts / 90_000 + clock.now() / 1000)
    expect(await mediabunnyTimes(folder, parsed)).toEqual(expected.toSorted((a, b) => a - b))
  })

  it('names its files from a number on, so that no name is used twice', async () => {
    const source = await hlsSource({ seconds: 3, gopSeconds: 1 })
    const { stream, playlist } = open([{ ...PLAN, segmentSeconds: 1 }], null, 4_000)
    stream.setTracks(0, source.tracks)
    feed(stream, 0, source)
    await stream.end()
    const { text, parsed } = await playlist(0)
    expect(parsed.segments.slice(0, 2).map(({ uri }) => uri)).toEqual(['r0/4000.m4s', 'r0/4001.m4s'])
    expect(parsed.mediaSequenceBase).toBe(0)
    expect(text).toContain('r0/init-4000.mp4')
    expect(text).not.toContain('#EXT-X-DISCONTINUITY\n')
  })

  it('cuts all renditions at the same instants, and sound alone within one block of them', async () => {
    const [large, small] = await Promise.all([
      hlsSource({ seconds: 7, gopSeconds: 2, bFrames: 2, preset: 'veryfast' }),
      hlsSource({ seconds: 7, gopSeconds: 2, fps: 15, size: '160x90' }),
    ])
    const soundPlan = { ...PLAN, video: null }
    const { stream, playlist, folder } = open([PLAN, PLAN, soundPlan])
    const sources = [large, small, only(large, 'audio')]
    for (const [rendition, source] of sources.entries()) {
      expect(await readdir(root)).toEqual([])
      stream.setTracks(rendition, source.tracks)
    }
    feed(stream, 0, large)
    feed(stream, 1, small)
    await Promise.resolve()
    expect(stream.ready).toBe(false)
    feed(stream, 2, only(large, 'audio'))
    await stream.end()
    expect(ready).toBe(1)
    const starts = async (rendition: number) =>
      (await playlist(rendition)).parsed.segments.map(
        ({ programDateTime }) => programDateTime?.getTime() ?? 0,
      )
    expect(await starts(1)).toEqual(await starts(0))
    const reference = await starts(0)
    for (const [i, start] of (await starts(2)).entries()) {
      expect(Math.abs(start - (reference[i] ?? 0))).toBeLessThanOrEqual(22)
    }
    const multivariant = await readFile(join(folder, 'index.m3u8'), 'utf8')
    expect(multivariant).toMatch(
      /CODECS="avc1\.64[0-9a-f]{4},mp4a\.40\.2",RESOLUTION=320x180,FRAME-RATE=30\.000\nr0/,
    )
    expect(multivariant).toMatch(/CODECS="mp4a\.40\.2"\nr2\.m3u8/)
  })

  it('is the same for sound that comes long before its pictures or after them', async () => {
    const source = await hlsSource({ seconds: 6, gopSeconds: 2 })
    const orders = [
      source.units,
      late(source, 'video', 1.5),
      late(source, 'audio', 0.7),
      [...only(source, 'audio').units, ...only(source, 'video').units],
    ]
    const results = []
    for (const units of orders) {
      const { stream, fragments } = open([PLAN])
      stream.setTracks(0, source.tracks)
      feed(stream, 0, { ...source, units })
      await stream.end()
      const all = await fragments(0)
      results.push(all.map((file) => file.map(({ startDts, samples }) => [startDts, samples.length])))
    }
    for (const result of results) expect(result).toEqual(results[0])
  })

  it('starts a new initialization segment after a discontinuity when its tracks change', async () => {
    const [before, after] = await Promise.all([
      hlsSource({ seconds: 4 }),
      hlsSource({ seconds: 4, size: '160x90', sampleRate: 44_100 }),
    ])
    const { stream, playlist, folder } = open([PLAN])
    stream.setTracks(0, before.tracks)
    feed(stream, 0, until(before, 3))
    stream.setTracks(0, after.tracks)
    feed(stream, 0, shifted(after, 4))
    await stream.end()
    const { parsed } = await playlist(0)
    expect(parsed.segments.map(({ discontinuity }) => Boolean(discontinuity))).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(new Set(parsed.segments.map(({ map }) => map.uri))).toEqual(
      new Set(['r0/init-0.mp4', 'r0/init-1.mp4']),
    )
    expect(parsed.segments.map(({ duration }) => Number(duration.toFixed(2)))).toEqual([2, 1, 2, 2])
    // ffmpeg 5.1 takes only the first initialization segment of a playlist.
    expect(await countFrames(await joined(folder, parsed, 'r0/init-0.mp4'))).toBe(90)
    expect(await countFrames(await joined(folder, parsed, 'r0/init-1.mp4'))).toBe(count(after, 'video'))
    expect(await readFile(join(folder, 'index.m3u8'), 'utf8')).toContain('RESOLUTION=160x90')
  })

  it('encrypts every segment with an IV of its own, as ffmpeg and node:crypto understand it', async () => {
    const source = await hlsSource({ seconds: 6, gopSeconds: 2 })
    const key = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
    const keyUri = `data:application/octet-stream;base64,${key.toString('base64')}`
    const encryption = { keyHex: key.toString('hex'), keyUri }
    const { stream, playlist, folder } = open([PLAN, { ...PLAN, video: null }], encryption)
    stream.setTracks(0, source.tracks)
    stream.setTracks(1, only(source, 'audio').tracks)
    feed(stream, 0, source)
    feed(stream, 1, only(source, 'audio'))
    await stream.end()
    const { parsed, path, text } = await playlist(0)
    const other = await playlist(1)
    const ivs = [...(text + other.text).matchAll(/IV=0x([0-9a-f]{32})/g)].map(([, iv]) => iv)
    expect(new Set(ivs).size).toBe(parsed.segments.length + other.parsed.segments.length)
    for (const { uri, key: listed } of parsed.segments) {
      const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(listed?.iv ?? new ArrayBuffer(0)))
      const clear = Buffer.concat([decipher.update(await readFile(join(folder, uri))), decipher.final()])
      expect(readFragment(clear).map(({ trackId }) => trackId)).toEqual([1, 2])
    }
    expect(await countFrames(path)).toBe(count(source, 'video'))
  })

  it('leaves out a rendition that the source can not give', async () => {
    const source = only(await hlsSource({ seconds: 4 }), 'audio')
    const { stream, playlist, folder } = open([PLAN, { ...PLAN, audio: null }])
    stream.setTracks(0, source.tracks)
    stream.setTracks(1, [])
    feed(stream, 0, source)
    await stream.end()
    expect((await playlist(0)).parsed.endlist).toBe(true)
    const multivariant = await readFile(join(folder, 'index.m3u8'), 'utf8')
    expect(multivariant.match(/\.m3u8/g)).toEqual(['.m3u8'])
    expect(ready).toBe(1)
  })
})

describe('a track that does not come', () => {
  it('is waited for a while, then the other goes on alone; its return is a discontinuity', async () => {
    const source = await hlsSource({ seconds: 10, gopSeconds: 1 })
    const { stream, playlist, fragments } = open([PLAN])
    stream.setTracks(0, source.tracks)
    // Pictures stop at 3 s and are back at 8 s; sound goes on.
    for (const u of source.units) {
      const seconds = u.unit.dts / (u.kind === 'video' ? 90_000 : 48_000)
      clock.advance(8)
      if (u.kind === 'audio') clock.advance(14)
      if (u.kind === 'video' && seconds >= 3 && seconds < 9) continue
      stream.push(0, u.kind, u.unit)
    }
    await stream.end()
    const { parsed, path } = await playlist(0)
    const tracks = (await fragments(0)).map((file) => file.map(({ trackId }) => trackId).join())
    expect(tracks[0]).toBe('1,2')
    expect(tracks).toContain('2')
    expect(tracks.at(-1)).toBe('1,2')
    expect(parsed.segments.filter(({ discontinuity }) => discontinuity).length).toBe(2)
    expect(await countFrames(path, { kind: 'audio' })).toBeGreaterThan(460)
  })

  it('is not shown behind newer sound, where the last of it comes after the pause', async () => {
    const source = await hlsSource({ seconds: 10, gopSeconds: 1 })
    const { stream, playlist, fragments } = open([PLAN])
    stream.setTracks(0, source.tracks)
    const isVideo = ({ kind }: HlsSource['units'][number]) => kind === 'video'
    // The pictures of the 3rd second come with those of the 9th; none are in between.
    const late = source.units.filter((u) => isVideo(u) && Math.floor(u.unit.dts / 90_000) === 2)
    const before = source.units.filter((u) => !isVideo(u) || u.unit.dts < 2 * 90_000)
    const back = source.units.filter((u) => isVideo(u) && u.unit.dts >= 8 * 90_000)
    const seconds = ({ kind, unit }: HlsSource['units'][number]) =>
      unit.dts / (kind === 'video' ? 90_000 : 48_000)
    const send = (units: HlsSource['units']) => {
      for (const { kind, unit } of units) {
        if (kind === 'audio') clock.advance(22)
        stream.push(0, kind, unit)
      }
    }
    send(before.filter((u) => seconds(u) < 8))
    send(late)
    send([...before.filter((u) => seconds(u) >= 8), ...back].toSorted((a, b) => seconds(a) - seconds(b)))
    await stream.end()
    const { parsed } = await playlist(0)
    const listed = parsed.segments.map(({ programDateTime, duration }) => ({
      start: (programDateTime?.getTime() ?? 0) / 1000,
      duration,
    }))
    for (const [i, { start, duration }] of listed.slice(0, -1).entries()) {
      expect(Math.abs((listed[i + 1]?.start ?? 0) - start - duration)).toBeLessThan(0.05)
    }
    const tracks = (await fragments(0)).map((file) => file.map(({ trackId }) => trackId).join())
    expect(new Set(tracks)).toEqual(new Set(['1,2', '2']))
    expect(tracks.at(-1)).toBe('1,2')
  })

  it.each(['video', 'audio'] as const)('%s that never comes does not block the other', async (missing) => {
    const source = await hlsSource({ seconds: 10 })
    const { stream, fragments } = open([PLAN])
    stream.setTracks(0, source.tracks)
    const other = missing === 'video' ? 'audio' : 'video'
    for (const { kind, unit } of only(source, other).units) {
      clock.advance(22)
      stream.push(0, kind, unit)
    }
    await stream.end()
    const tracks = (await fragments(0)).flatMap((file) => file.map(({ trackId }) => trackId))
    expect(tracks.length).toBeGreaterThanOrEqual(5)
    expect(new Set(tracks)).toEqual(new Set([missing === 'video' ? 2 : 1]))
  })
})

describe("files of segments that have left the playlist, where the computer's clock is set", () => {
  it.each([
    ['back', -3_600_000],
    ['ahead', 3_600_000],
  ])('go when they would have gone (%s)', async (_what, by) => {
    const source = only(await hlsSource({ seconds: 2, gopSeconds: 2 }), 'video')
    /** The first and the last file that is there after each segment. */
    const kept = async (set: number) => {
      clock.step = 0
      const { stream, folder } = open([{ ...PLAN, audio: null }])
      stream.setTracks(0, source.tracks)
      const ranges: string[] = []
      for (let segment = 0; segment < 50; segment++) {
        if (segment === 40) clock.step = set
        clock.advance(2000)
        feed(stream, 0, shifted(source, segment * 2))
        await stream.cut()
        const names = await readdir(join(folder, 'r0'))
        const numbers = names.filter((name) => name.endsWith('.m4s')).map((name) => parseInt(name, 10))
        ranges.push(`${Math.min(...numbers)} to ${Math.max(...numbers)}`)
      }
      return ranges
    }
    const before = await kept(0)
    expect(before.slice(-2)).toEqual(['18 to 48', '19 to 49'])
    expect(await kept(by)).toEqual(before)
  })
})

function late(source: HlsSource, kind: 'video' | 'audio', seconds: number) {
  const timescale = { video: 90_000, audio: 48_000 }
  const at = (u: HlsSource['units'][number]) =>
    u.unit.dts / timescale[u.kind] + (u.kind === kind ? seconds : 0)
  return source.units.toSorted((a, b) => at(a) - at(b))
}

interface Listed {
  readonly segments: readonly { readonly uri: string; readonly map: { readonly uri?: string } }[]
}

/** One file of an initialization segment and all segments that need it. */
async function joined(folder: string, { segments }: Listed, map: string): Promise<string> {
  const names = [map, ...segments.filter((s) => s.map.uri === map).map(({ uri }) => uri)]
  const path = join(folder, `${map.replace('/', '-')}.joined.mp4`)
  await writeFile(path, Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name))))))
  return path
}

async function mediabunnyTimes(folder: string, { segments }: Listed) {
  const times: number[] = []
  for (const { uri, map } of segments) {
    const file = Buffer.concat([
      await readFile(join(folder, map.uri ?? '')),
      await readFile(join(folder, uri)),
    ])
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(file) })
    const track = await input.getPrimaryVideoTrack()
    if (!track) throw new Error('mediabunny sees no video')
    for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp)
  }
  return times.toSorted((a, b) => a - b)
}
