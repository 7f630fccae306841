import type { Milliseconds } from '../../../contract/units.ts'

/** A packet that is this late may still only be out of order. */
const REORDERING: Milliseconds = 5
/** Between two requests for the same packet, growing by half each time. */
const FIRST_RETRY: Milliseconds = 40
const RETRY_GROWTH = 1.5
const MAX_TRIES = 10
/** After so long a picture that lacks the packet is too late anyway. */
const GIVE_UP: Milliseconds = 1000
/** More missing at once is an outage, which only a key frame mends. */
const MAX_MISSING = 1000

interface Missing {
  readonly sinceMs: Milliseconds
  dueMs: Milliseconds
  tries: number
}

/** Packets of one stream that did not come, and when to ask for each (generic NACK, RFC 4585 6.2.1). */
export class MissingPackets {
  readonly #missing = new Map<number, Missing>()
  #nextDueMs = Infinity
  #gaveUp = false

  /** Extended numbers `from` up to, but without, `to` were passed over. */
  passedOver(from: number, to: number, nowMs: Milliseconds): void {
    if (this.#missing.size + to - from > MAX_MISSING) {
      this.#missing.clear()
      this.#gaveUp = true
      return
    }
    const dueMs = nowMs + REORDERING
    for (let number = from; number < to; number++)
      this.#missing.set(number, { sinceMs: nowMs, dueMs, tries: 0 })
    this.#nextDueMs = Math.min(this.#nextDueMs, dueMs)
  }

  /** @returns whether it had been asked for */
  arrived(number: number): boolean {
    const missing = this.#missing.get(number)
    if (!missing) return false
    this.#missing.delete(number)
    return missing.tries > 0
  }

  /** Whether {@link request} may have something to ask for. */
  isDue(nowMs: Milliseconds): boolean {
    return nowMs >= this.#nextDueMs
  }

  /** 16-bit sequence numbers to ask for now, oldest first; they count as asked for. */
  request(nowMs: Milliseconds): number[] {
    const due: number[] = []
    let next = Infinity
    for (const [number, missing] of this.#missing) {
      if (nowMs - missing.sinceMs > GIVE_UP || (missing.tries === MAX_TRIES && nowMs >= missing.dueMs)) {
        this.#missing.delete(number)
        this.#gaveUp = true
        continue
      }
      if (nowMs >= missing.dueMs) {
        due.push(number & 0xffff)
        missing.dueMs = nowMs + FIRST_RETRY * RETRY_GROWTH ** missing.tries
        missing.tries += 1
      }
      next = Math.min(next, missing.dueMs)
    }
    this.#nextDueMs = next
    return due
  }

  /** Whether packets were given up since the last call. */
  takeGivenUp(): boolean {
    const gaveUp = this.#gaveUp
    this.#gaveUp = false
    return gaveUp
  }
}
