import { distance } from '../../../protocol/rtp/sequence.ts'

/** What {@link ReceivedWindow.add} answers for packets that are not to be used; numbers are never negative. */
export const DUPLICATE = -1
export const RESTARTED = -2

/** Packets that a late one may be behind, and that are remembered. A power of 2. */
const SIZE = 2048
/** RFC 3550 A.1: a larger jump ahead is no loss but another beginning. */
const MAX_DROPOUT = 3000

/**
 * Sequence numbers of one stream, continued beyond their wrap, and which of the last came already
 * (RFC 3550 A.1).
 */
export class ReceivedWindow {
  /** Extended number of the first packet, and the highest so far; -1 before any. */
  first = -1
  highest = -1
  readonly #seen = new Uint32Array(SIZE / 32)
  /** Where a jump would go on; two packets in a row make it a restart. */
  #awaited = -1

  /**
   * @param sequenceNumber 16 bits
   * @param isRetransmission it never begins anything: one of far away is only late
   * @returns its extended number; {@link DUPLICATE} for what came already or is too old to tell;
   * {@link RESTARTED} where the sender began anew, after which this window is of no more use
   */
  add(sequenceNumber: number, isRetransmission = false): number {
    if (this.highest < 0) {
      this.first = this.highest = sequenceNumber
      this.#mark(sequenceNumber)
      return sequenceNumber
    }
    const ahead = distance(this.highest, sequenceNumber)
    const isFar = ahead > MAX_DROPOUT || ahead <= -SIZE
    if (isRetransmission && isFar) return DUPLICATE
    if (isFar) return this.#jump(sequenceNumber)
    if (!isRetransmission) this.#awaited = -1
    const extended = this.highest + ahead
    if (ahead > 0) {
      this.#clear(this.highest + 1, extended)
      this.highest = extended
    } else if (extended < this.first || this.#has(extended)) return DUPLICATE
    this.#mark(extended)
    return extended
  }

  #jump(sequenceNumber: number): number {
    if (sequenceNumber === this.#awaited) return RESTARTED
    this.#awaited = (sequenceNumber + 1) & 0xffff
    return DUPLICATE
  }

  #has(number: number): boolean {
    return (((this.#seen[(number % SIZE) >> 5] ?? 0) >>> (number & 31)) & 1) === 1
  }

  #mark(number: number): void {
    const word = (number % SIZE) >> 5
    this.#seen[word] = (this.#seen[word] ?? 0) | (1 << (number & 31))
  }

  #clear(from: number, to: number): void {
    if (to - from >= SIZE) {
      this.#seen.fill(0)
      return
    }
    for (let number = from; number <= to; number++) {
      const word = (number % SIZE) >> 5
      this.#seen[word] = (this.#seen[word] ?? 0) & ~(1 << (number & 31))
    }
  }
}
