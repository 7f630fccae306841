/** The sliding window of a live media playlist (RFC 8216 6.2.2). */
import type { Seconds } from '../../contract/units.ts'
import { writeMediaPlaylist } from './media-playlist.ts'
import type { ListedSegment } from './media-playlist.ts'

const MINIMUM_SEGMENTS = 6
const MINIMUM_SECONDS = 30
/** A segment may only leave when this many target durations stay (RFC 8216 6.2.2). */
const MINIMUM_TARGET_DURATIONS = 3

/** What a window needs to know of its playlist. */
export interface WindowOptions {
  /** Seconds, an integer. */
  readonly targetDuration: number
  readonly startTimeOffset: Seconds
}

/**
 * The segments that a live playlist lists: at least 6 segments, 30 seconds and three target durations.
 * Counts what has left, for EXT-X-MEDIA-SEQUENCE and EXT-X-DISCONTINUITY-SEQUENCE.
 */
export class PlaylistWindow {
  readonly #options: WindowOptions
  #segments: ListedSegment[] = []
  #seconds = 0
  #mediaSequence = 0
  #discontinuitySequence = 0
  #ended = false

  constructor(options: WindowOptions) {
    this.#options = options
  }

  get segments(): readonly ListedSegment[] {
    return this.#segments
  }

  get targetDuration(): number {
    return this.#options.targetDuration
  }

  /** Number of the first listed segment. */
  get mediaSequence(): number {
    return this.#mediaSequence
  }

  get discontinuitySequence(): number {
    return this.#discontinuitySequence
  }

  /** Length of all listed segments. */
  get durationSeconds(): Seconds {
    return this.#seconds
  }

  get ended(): boolean {
    return this.#ended
  }

  /** @returns the segments that left the playlist for this one */
  append(segment: ListedSegment): readonly ListedSegment[] {
    this.#segments.push(segment)
    this.#seconds += segment.durationSeconds
    const removed: ListedSegment[] = []
    for (;;) {
      const oldest = this.#segments[0]
      if (!oldest || !this.#canLose(oldest)) return removed
      this.#segments.shift()
      this.#seconds -= oldest.durationSeconds
      this.#mediaSequence += 1
      if (oldest.discontinuity) this.#discontinuitySequence += 1
      removed.push(oldest)
    }
  }

  /** Nothing is added any more: from now on the text has its end mark. */
  end(): void {
    this.#ended = true
  }

  /** The playlist as it is now. */
  text(): string {
    return writeMediaPlaylist({
      ...this.#options,
      mediaSequence: this.#mediaSequence,
      discontinuitySequence: this.#discontinuitySequence,
      segments: this.#segments,
      ended: this.#ended,
    })
  }

  #canLose(oldest: ListedSegment): boolean {
    const keep = Math.max(MINIMUM_SECONDS, MINIMUM_TARGET_DURATIONS * this.#options.targetDuration)
    return this.#segments.length > MINIMUM_SEGMENTS && this.#seconds - oldest.durationSeconds >= keep
  }
}
