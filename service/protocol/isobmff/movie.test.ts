import { describe, expect, it } from 'vitest'
import { findBoxes, readBoxes } from '../../../test/support/boxes.ts'
import type { Box } from '../../../test/support/boxes.ts'
import { MovieTimeline } from './movie-timeline.ts'
import { writeMovieHead } from './movie.ts'
import type { Fragment, FragmentRun } from './read-fragment.ts'
import type { InitTrack } from './read-init.ts'

const STARTED_AT = Date.UTC(2026, 8, 1)
const START_SECONDS = STARTED_AT / 1000
const MDAT = Uint8Array.of(0, 0, 0, 8, 0x6d, 0x64, 0x61, 0x74)

const entry = (id: number) => Uint8Array.of(0, 0, 0, 9, 0x61, 0x76, 0x63, 0x31, id)
const VIDEO: InitTrack = {
  trackId: 1,
  kind: 'video',
  timescale: 90_000,
  width: 640,
  height: 360,
  sampleEntry: entry(1),
}
const AUDIO: InitTrack = { ...VIDEO, trackId: 2, kind: 'audio', timescale: 48_000, width: 0, height: 0 }

interface RunOptions {
  readonly seconds: number
  readonly count: number
  readonly size?: number
  readonly duration?: number
  readonly compositions?: readonly number[]
}

function run(
  track: InitTrack,
  { seconds, count, size = 100, duration = 3000, compositions = [] }: RunOptions,
): FragmentRun {
  return {
    trackId: track.trackId,
    startDts: Math.round((START_SECONDS + seconds) * track.timescale),
    dataOffset: 500,
    sizes: new Int32Array(count).fill(size),
    durations: new Int32Array(count).fill(duration),
    compositions: Int32Array.from({ length: count }, (_, i) => compositions[i % compositions.length] ?? 0),
    syncs: Uint8Array.from({ length: count }, (_, i) => (i === 0 ? 1 : 0)),
  }
}

const bytesOf = (runs: readonly FragmentRun[]) =>
  runs.reduce((sum, { sizes }) => sizes.reduce((a, b) => a + b, sum), 0)

function fragment(...runs: readonly FragmentRun[]): Fragment {
  return {
    mediaOffset: 500,
    runs: runs.map((own, i) => ({ ...own, dataOffset: 500 + bytesOf(runs.slice(0, i)) })),
  }
}

/** The boxes of the movie made of these fragments. */
function movieOf(fragments: readonly Fragment[], tracks: readonly InitTrack[] = [VIDEO, AUDIO]) {
  const timeline = new MovieTimeline()
  for (const one of fragments) timeline.add(one, tracks, bytesOf(one.runs))
  const { tables, mediaBytes } = timeline
  const head = writeMovieHead(tables, { mediaBytes, startedAt: STARTED_AT })
  return { ...head, mediaBytes, moov: moovOf(head.bytes) }
}

function moovOf(head: Uint8Array): readonly Box[] {
  const at = Buffer.from(head).lastIndexOf('mdat') - 4
  return readBoxes(Buffer.concat([head.subarray(0, at), MDAT]))
}

const tableOf = (moov: readonly Box[], type: string) =>
  findBoxes(moov, `moov/trak/mdia/minf/stbl/${type}`).map(({ body }) => words(body.subarray(4)))
const words = (body: Buffer) => Array.from({ length: body.length / 4 }, (_, i) => body.readUInt32BE(4 * i))

