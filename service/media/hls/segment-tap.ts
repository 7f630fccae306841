import type { EpochMilliseconds, Seconds } from '../../contract/units.ts'

/** A finished segment as it is before encryption. */
export interface ClearSegment {
  /** The initialization segment, where this is the first segment that needs it. */
  readonly init: Uint8Array | null
  /** Shared with others, never to be changed. */
  readonly bytes: Uint8Array
  /** On the publisher's timeline. */
  readonly startSeconds: Seconds
  readonly durationSeconds: Seconds
  /** It does not continue the segment before it. */
  readonly discontinuity: boolean
  /** Wall clock time of its first frame. */
  readonly programDateTime: EpochMilliseconds
}

/** Is given every segment of one rendition, whatever becomes of its playlist. */
export interface SegmentTap {
  /** Neither waits nor throws. */
  accept(segment: ClearSegment): void
  /** Nothing follows; resolves when everything accepted has been dealt with. Never rejects. */
  finish(): Promise<void>
}
