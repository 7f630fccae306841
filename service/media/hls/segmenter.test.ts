import { describe, expect, it } from 'vitest'
import type { AccessUnit, AudioTrack, Track, VideoTrack } from '../../contract/media.ts'
import type { Seconds } from '../../contract/units.ts'
import { Segmenter } from './segmenter.ts'
import type { CutSegment } from './segmenter.ts'

const VIDEO: VideoTrack = {
  ...{ kind: 'video', codec: 'h264', timescale: 90_000, width: 640, height: 360, frameRate: 30 },
  ...{ bitRateBps: 1_000_000, decoderConfig: new Uint8Array() },
}
const AUDIO: AudioTrack = {
  ...{ kind: 'audio', codec: 'aac', timescale: 48_000, sampleRate: 48_000, channels: 2 },
  ...{ bitRateBps: 96_000, decoderConfig: new Uint8Array() },
}
const NOTHING = new Uint8Array()
const MEBIBYTE = new Uint8Array(1024 * 1024)
/** The least units that fill a segment: of nothing, and of a MiB each. */
const MOST_EMPTY = Math.ceil((128 * MEBIBYTE.length) / 768)
const MOST_MEBIBYTES = 128
const ALL_HEARD: ReadonlySet<Track['kind']> = new Set()

const unit = (dts: number, data: Uint8Array, key = true): AccessUnit => ({
  ...{ pts: dts, dts, duration: 1, key, data },
})

/** Of a rendition with the longest segments that may be asked for. */
function segmenting(...tracks: readonly Track[]) {
  const segments: CutSegment[] = []
  const segmenter = new Segmenter({ tracks, segmentSeconds: 60, onSegment: (one) => segments.push(one) })
  const push = (kind: Track['kind'], one: AccessUnit) => segmenter.push(kind, one, ALL_HEARD)
  return { segmenter, segments, push }
}

const counts = (segments: readonly CutSegment[]) =>
  segments.map(({ tracks }) => tracks.map(({ units }) => units.length))

describe('a segment that gets too large', () => {
  it.each([VIDEO, AUDIO])('ends, where next to no time passes with units of nothing: $kind', (track) => {
    const { segments, push } = segmenting(track)
    for (let dts = 0; dts < 300_000; dts++) push(track.kind, unit(dts, NOTHING))
    expect(counts(segments)).toEqual([[MOST_EMPTY]])
  })

  it('ends, where it has sound alone, and the next one begins with the unit that had no room', () => {
    const { segmenter, segments, push } = segmenting(AUDIO)
    for (let dts = 0; dts < 200; dts++) push('audio', unit(dts, MEBIBYTE))
    segmenter.finish()
    expect(counts(segments)).toEqual([[MOST_MEBIBYTES], [200 - MOST_MEBIBYTES]])
    expect(segments.map(({ afterBreak }) => afterBreak)).toEqual([false, true])
    expect(segmenter.droppedUnits).toBe(0)
  })

  it('takes no more sound beside its pictures', () => {
    const { segmenter, segments, push } = segmenting(VIDEO, AUDIO)
    push('video', { ...unit(0, MEBIBYTE), duration: 90_000 })
    for (let dts = 0; dts < 200; dts++) push('audio', unit(dts, MEBIBYTE))
    segmenter.finish()
    expect(counts(segments)).toEqual([[1, MOST_MEBIBYTES - 1]])
    expect(segmenter.droppedUnits).toBe(200 - (MOST_MEBIBYTES - 1))
  })

  it('ends before the next key frame, which begins another', () => {
    const { segmenter, segments, push } = segmenting(VIDEO)
    for (let n = 0; n <= MOST_MEBIBYTES; n++)
      push('video', unit(n * 3_000, MEBIBYTE, n % MOST_MEBIBYTES === 0))
    segmenter.finish()
    expect(counts(segments)).toEqual([[MOST_MEBIBYTES], [1]])
    expect(segments.map(({ afterBreak }) => afterBreak)).toEqual([false, true])
    expect(segmenter.droppedUnits).toBe(0)
  })

  it('ends before a picture that needs others, and the next begins with a key frame', () => {
    const { segmenter, segments, push } = segmenting(VIDEO)
    for (let n = 0; n < 200; n++) push('video', unit(n * 3_000, MEBIBYTE, n === 0 || n === 150))
    segmenter.finish()
    expect(counts(segments)).toEqual([[MOST_MEBIBYTES], [50]])
    expect(segmenter.droppedUnits).toBe(150 - MOST_MEBIBYTES)
  })
})

/** Segments of 50 pictures/s with key frames at the given times; the last one is where the input ends. */
function cutAt(keys: readonly Seconds[], segmentSeconds: Seconds): CutSegment[] {
  const segments: CutSegment[] = []
  const parts = { tracks: [VIDEO], segmentSeconds, onSegment: (one: CutSegment) => segments.push(one) }
  const segmenter = new Segmenter(parts)
  const keyFrames = new Set(keys.map((seconds) => Math.round(seconds * 50)))
  for (let frame = 0; frame < (keys.at(-1) ?? 0) * 50; frame++) {
    const picture = { ...unit(frame * 1_800, NOTHING, keyFrames.has(frame)), duration: 1_800 }
    segmenter.push('video', picture, ALL_HEARD)
  }
  segmenter.finish()
  expect(segmenter.droppedUnits).toBe(0)
  return segments
}
const lengths = (segments: readonly CutSegment[]) =>
  segments.map(({ durationSeconds }) => Number(durationSeconds.toFixed(3)))

describe('segments of pictures that pass through', () => {
  it('break nowhere where an encoder of one key frame every 2 s sends more at changes of scene', () => {
    // After 4 s at 0.7 s, 0.3 s and twice within one interval; the next is 2 s after each.
    const scenes = [4.7, 6.7, 7, 9, 9.5, 10, 12, 14]
    const segments = cutAt([0, 2, 4, ...scenes], 2)
    expect(segments.some(({ afterBreak }) => afterBreak)).toBe(false)
    expect(lengths(segments)).toEqual([2, 2, 0.7, 2, 2.3, 0.5, 0.5, 2, 2])
  })

  it('are as long as the intervals of key frames where these are a little longer than asked', () => {
    const segments = cutAt([0, 2.04, 4.08, 6.12, 8.16], 2)
    expect(lengths(segments)).toEqual([2.04, 2.04, 2.04, 2.04])
    expect(segments.some(({ afterBreak }) => afterBreak)).toBe(false)
  })
})
