import type { Milliseconds } from '../../../contract/units.ts'

/** A fraction is told after so many packets, or after a second if there were a few. */
const ENOUGH = 100
const FEW = 20
const LONG_MS = 1000

/** Fraction of packets lost, over runs long enough that chance plays a small part. */
export class LossMeter {
  #lost = 0
  #arrived = 0
  #sinceMs: Milliseconds | null = null

  lost(): void {
    this.#lost++
  }

  arrived(): void {
    this.#arrived++
  }

  /** A packet that was counted as lost has arrived after all. */
  late(): void {
    if (this.#lost > 0) this.#lost--
    this.#arrived++
  }

  /** Ends the run if it is long enough: 0..1, or null. */
  take(nowMs: Milliseconds): number | null {
    this.#sinceMs ??= nowMs
    const total = this.#lost + this.#arrived
    if (total < FEW || (total < ENOUGH && nowMs - this.#sinceMs < LONG_MS)) return null
    const fraction = this.#lost / total
    this.#lost = 0
    this.#arrived = 0
    this.#sinceMs = nowMs
    return fraction
  }
}