describe('a movie', () => {
  it('is edited so that reordered pictures begin at 0, with no negative composition offset', () => {
    const one = fragment(run(VIDEO, { seconds: 0, count: 3, compositions: [0, 6000, -3000] }))
    const { moov, durationSeconds } = movieOf([one])
    expect(tableOf(moov, 'ctts')).toEqual([[3, 1, 3000, 1, 9000, 1, 0]])
    expect(tableOf(moov, 'stts')).toEqual([[1, 3, 3000]])
    // The first picture shown is the first one decoded; that is 3000 ticks into the track.
    const [elst] = findBoxes(moov, 'moov/trak/edts/elst').map(({ body }) => words(body))
    expect(elst).toEqual([0, 1, 12_000, 3000, 0x10000])
    expect(durationSeconds).toBeCloseTo(12_000 / 90_000, 9)
  })

  it('decodes the first pictures of a part of the timeline earlier, but after those before them', () => {
    const reordered = (seconds: number): FragmentRun => ({
      ...run(VIDEO, { seconds, count: 4, compositions: [0, 8999, 2998, 3000] }),
      durations: Int32Array.of(1, 1, 2998, 3000),
    })
    const straight = run(VIDEO, { seconds: 0, count: 3 })
    const { moov } = movieOf([fragment(straight), fragment(reordered(0.4))])
    expect(tableOf(moov, 'stts')).toEqual([[3, 2, 3000, 1, 24_000, 4, 3000]])
    const { moov: close } = movieOf([fragment(straight), fragment(reordered(0.1))])
    expect(tableOf(close, 'stts')).toEqual([[4, 3, 3000, 2, 1, 1, 2998, 1, 3000]])
  })

  it('keeps a track back that begins later', () => {
    const { moov } = movieOf([
      fragment(run(VIDEO, { seconds: 0, count: 60 })),
      fragment(
        run(VIDEO, { seconds: 2, count: 60 }),
        run(AUDIO, { seconds: 2.5, count: 70, duration: 1024 }),
      ),
    ])
    const edits = findBoxes(moov, 'moov/trak/edts/elst').map(({ body }) => words(body))
    expect(edits).toEqual([
      [0, 1, 360_000, 0, 0x10000],
      [0, 2, 225_000, 0xffffffff, 0x10000, (70 * 1024 * 90_000) / 48_000, 0, 0x10000],
    ])
  })

  it('lets the last sample before a gap last until the next one, in each track', () => {
    const both = (seconds: number) =>
      fragment(run(VIDEO, { seconds, count: 2 }), run(AUDIO, { seconds, count: 2, duration: 1024 }))
    const { moov } = movieOf([both(0), fragment(run(VIDEO, { seconds: 2, count: 2 })), both(4)])
    expect(tableOf(moov, 'stts')).toEqual([
      [5, 1, 3000, 1, 177_000, 1, 3000, 1, 177_000, 2, 3000],
      [3, 1, 1024, 1, 4 * 48_000 - 1024, 2, 1024],
    ])
  })

  it('spreads a gap of more ticks than a reader can count', () => {
    const hours = 10
    const video = (seconds: number) => run(VIDEO, { seconds, count: 2 })
    const audio = (seconds: number) => run(AUDIO, { seconds, count: 2, duration: 1024 })
    const between = Array.from({ length: hours - 1 }, (_, i) => fragment(audio((i + 1) * 3600)))
    const { moov } = movieOf([fragment(video(0), audio(0)), ...between, fragment(video(hours * 3600))])
    const [, ...pairs] = tableOf(moov, 'stts')[0] ?? []
    const durations = pairs.filter((_, i) => i % 2 === 1)
    expect(durations).toEqual([hours * 3600 * 90_000 - 0x7fffffff, 0x7fffffff, 3000])
  })

  it('has one entry for each description of samples, and says which chunks have which', () => {
    const other = { ...VIDEO, sampleEntry: entry(2) }
    const timeline = new MovieTimeline()
    for (const [i, track] of [VIDEO, other, { ...VIDEO, sampleEntry: entry(1) }].entries()) {
      timeline.add(fragment(run(track, { seconds: i, count: 30 })), [track], 3000)
    }
    const { bytes } = writeMovieHead(timeline.tables, { mediaBytes: 9000, startedAt: STARTED_AT })
    const moov = moovOf(bytes)
    expect(tableOf(moov, 'stsd')[0]?.[0]).toBe(2)
    expect(tableOf(moov, 'stsc')).toEqual([[3, 1, 30, 1, 2, 30, 2, 3, 30, 1]])
    expect(tableOf(moov, 'stco')).toEqual([[3, bytes.length, bytes.length + 3000, bytes.length + 6000]])
    expect(tableOf(moov, 'stss')).toEqual([[3, 1, 31, 61]])
  })

  it('refuses a track that its initialization segment does not have, and stays as it was', () => {
    const timeline = new MovieTimeline()
    const both = fragment(run(VIDEO, { seconds: 0, count: 1 }), run(AUDIO, { seconds: 0, count: 1 }))
    expect(() => timeline.add(both, [VIDEO], 200)).toThrow('a track that the initialization segment has not')
    expect(timeline).toMatchObject({ tables: [], mediaBytes: 0 })
  })

  it.each([
    { name: 'just below 4 GiB', missing: 2000, large: false },
    { name: 'just above 4 GiB', missing: 0, large: true },
  ])('counts offsets rightly $name', ({ missing, large }) => {
    const size = 0x4000_0000
    const count = [size, size, size, size - missing]
    const parts = count.map((own, i) =>
      fragment(run(VIDEO, { seconds: i, count: 1, size: own, duration: 90_000 })),
    )
    const { bytes, moov, mediaBytes } = movieOf(parts)
    expect(mediaBytes).toBe(4 * size - missing)
    const end = Buffer.from(bytes.subarray(large ? -16 : -8))
    if (large) expect([end.readUInt32BE(0), end.readBigUInt64BE(8)]).toEqual([1, BigInt(mediaBytes + 16)])
    else expect(end.readUInt32BE(0)).toBe(mediaBytes + 8)
    const [offsets] = findBoxes(moov, `moov/trak/mdia/minf/stbl/${large ? 'co64' : 'stco'}`)
    const at = (i: number) =>
      large ? Number(offsets?.body.readBigUInt64BE(8 + 8 * i)) : offsets?.body.readUInt32BE(8 + 4 * i)
    expect([0, 1, 2, 3].map(at)).toEqual([0, 1, 2, 3].map((i) => bytes.length + i * size))
  })

  it('says durations beyond 32 bits in 64', () => {
    const hours = Array.from({ length: 15 }, (_, i) => fragment(run(VIDEO, { seconds: i * 3600, count: 2 })))
    const { moov, durationSeconds } = movieOf(hours)
    const ticks = BigInt(14 * 3600 * 90_000 + 6000)
    expect(durationSeconds).toBe(Number(ticks) / 90_000)
    const [mvhd, tkhd, mdhd, elst] = ['mvhd', 'trak/tkhd', 'trak/mdia/mdhd', 'trak/edts/elst'].map(
      (path) => findBoxes(moov, `moov/${path}`)[0]?.body,
    )
    expect([mvhd, tkhd, mdhd, elst].map((body) => body?.[0])).toEqual([1, 1, 1, 1])
    expect(mvhd?.readBigUInt64BE(24)).toBe(ticks)
    expect(tkhd?.readBigUInt64BE(28)).toBe(ticks)
    expect(mdhd?.readBigUInt64BE(24)).toBe(ticks)
    expect(elst?.readBigUInt64BE(8)).toBe(ticks)
  })

  it('holds eight hours of 60 pictures a second in little memory', () => {
    const before = process.memoryUsage().arrayBuffers
    const timeline = new MovieTimeline()
    for (let i = 0; i < 8 * 1800; i++) {
      const video = run(VIDEO, {
        seconds: i * 2,
        count: 120,
        duration: 1500,
        compositions: [0, 3000, 0, -1500],
      })
      const audio = run(AUDIO, { seconds: i * 2, count: 94, duration: 1024 })
      timeline.add(fragment(video, audio), [VIDEO, AUDIO], 20_000)
    }
    const { bytes } = writeMovieHead(timeline.tables, {
      mediaBytes: timeline.mediaBytes,
      startedAt: STARTED_AT,
    })
    const samples = 8 * 1800 * (120 + 94)
    expect(timeline.tables.reduce((sum, { sizes }) => sum + sizes.length, 0)).toBe(samples)
    // What the garbage collector has not taken yet counts too.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(120e6)
    expect(bytes.length / samples).toBeLessThan(12)
  })
})
