import type { Seconds } from '../../contract/units.ts'

/** Forgives rounding where a frame's time is a fraction. */
const TOLERANCE = 1e-6
/** Less than this before a multiple is part of what follows: of a few pictures no segment is made. */
const SHORTEST_FIRST: Seconds = 0.4

/**
 * Where the key frames of one output are: the first frame at or after each multiple of the segment length
 * on the publisher's timeline. Outputs of the same length so cut at the same instants, whenever their
 * transcoder was started.
 */
export class KeySlots {
  readonly #segmentSeconds: Seconds
  #slot: number | null = null

  constructor(segmentSeconds: Seconds) {
    this.#segmentSeconds = segmentSeconds
  }

  /** True when the frame at `time` is the first one of its slot; frames come in order. */
  isKey(time: Seconds): boolean {
    const start = this.#slot === null ? time + SHORTEST_FIRST : time
    const slot = Math.floor(start / this.#segmentSeconds + TOLERANCE)
    if (this.#slot !== null && slot <= this.#slot) return false
    this.#slot = slot
    return true
  }
}
