import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ArrivedTotals } from '../../contract/worker-protocol.ts'
import type { Kind } from './source.ts'

/** A pause of all media that is at least this long is told of. */
const LEAST_PAUSE: Milliseconds = 1_000
/** Encoders send what they have gathered at once when they start: drift is measured from here on. */
const SETTLED_AFTER: Milliseconds = 5_000

/**
 * What comes: totals, the last pause, and how media time drifts against real time. That is monotonic: the clock of this
 * computer may be set.
 */
export class Pace {
  #videoBytes: Bytes = 0
  #audioBytes: Bytes = 0
  #videoFrames = 0
  #first: { readonly now: Milliseconds; readonly dts: Milliseconds } | null = null
  #lastAt: EpochMilliseconds | null = null
  #lastNow: Milliseconds = 0
  #lastDts: Milliseconds = 0
  #lastPause: ArrivedTotals['lastPause'] = null
  #settledLag: Milliseconds | null = null

  /**
   * @param dts on a timeline that goes on without jumps
   * @param at date of its arrival
   * @param now the same, monotonic
   */
  add(kind: Kind, dts: Milliseconds, bytes: Bytes, at: EpochMilliseconds, now: Milliseconds): void {
    if (kind === 'video') {
      this.#videoBytes += bytes
      this.#videoFrames += 1
    } else this.#audioBytes += bytes
    this.#first ??= { now, dts }
    const pause = Math.round(now - this.#lastNow)
    if (this.#lastAt !== null && pause >= LEAST_PAUSE) this.#lastPause = { at: this.#lastAt, ms: pause }
    this.#lastAt = at
    this.#lastNow = now
    this.#lastDts = Math.max(this.#lastDts, dts)
    if (now - this.#first.now >= SETTLED_AFTER) this.#settledLag ??= this.#lag()
  }

  totals(at: EpochMilliseconds): ArrivedTotals {
    return {
      at,
      videoBytes: this.#videoBytes,
      audioBytes: this.#audioBytes,
      videoFrames: this.#videoFrames,
      lastPause: this.#lastPause,
      driftMs: this.#settledLag === null ? null : Math.round(this.#lag() - this.#settledLag),
    }
  }

  /** How much more time passed than media came, since the first unit; at the arrival of the newest. */
  #lag(): Milliseconds {
    return this.#first ? this.#lastNow - this.#first.now - (this.#lastDts - this.#first.dts) : 0
  }
}
