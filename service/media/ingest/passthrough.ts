import type { AudioTarget, VideoTarget } from '../../contract/media.ts'

/** What is known of the publisher's video before its first group of pictures is complete. */
export interface SourceVideo {
  readonly width: number
  readonly height: number
  readonly profile: 'baseline' | 'main' | 'high' | 'other'
}

/** What was measured over the first group of pictures, or later over a sliding window. */
export interface VideoMeasurement {
  readonly frameRate: number
  readonly bitRateBps: number
  /** Seconds between key frames; null while only one was seen. */
  readonly gopSeconds: number | null
}

export interface SourceAudio {
  readonly sampleRate: number
  readonly channels: number
  /** True for AAC-LC without extensions. */
  readonly lowComplexity: boolean
}

const RANK = { baseline: 0, main: 1, high: 2, other: 3 } as const
/** Encoders count a little over their target at times; more than this is above the rendition. */
const LATER_TOLERANCE = 1.1
const FRAME_RATE_TOLERANCE = 1.01
/** RTMP times are whole milliseconds. */
const CLOCK_STEP_SECONDS = 0.0011

/**
 * True where the source could be handed on untouched as this rendition, judged by what its decoder
 * configuration says. What it really sends is judged by {@link videoHolds}.
 */
export function videoMayPass(source: SourceVideo, target: VideoTarget): boolean {
  return (
    source.width === target.width &&
    source.height === target.height &&
    RANK[source.profile] <= RANK[target.profile]
  )
}

/**
 * True where what the source sends keeps the rendition's promises: frame rate, bit rate, and key frames
 * where segments are cut.
 * @param aligned other renditions are transcoded and cut at multiples of segmentSeconds, so key frames
 *   must fall on these too
 */
export function videoHolds(
  measured: VideoMeasurement,
  target: VideoTarget,
  aligned: boolean,
  tolerance = 1,
): boolean {
  if (measured.frameRate > target.frameRate * FRAME_RATE_TOLERANCE) return false
  if (measured.bitRateBps > target.bitRateBps * tolerance) return false
  const gop = measured.gopSeconds
  if (gop === null || gop <= 0) return false
  if (gop > target.segmentSeconds + CLOCK_STEP_SECONDS) return false
  const perSegment = Math.round(target.segmentSeconds / gop)
  if (aligned) return Math.abs(perSegment * gop - target.segmentSeconds) <= CLOCK_STEP_SECONDS
  // Alone, a segment may be a little shorter or longer than asked, but must stay near it.
  return Math.abs(perSegment * gop - target.segmentSeconds) <= target.segmentSeconds * 0.05
}

/** {@link videoHolds} for a rendition that already passes: a short excess is forgiven. */
export function videoStillHolds(measured: VideoMeasurement, target: VideoTarget, aligned: boolean): boolean {
  return videoHolds(measured, target, aligned, LATER_TOLERANCE)
}

/** True where the source's audio can be handed on untouched as this rendition's audio. */
export function audioPasses(source: SourceAudio, bitRateBps: number, target: AudioTarget): boolean {
  return (
    source.lowComplexity &&
    (source.sampleRate === 44100 || source.sampleRate === 48000) &&
    source.channels <= 2 &&
    bitRateBps <= target.bitRateBps * 1.05 &&
    bitRateBps >= target.bitRateBps * 0.75
  )
}
