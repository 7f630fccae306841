import type { BitsPerSecond, Bytes, Milliseconds } from '../../contract/units.ts'

/** What a network does to packets on their way. */
export interface PathTerms {
  /** Of the packets, 0 to 1. */
  readonly loss: number
  readonly delayMs: Milliseconds
  /** Each is later by up to this, evenly; where that is more than the distance of two packets, they may change places. */
  readonly jitterMs: Milliseconds
  /** What the narrowest line takes; null for any. */
  readonly rateBps: BitsPerSecond | null
}

/** A line that is too narrow keeps packets waiting this long, and loses what comes then: a router's queue. */
const LONGEST_QUEUE: Milliseconds = 300

/** When packets come out of a network. Knows no timers: the times are the caller's. */
export class NetworkPath {
  readonly #terms: PathTerms
  readonly #chance: () => number
  #lineFreeAt: Milliseconds = -Infinity

  /** @param chance at least 0, below 1 */
  constructor(terms: PathTerms, chance: () => number) {
    this.#terms = terms
    this.#chance = chance
  }

  /** @returns when the packet that goes in at `at` comes out; null where it is lost */
  out(bytes: Bytes, at: Milliseconds): Milliseconds | null {
    const { loss, delayMs, jitterMs, rateBps } = this.#terms
    if (loss > 0 && this.#chance() < loss) return null
    const through = rateBps === null ? at : this.#throughLine(bytes, at, rateBps)
    if (through === null) return null
    return through + delayMs + (jitterMs > 0 ? this.#chance() * jitterMs : 0)
  }

  #throughLine(bytes: Bytes, at: Milliseconds, rateBps: BitsPerSecond): Milliseconds | null {
    const begins = Math.max(at, this.#lineFreeAt)
    if (begins - at > LONGEST_QUEUE) return null
    this.#lineFreeAt = begins + (bytes * 8000) / rateBps
    return this.#lineFreeAt
  }
}
