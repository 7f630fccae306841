import type { Milliseconds } from '../../contract/units.ts'

/**
 * Who is later than this leaves out what it missed, as after the machine slept. Who is less late sends it, faster
 * than it is shown: viewers have that much in hand, and a hole would stop their players.
 */
const MAX_LATE: Milliseconds = 3_000

/** Says when each frame is due: counted from the start, so that nothing adds up. */
export class Pace {
  readonly #frameRate: number
  readonly #start: Milliseconds

  /** @param start time of frame 0 on a clock that only goes forward */
  constructor(frameRate: number, start: Milliseconds) {
    this.#frameRate = frameRate
    this.#start = start
  }

  /** How long to wait for a frame; 0 or less when it is due. */
  waitFor(frame: number, now: Milliseconds): Milliseconds {
    return this.#start + (frame * 1000) / this.#frameRate - now
  }

  /** The frame to go on with instead of `frame`: a later one where too much was missed. */
  catchUp(frame: number, now: Milliseconds): number {
    if (this.waitFor(frame, now) > -MAX_LATE) return frame
    return Math.floor(((now - this.#start) * this.#frameRate) / 1000)
  }
}
