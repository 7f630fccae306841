import { describe, expect, it } from 'vitest'
import type { VideoTrack } from '../../contract/media.ts'
import type { Seconds } from '../../contract/units.ts'
import { Segmenter } from './segmenter.ts'
import type { CutSegment } from './segmenter.ts'

const FRAMES_PER_SECOND = 50
const VIDEO: VideoTrack = {
  ...{ kind: 'video', codec: 'h264', timescale: 1000, width: 320, height: 180, frameRate: FRAMES_PER_SECOND },
  ...{ bitRateBps: 0, decoderConfig: new Uint8Array() },
}

/** Segments of pictures with key frames at the given times; the last one is where the input ends. */
function cutAt(keys: readonly Seconds[], segmentSeconds: Seconds): CutSegment[] {
  const segments: CutSegment[] = []
  const segmenter = new Segmenter({
    ...{ tracks: [VIDEO], segmentSeconds },
    onSegment: (segment) => segments.push(segment),
  })
  const frames = Math.round((keys.at(-1) ?? 0) * FRAMES_PER_SECOND)
  const duration = 1000 / FRAMES_PER_SECOND
  const keyFrames = new Set(keys.map((seconds) => Math.round(seconds * FRAMES_PER_SECOND)))
  for (let frame = 0; frame < frames; frame++) {
    const dts = frame * duration
    const unit = { dts, pts: dts, duration, key: keyFrames.has(frame), data: new Uint8Array(1) }
    segmenter.push('video', unit, new Set(['audio']))
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
    expect(Math.max(...lengths(segments))).toBeLessThan(2.5)
  })

  it('are as long as the intervals of key frames where these are a little longer than asked', () => {
    const segments = cutAt([0, 2.04, 4.08, 6.12, 8.16], 2)
    expect(lengths(segments)).toEqual([2.04, 2.04, 2.04, 2.04])
    expect(segments.some(({ afterBreak }) => afterBreak)).toBe(false)
  })
})
