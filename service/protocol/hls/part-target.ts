/**
 * How long Partial Segments are (draft-pantos-hls-rfc8216bis 4.4.3.7). A part may not be longer than its
 * target, nor, but for some, shorter than 85 % of it (4.4.4.9), and it is made of whole frames: so the target
 * is as near to the nominal length as the frame rate allows.
 */
import { PART_TARGET_SECONDS } from '../../contract/media.ts'
import type { Seconds } from '../../contract/units.ts'

/** Times of RTMP are whole milliseconds, so that ten frames are a little shorter or longer than they should be. */
const SLACK: Seconds = 0.0015
const LEAST_SHARE = 0.85

/** @returns PART-TARGET of a rendition; `framesPerSecond` is null for sound alone */
export function partTarget(framesPerSecond: number | null): Seconds {
  const nominal = PART_TARGET_SECONDS + SLACK
  if (framesPerSecond === null || !(framesPerSecond > 0)) return nominal
  const frames = Math.floor(nominal * framesPerSecond)
  if (frames >= 1 && frames / framesPerSecond >= LEAST_SHARE * nominal) return nominal
  return (frames + 1) / framesPerSecond + SLACK
}

/** How far from the end of a playlist players begin (4.4.3.8): three parts, as recommended. */
export function partHoldBack(target: Seconds): Seconds {
  return 3 * target
}

/** What may be left out of a delta update lies this far from the end at least (4.4.3.8). */
export function skipBoundary(targetDuration: Seconds): Seconds {
  return 6 * targetDuration
}

/** Parts are listed within this much of the end, and can be loaded for as long again (4.4.4.9). */
export function partsListedFor(targetDuration: Seconds): Seconds {
  return 3 * targetDuration
}
