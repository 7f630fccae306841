/**
 * EXT-X-TARGETDURATION may not change while a playlist lives (RFC 8216 6.2.1), so it is chosen before the
 * first segment exists: the asked segment length, rounded up to whole seconds. A segment may be longer
 * than asked as long as its length *rounds* to no more than that (RFC 8216 4.3.3.1). That leaves from 0.5
 * to just under 1.5 seconds of head-room, always more than one frame at the slowest allowed rate
 * (3 frames/s), while a larger value would move viewers of live streams further behind.
 */
import type { Seconds } from '../../contract/units.ts'

/** @returns EXT-X-TARGETDURATION, an integer of seconds */
export function targetDuration(segmentSeconds: Seconds): number {
  return Math.max(1, Math.ceil(segmentSeconds))
}

/** @returns EXT-X-TARGETDURATION of each playlist of a channel: that of its longest segments (RFC 8216 6.2.4) */
export function commonTargetDuration(renditions: readonly { readonly segmentSeconds: Seconds }[]): number {
  return Math.max(...renditions.map(({ segmentSeconds }) => targetDuration(segmentSeconds)))
}

/**
 * The longest segment that the playlist of such a rendition can list. A source passed through without
 * transcoding has to send key frames at least this often.
 */
export function maximumSegmentSeconds(segmentSeconds: Seconds): Seconds {
  return targetDuration(segmentSeconds) + 0.499
}
