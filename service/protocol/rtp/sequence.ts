/** Sequence numbers of RTP, which wrap around at 16 bits (RFC 3550 A.1). */

/** How far `to` is ahead of `from`, the shorter way around: -32768 to 32767. */
export function distance(from: number, to: number): number {
  return ((to - from) << 16) >> 16
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
