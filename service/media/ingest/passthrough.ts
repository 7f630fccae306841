import type { AudioTarget, VideoTarget } from '../../contract/media.ts'
import type { Seconds } from '../../contract/units.ts'
import { maximumSegmentSeconds } from '../../protocol/hls/target-duration.ts'

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
  /** A key frame was none that decoding can start from: pictures behind it need some from before (an open group). */
  readonly hasOpenGroups: boolean
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
export function videoHolds(measured: VideoMeasurement, target: VideoTarget, aligned: boolean): boolean {
  if (!fits(measured, target, 1)) return false
  return aligned ? meetsMultiples(measured, target, CLOCK_STEP_SECONDS) : segmentsAreNear(measured, target)
}

/**
 * {@link videoHolds} for a rendition that already passes. A short excess of bits is forgiven, and, where nothing
 * else has to be cut where it is, any key frame that comes early enough: encoders send one more at a change of
 * scene, and one later where a file begins again.
 */
export function videoStillHolds(measured: VideoMeasurement, target: VideoTarget, aligned: boolean): boolean {
  if (!fits(measured, target, LATER_TOLERANCE)) return false
  return aligned ? meetsMultiples(measured, target, CLOCK_STEP_SECONDS) : canBeListed(measured, target)
}

function fits(measured: VideoMeasurement, target: VideoTarget, tolerance: number): boolean {
  // Segments are to be decoded without those before them (EXT-X-INDEPENDENT-SEGMENTS).
  if (measured.hasOpenGroups) return false
  if (measured.frameRate > target.frameRate * FRAME_RATE_TOLERANCE) return false
  return measured.bitRateBps <= target.bitRateBps * tolerance
}

/** Alone, a segment may be a little shorter or longer than asked, but must stay near it. */
function segmentsAreNear(measured: VideoMeasurement, target: VideoTarget): boolean {
  return canBeListed(measured, target) && meetsMultiples(measured, target, target.segmentSeconds * 0.05)
}

function canBeListed({ gopSeconds }: VideoMeasurement, target: VideoTarget): boolean {
  return gopSeconds !== null && gopSeconds <= maximumSegmentSeconds(target.segmentSeconds)
}

/** @param within how far from the end of a segment its key frame may be, seconds */
function meetsMultiples({ gopSeconds }: VideoMeasurement, target: VideoTarget, within: Seconds): boolean {
  if (gopSeconds === null || gopSeconds <= 0) return false
  const perSegment = Math.max(1, Math.round(target.segmentSeconds / gopSeconds))
  return Math.abs(perSegment * gopSeconds - target.segmentSeconds) <= within
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
