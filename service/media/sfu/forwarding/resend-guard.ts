import type { Bytes, Milliseconds } from '../../../contract/units.ts'

/** Even the nearest receiver asks twice before an answer can reach it. */
const MIN_INTERVAL: Milliseconds = 20
/** A packet on its way is not sent again, however long that way. */
const MAX_INTERVAL: Milliseconds = 200
/** Bytes sent again for each byte of media: enough where every second packet is lost, again and again. */
const SHARE = 2
/** Most that is sent again at once: a second of a fast stream. */
const MAX_CREDIT: Bytes = 4 * 1024 * 1024

/**
 * Keeps a packet from being sent again while it may still be under way, and a receiver from having much more
 * sent again than it was sent: a few bytes ask for hundreds of packets.
 */
export class ResendGuard {
  roundTripMs: Milliseconds = 0
  #credit: Bytes = 0
  #sweptMs: Milliseconds = -Infinity
  readonly #sentMs = new Map<number, Milliseconds>()

  /** Media was sent. */
  sent(bytes: Bytes): void {
    this.#credit = Math.min(MAX_CREDIT, this.#credit + SHARE * bytes)
  }

  /** @param sequence extended; true counts as sent */
  allows(sequence: number, bytes: Bytes, nowMs: Milliseconds): boolean {
    if (this.#credit < bytes) return false
    const interval = Math.min(MAX_INTERVAL, Math.max(MIN_INTERVAL, this.roundTripMs))
    const sentMs = this.#sentMs.get(sequence)
    if (sentMs !== undefined && nowMs - sentMs < interval) return false
    if (nowMs - this.#sweptMs > MAX_INTERVAL) this.#sweep(nowMs)
    this.#sentMs.set(sequence, nowMs)
    this.#credit -= bytes
    return true
  }

  /** Forgets those that are over. */
  #sweep(nowMs: Milliseconds): void {
    this.#sweptMs = nowMs
    for (const [sequence, sentMs] of this.#sentMs) {
      if (nowMs - sentMs >= MAX_INTERVAL) this.#sentMs.delete(sequence)
    }
  }
}
