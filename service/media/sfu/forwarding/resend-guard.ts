import type { Milliseconds } from '../../../contract/units.ts'

/** Even the nearest receiver asks twice before an answer can reach it. */
const MIN_INTERVAL: Milliseconds = 20
/** A packet on its way is not sent again, however long that way. */
const MAX_INTERVAL: Milliseconds = 200
/** Entries among which those that are over are swept. */
const SWEEP_SIZE = 512

/** Keeps a packet from being sent again while it may still be under way. */
export class ResendGuard {
  roundTripMs: Milliseconds = 0
  readonly #sentMs = new Map<number, Milliseconds>()

  /** @param sequence extended; true counts as sent */
  allows(sequence: number, nowMs: Milliseconds): boolean {
    const interval = Math.min(MAX_INTERVAL, Math.max(MIN_INTERVAL, this.roundTripMs))
    const sentMs = this.#sentMs.get(sequence)
    if (sentMs !== undefined && nowMs - sentMs < interval) return false
    if (this.#sentMs.size >= SWEEP_SIZE) this.#sweep(nowMs - MAX_INTERVAL)
    this.#sentMs.set(sequence, nowMs)
    return true
  }

  #sweep(beforeMs: Milliseconds): void {
    for (const [sequence, sentMs] of this.#sentMs) if (sentMs <= beforeMs) this.#sentMs.delete(sequence)
  }
}
