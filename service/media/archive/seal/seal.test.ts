import { createHash } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findBoxes, readBoxes } from '../../../../test/support/boxes.ts'
import { probe, validateMediaPlaylist } from '../../../../test/support/hls.ts'
import { hlsSource, only, secondsOf, shifted, until } from '../../../../test/support/hls-source.ts'
import type { HlsSource } from '../../../../test/support/hls-source.ts'
import {
  continuousParts,
  decodeMovie,
  digestOf,
  samplesOfMovie,
  samplesOfSegments,
} from '../../../../test/support/movie.ts'
import type { MovieSamples } from '../../../../test/support/movie.ts'
import { SPOOL_START, writeSpool } from '../../../../test/support/spool.ts'
import type { SpoolOptions } from '../../../../test/support/spool.ts'
import { readIndex, segmentFileName, SEGMENTS_NAME } from '../../spool/index-file.ts'
import { movieSource, sealRecording } from './seal.ts'

const KINDS = ['video', 'audio'] as const
const B_FRAMES = { seconds: 7, gopSeconds: 2, bFrames: 2, preset: 'veryfast' } as const
const FRAME_SECONDS = 1 / 30
const BLOCK_SECONDS = 1024 / 48_000

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'airdesk-seal-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Writes a spool and seals it: every frame of its segments is in the movie, at its own time. */
async function record(sources: readonly HlsSource[], options: SpoolOptions = {}) {
  const segments = await writeSpool(folder, sources, options)
  const tracks = sources.flatMap((source) => source.tracks)
  const timescale = (kind: string) => tracks.find((track) => track.kind === kind)?.timescale ?? 1
  const timescales = { video: timescale('video'), audio: timescale('audio') }
  return check(
    samplesOfSegments(
      segments.map(({ file }) => file.bytes),
      timescales,
    ),
  )
}

async function check(expected: MovieSamples) {
  const { movie, sealed } = await checkMovie(expected)
  const playlist = await checkPlaylist(expected)
  const { files, durationSeconds } = sealed
  const md5 = createHash('md5').update(playlist).digest('hex')
  const shared = { offset: 0 }
  expect(files).toEqual([
    { ...shared, kind: 'playlist', name: 'index.m3u8', bytes: playlist.length, md5, durationSeconds: 0 },
    {
      ...shared,
      kind: 'movie',
      name: 'recording.mp4',
      bytes: movie.length,
      md5: md5Of(movie),
      durationSeconds,
    },
  ])
  return { sealed, movie, playlist, expected }
}

const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex')
const moviePath = () => join(folder, 'recording.mp4')
const playlistPath = () => join(folder, 'index.m3u8')

async function checkMovie(expected: MovieSamples) {
  const sealed = await sealRecording(folder)
  const source = await movieSource(folder)
  const movie = Buffer.from(await source.read(0, source.size))
  await writeFile(moviePath(), movie)
  expect(readBoxes(movie).map(({ type }) => type)).toEqual(['ftyp', 'moov', 'mdat'])
  const found = await samplesOfMovie(movie)
  for (const kind of KINDS) {
    expect(digestOf(found[kind])).toBe(digestOf(expected[kind]))
    const late = found[kind].map(({ seconds }, i) => Math.abs(seconds - (expected[kind][i]?.seconds ?? NaN)))
    expect(late.length).toBe(expected[kind].length)
    expect(late.filter((by) => !(by < 0.0001))).toEqual([])
  }
  const [video, audio] = KINDS.map((kind) => expected[kind].length)
  const { duration, ...decoded } = await decodeMovie(moviePath())
  expect(decoded).toEqual({ video, audio, start: 0, complaints: [] })
  expect(Math.abs(duration - sealed.durationSeconds)).toBeLessThan(0.001)
  expect(sealed.videoFrames).toBe(expected.video.length)
  return { sealed, movie }
}

async function checkPlaylist(expected: MovieSamples): Promise<string> {
  const text = await readFile(playlistPath(), 'utf8')
  const faults: string[] = []
  const parsed = validateMediaPlaylist(text, pathToFileURL(playlistPath()).href, faults)
  expect(faults).toEqual([])
  expect(parsed).toMatchObject({ endlist: true, playlistType: 'VOD' })
  expect(text).not.toMatch(/EXT-X-(?:KEY|START)/)
  const segments = await readFile(join(folder, SEGMENTS_NAME))
  for (const { number, offset, bytes } of (await readIndex(folder)).segments) {
    await writeFile(join(folder, segmentFileName(number)), segments.subarray(offset, offset + bytes))
  }
  const counts = { video: 0, audio: 0 }
  for (const [i, part] of continuousParts(text).entries()) {
    const path = join(folder, `part-${i}.m3u8`)
    await writeFile(path, part)
    const { video, audio, complaints } = await decodeMovie(path)
    expect(complaints).toEqual([])
    counts.video += video
    counts.audio += audio
  }
  expect(counts).toEqual({ video: expected.video.length, audio: expected.audio.length })
  return text
}

