import type { Milliseconds } from '../../contract/units.ts'

export interface BackOffTiming {
  /** Pause before the second retry; doubles from there. */
  readonly firstMs: Milliseconds
  readonly longestMs: Milliseconds
  /** A process that ran for this long counts as well. */
  readonly stableMs: Milliseconds
}

export const DEFAULT_BACK_OFF: BackOffTiming = { firstMs: 500, longestMs: 10_000, stableMs: 30_000 }

/** Pauses between starts of a process that keeps ending: none before the first retry, then doubling. */
export class BackOff {
  readonly #timing: BackOffTiming
  #failures = 0

  constructor(timing: BackOffTiming = DEFAULT_BACK_OFF) {
    this.#timing = timing
  }

  /** @param ranMs how long the process ran before it ended */
  next(ranMs: Milliseconds): Milliseconds {
    if (ranMs >= this.#timing.stableMs) this.#failures = 0
    this.#failures++
    if (this.#failures === 1) return 0
    return Math.min(this.#timing.longestMs, this.#timing.firstMs * 2 ** (this.#failures - 2))
  }
}
