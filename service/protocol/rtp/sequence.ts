/** Numbers that wrap around: sequence numbers (16 bit) and timestamps (32 bit) of RTP (RFC 3550 A.1). */

/** How far `to` is ahead of `from`, the shorter way around: -32768 to 32767. */
export function distance(from: number, to: number): number {
  return ((to - from) << 16) >> 16
}

/** True where sequence number `a` comes after `b`. Half way around, neither is newer. */
export function isNewer(a: number, b: number): boolean {
  return distance(b, a) > 0
}

/**
 * Continues 16-bit sequence numbers beyond their wrap. Each is taken as the one nearest to the newest so
 * far; the first stands for itself, and those before it may become negative.
 */
export class SequenceUnwrapper {
  #newest: number | null = null

  unwrap(sequenceNumber: number): number {
    if (this.#newest === null) return (this.#newest = sequenceNumber)
    const value = this.#newest + distance(this.#newest, sequenceNumber)
    if (value > this.#newest) this.#newest = value
    return value
  }
}

/** Continues 32-bit timestamps beyond their wrap, in the same way. */
export class TimestampUnwrapper {
  #newest: number | null = null

  unwrap(timestamp: number): number {
    if (this.#newest === null) return (this.#newest = timestamp)
    const value = this.#newest + ((timestamp - this.#newest) | 0)
    if (value > this.#newest) this.#newest = value
    return value
  }
}