/** Of the pictures, as `stts` has them: how many have which, ticks. */
function durationsOf(movie: Uint8Array): number[] {
  const [stts] = findBoxes(readBoxes(movie), 'moov/trak/mdia/minf/stbl/stts')
  const runs = stts?.body.subarray(8) ?? Buffer.alloc(0)
  return Array.from({ length: runs.length / 4 }, (_, i) => runs.readUInt32BE(4 * i))
}

const count = (source: HlsSource, kind: 'video' | 'audio') => only(source, kind).units.length
const without = (source: HlsSource, kind: 'video' | 'audio', from: number, to: number): HlsSource => ({
  ...source,
  units: source.units.filter((unit) => {
    const seconds = secondsOf(source, unit)
    return unit.kind !== kind || seconds < from || seconds >= to
  }),
})

describe('a sealed recording', () => {
  it('has every frame of a source with B-frames, from time 0 on', async () => {
    const source = await hlsSource(B_FRAMES)
    const { sealed, expected, movie } = await record([source])
    expect(expected.video.length).toBe(count(source, 'video'))
    // The block of sound that begins after the last picture ended may be missing.
    expect(count(source, 'audio') - expected.audio.length).toBeLessThanOrEqual(2)
    expect(expected.video[0]?.seconds).toBe(0)
    expect(Math.abs(sealed.durationSeconds - 7)).toBeLessThan(FRAME_SECONDS)
    expect(sealed.startedAt).toBe(SPOOL_START + 67)
    const tables = findBoxes(readBoxes(movie), 'moov/trak/mdia/minf/stbl')
    expect(tables.map(({ children }) => children.map(({ type }) => type))).toEqual([
      ['stsd', 'stts', 'ctts', 'stss', 'stsc', 'stsz', 'stco'],
      ['stsd', 'stts', 'stsc', 'stsz', 'stco'],
    ])
    const { video, audio } = await probe(moviePath())
    expect(video).toMatchObject({ codec: 'h264', profile: 'High', width: 320, height: 180, frameRate: 30 })
    expect(audio).toMatchObject({ codec: 'aac', sampleRate: 48_000, channels: 2 })
  })

  it('is of one frame rate with B-frames, also where a new part of the timeline begins', async () => {
    const large = await hlsSource({ ...B_FRAMES, fps: 25, seconds: 2 })
    const small = await hlsSource({ ...B_FRAMES, fps: 25, seconds: 2, size: '160x90' })
    const { movie, expected } = await record([large, shifted(small, 2)])
    expect(durationsOf(movie)).toEqual([expected.video.length, 90_000 / 25])
    // Presentation begins two pictures into the track, and all of it is presented.
    const [elst, mdhd] = ['edts/elst', 'mdia/mdhd'].map(
      (path) => findBoxes(readBoxes(movie), `moov/trak/${path}`)[0]?.body,
    )
    expect(elst?.readInt32BE(12)).toBe((2 * 90_000) / 25)
    expect(mdhd?.readUInt32BE(16)).toBe((expected.video.length * 90_000) / 25)
  })

  it('keeps a rate of 30000/1001 frames a second exactly', async () => {
    const source = await hlsSource({ seconds: 4, fps: '30000/1001', sampleRate: 44_100 })
    const { expected } = await record([source])
    expect(expected.video.length).toBe(count(source, 'video'))
    expect((await probe(moviePath())).video?.frameRate).toBeCloseTo(30_000 / 1001, 5)
  })

  it.each(KINDS)('may have only %s', async (kind) => {
    const source = only(await hlsSource(B_FRAMES), kind)
    const { expected, sealed } = await record([source])
    expect(expected[kind].length).toBe(source.units.length)
    expect(sealed.videoFrames > 0).toBe(kind === 'video')
    const seconds = source.units.length * (kind === 'video' ? FRAME_SECONDS : BLOCK_SECONDS)
    expect(sealed.durationSeconds).toBeCloseTo(seconds, 3)
  })

  it('may be one segment', async () => {
    const source = until(await hlsSource(B_FRAMES), 1.5)
    const { playlist } = await record([source])
    expect(playlist.match(/\.m4s/g)).toHaveLength(1)
  })

  it('keeps sound that begins later, and what is left out of it, in step with the pictures', async () => {
    const source = await hlsSource(B_FRAMES)
    const late = without(source, 'audio', -1, 2.5)
    const { playlist, expected } = await record([without(late, 'audio', 4, 6.2)])
    expect(playlist.match(/#EXT-X-MAP/g)?.length).toBeGreaterThan(1)
    expect(expected.audio[0]?.seconds).toBeCloseTo(2.5, 1)
    expect(expected.audio.some(({ seconds }) => seconds > 4.1 && seconds < 6.1)).toBe(false)
  })

  it('may begin with sound alone', async () => {
    const source = await hlsSource(B_FRAMES)
    const pictures = shifted(only(source, 'video'), 2)
    const { expected } = await record([
      { ...only(source, 'audio'), units: until(only(source, 'audio'), 2).units },
      {
        tracks: source.tracks,
        units: [...pictures.units, ...only(source, 'audio').units.filter((u) => secondsOf(source, u) >= 2)],
      },
    ])
    expect(expected.video[0]?.seconds).toBeCloseTo(2, 1)
  })

  it('goes on in another size after a new initialization segment', async () => {
    const [large, small] = await Promise.all([hlsSource(B_FRAMES), hlsSource({ seconds: 4, size: '160x90' })])
    const { movie } = await record([large, shifted(small, 7)])
    const entries = findBoxes(readBoxes(movie), 'moov/trak/mdia/minf/stbl/stsd').map(({ body }) =>
      body.readUInt32BE(4),
    )
    expect(entries).toEqual([2, 1])
  })

  it('converts sound of another rate to the first one', async () => {
    const [first, second] = await Promise.all([hlsSource({}), hlsSource({ sampleRate: 44_100 })])
    const segments = await writeSpool(folder, [first, shifted(second, 4)])
    const files = (from: number, to?: number) => segments.slice(from, to).map(({ file }) => file.bytes)
    const [a, b] = [
      samplesOfSegments(files(0, 2), { video: 90_000, audio: 48_000 }),
      samplesOfSegments(files(2), { video: 90_000, audio: 44_100 }),
    ]
    const later = (samples: MovieSamples['audio']) =>
      samples.map(({ seconds, data }) => ({ seconds: seconds + 4, data }))
    await check({ video: [...a.video, ...later(b.video)], audio: [...a.audio, ...later(b.audio)] })
  })

  it('has a gap where a segment was lost', async () => {
    const source = await hlsSource(B_FRAMES)
    const { playlist, sealed, expected } = await record([source], { lost: [1] })
    expect(expected.video.length).toBe(count(source, 'video') - 60)
    expect(Math.abs(sealed.durationSeconds - 7)).toBeLessThan(FRAME_SECONDS)
    expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  })

  it('goes on where it ended when the times of the publisher go back', async () => {
    const source = await hlsSource({ seconds: 4 })
    const { sealed } = await recordBack(source)
    expect(Math.abs(sealed.durationSeconds - 8)).toBeLessThan(2 * FRAME_SECONDS)
  })

  async function recordBack(source: HlsSource) {
    const segments = await writeSpool(folder, [shifted(source, 100), source])
    const of = (from: number, to?: number) =>
      samplesOfSegments(
        segments.slice(from, to).map(({ file }) => file.bytes),
        { video: 90_000, audio: 48_000 },
      )
    const [a, b] = [of(0, 2), of(2)]
    const end = Math.max(
      ...KINDS.map(
        (kind) => (a[kind].at(-1)?.seconds ?? 0) + (kind === 'video' ? FRAME_SECONDS : BLOCK_SECONDS),
      ),
    )
    const later = (samples: MovieSamples['audio']) =>
      samples.map(({ seconds, data }) => ({ seconds: seconds + end, data }))
    return check({ video: [...a.video, ...later(b.video)], audio: [...a.audio, ...later(b.audio)] })
  }

  it('leaves out a last segment that is not all there, and the same is made again of the same spool', async () => {
    const source = await hlsSource(B_FRAMES)
    const segments = await writeSpool(folder, [source])
    const path = join(folder, SEGMENTS_NAME)
    await truncate(path, (await stat(path)).size - 1)
    const kept = segments.slice(0, -1).map(({ file }) => file.bytes)
    const { sealed } = await check(samplesOfSegments(kept, { video: 90_000, audio: 48_000 }))
    const names = await readdir(folder)
    expect(await sealRecording(folder)).toEqual(sealed)
    expect(await readdir(folder)).toEqual(names)
  })

  it('leaves out a segment that never reached the disk although the index says so', async () => {
    const source = await hlsSource(B_FRAMES)
    const segments = await writeSpool(folder, [source])
    const path = join(folder, SEGMENTS_NAME)
    const bytes = await readFile(path)
    const [first, second] = segments.map(({ file }) => file.bytes.length)
    await writeFile(path, bytes.fill(0, first, (first ?? 0) + (second ?? 0)))
    const kept = segments.filter(({ number }) => number !== 1).map(({ file }) => file.bytes)
    const { playlist } = await check(samplesOfSegments(kept, { video: 90_000, audio: 48_000 }))
    expect(playlist).not.toContain(segmentFileName(1))
    expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
  })

  it('has no files when it has no segment', async () => {
    const nothing = { files: [], durationSeconds: 0, videoFrames: 0, startedAt: 0 }
    expect(await sealRecording(join(folder, 'missing'))).toEqual(nothing)
    await writeSpool(folder, [])
    expect(await sealRecording(folder)).toEqual(nothing)
  })
})
