import type { Milliseconds } from '../../contract/units.ts'

/** RTMP timestamps are 32 bits and wrap (RTMP specification 1.0, 5.3.1.1). */
const WRAP = 2 ** 32
/** A step forward beyond this, or back beyond that, is a jump of the encoder's clock and not media. */
const LARGEST_STEP_MS = 3000
const LARGEST_STEP_BACK_MS = 1500
/** What a jump is replaced by: about one frame. */
const STEP_AFTER_JUMP_MS = 20

/**
 * Maps the timestamps of one publisher to a timeline that starts at 0 and goes on without jumps. Audio
 * and video share the mapping, so that they stay in step when the encoder's clock is set.
 */
export class Timeline {
  #offset: number | null = null
  #latest = 0
  #lastRaw = 0
  #wraps = 0
  readonly #onJump: () => void

  /** @param onJump the encoder's clock jumped; called before the time after it is handed out */
  constructor(onJump: () => void = () => undefined) {
    this.#onJump = onJump
  }

  /** Latest time handed out, ms. */
  get latest(): Milliseconds {
    return this.#latest
  }

  /**
   * @param timestamp as received: of RTMP 0 to 2^32-1 ms, of a relay any ms that do not wrap
   * @returns ms since the publisher's first message; never negative
   */
  at(timestamp: number): Milliseconds {
    const raw = this.#unwrap(timestamp)
    if (this.#offset === null) {
      this.#offset = -raw
      return 0
    }
    let time = raw + this.#offset
    if (time - this.#latest > LARGEST_STEP_MS || this.#latest - time > LARGEST_STEP_BACK_MS) {
      const continued = this.#latest + STEP_AFTER_JUMP_MS
      this.#offset += continued - time
      this.#onJump()
      time = continued
    }
    if (time > this.#latest) this.#latest = time
    return Math.max(0, time)
  }

  #unwrap(timestamp: number): number {
    if (this.#lastRaw - timestamp > WRAP / 2) this.#wraps += 1
    else if (timestamp - this.#lastRaw > WRAP / 2 && this.#wraps > 0) {
      // A straggler from before the wrap.
      return timestamp + (this.#wraps - 1) * WRAP
    }
    this.#lastRaw = timestamp
    return timestamp + this.#wraps * WRAP
  }
}
