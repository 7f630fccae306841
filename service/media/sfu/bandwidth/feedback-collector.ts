import type { Milliseconds } from '../../../contract/units.ts'
import type { Arrival } from '../../../protocol/rtcp/packet.ts'
import { transportFeedback } from '../../../protocol/rtcp/write.ts'
import { distance } from '../../../protocol/rtp/sequence.ts'

/** Packets that are remembered; a power of two. */
const SIZE = 2048
/** Packets of one feedback: with two bytes for each delta it still fits into 1200 bytes. */
const MOST_PACKETS = 400
/** Farther apart, two arrivals have no delta (16 bits of 0.25 ms). */
const MOST_DELTA_MS = 8000
/** Feedback is due after so long, or as soon as so many packets wait for it. */
const INTERVAL_MS = 45
const MANY_PACKETS = 20

/**
 * Tells a sender when its packets arrived (draft-holmer-rmcat-transport-wide-cc-extensions-01). Each feedback
 * goes on where the last one ended; a packet that comes late, after it was reported missing, has the next
 * one go back to it.
 */
export class FeedbackCollector {
  readonly #arrivedAt = new Float64Array(SIZE).fill(NaN)
  /** Sequence numbers here go on beyond 16 bits. */
  #newest: number | null = null
  /** First one of the next feedback. */
  #next = 0
  #feedbackCount = 0
  #builtMs: Milliseconds = -Infinity

  /** @param transportSeq 16 bits */
  received(transportSeq: number, nowMs: Milliseconds): void {
    const newest = this.#newest
    const value = newest === null ? transportSeq : newest + distance(newest, transportSeq)
    if (newest === null || newest - value >= SIZE) this.#restart(value)
    else if (value > newest) this.#advance(newest, value)
    else if (!Number.isNaN(this.#at(value))) return
    this.#arrivedAt[value & (SIZE - 1)] = nowMs
    if (value < this.#next && this.#next - value < MOST_PACKETS) this.#next = value
  }

  /** The next feedback, as RTCP; null while none is due. To be called every 20 to 100 ms. */
  build(senderSsrc: number, mediaSsrc: number, nowMs: Milliseconds): Uint8Array | null {
    const newest = this.#newest
    if (newest === null || this.#next > newest) return null
    if (nowMs - this.#builtMs < INTERVAL_MS && newest - this.#next < MANY_PACKETS) return null
    this.#builtMs = nowMs
    const baseSequence = this.#begin(newest)
    const arrivals = this.#collect(baseSequence, newest)
    this.#next = baseSequence + arrivals.length
    const feedbackCount = this.#feedbackCount
    this.#feedbackCount = (feedbackCount + 1) & 0xff
    return transportFeedback(senderSsrc, mediaSsrc, {
      baseSequence: baseSequence & 0xffff,
      feedbackCount,
      arrivals,
    })
  }

  /** A feedback has an arrival: of a longer gap, only the end is told. */
  #begin(newest: number): number {
    const next = Math.max(this.#next, newest - SIZE + 1)
    let first = next
    while (Number.isNaN(this.#at(first))) first++
    return Math.max(next, first - MOST_PACKETS + 1)
  }

  #collect(begin: number, newest: number): Arrival[] {
    const end = Math.min(newest, begin + MOST_PACKETS - 1)
    const arrivals: Arrival[] = []
    let previous: Milliseconds | null = null
    for (let value = begin; value <= end; value++) {
      const at = this.#at(value)
      const arrived = !Number.isNaN(at)
      if (arrived && previous !== null && Math.abs(at - previous) > MOST_DELTA_MS) break
      if (arrived) previous = at
      arrivals.push({ sequenceNumber: value & 0xffff, receivedAtMs: arrived ? at : null })
    }
    return arrivals
  }

  #at(value: number): number {
    return this.#arrivedAt[value & (SIZE - 1)] ?? NaN
  }

  #advance(newest: number, value: number): void {
    if (value - newest >= SIZE) this.#arrivedAt.fill(NaN)
    else for (let lost = newest + 1; lost < value; lost++) this.#arrivedAt[lost & (SIZE - 1)] = NaN
    this.#newest = value
  }

  /** So far behind, a packet is not late: the sender counts anew. */
  #restart(value: number): void {
    this.#arrivedAt.fill(NaN)
    this.#newest = value
    this.#next = value
  }
}
