import type { Milliseconds } from '../../../contract/units.ts'

/** How one stream arrives, for receiver reports (RFC 3550 6.4.1, A.3, A.8). */
export class Reception {
  readonly #ticksPerMs: number
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  /** Arrival minus timestamp of the packet before, ticks. */
  #transit: number | null = null
  #jitter = 0

  /** @param clockRate ticks per second of the stream's timestamps */
  constructor(clockRate: number) {
    this.#ticksPerMs = clockRate / 1000
  }

  /** A packet that came by retransmission: no longer lost, but its delay tells nothing. */
  recovered(): void {
    this.#received += 1
  }

  packet(timestamp: number, nowMs: Milliseconds): void {
    this.#received += 1
    const transit = Math.round(nowMs * this.#ticksPerMs) - timestamp
    // Timestamps wrap at 32 bits, and so does the difference.
    if (this.#transit !== null) this.#jitter += (Math.abs((transit - this.#transit) | 0) - this.#jitter) / 16
    this.#transit = transit
  }

  /** Interarrival jitter in ticks. */
  get jitter(): number {
    return Math.floor(this.#jitter)
  }

  /**
   * Losses since the last call and in all; a retransmission that came makes good for its packet.
   * @param expected packets that the sequence numbers so far stand for
   */
  losses(expected: number): { fractionLost: number; cumulativeLost: number } {
    const expectedNow = expected - this.#expectedBefore
    const lostNow = expectedNow - (this.#received - this.#receivedBefore)
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    return {
      fractionLost: expectedNow > 0 && lostNow > 0 ? Math.min(lostNow / expectedNow, 1) : 0,
      cumulativeLost: expected - this.#received,
    }
  }
}
