import type { BitsPerSecond, Milliseconds } from '../../../contract/units.ts'

/** What is older counts no more: the receiver may get those streams no longer. */
export const REMB_FRESH_MS: Milliseconds = 5000

interface Estimate {
  readonly bps: BitsPerSecond
  /** Empty for whatever the receiver gets. */
  readonly ssrcs: readonly number[]
  readonly atMs: Milliseconds
}

/**
 * What a receiver says itself that it can take (REMB, draft-alvestrand-rmcat-remb-03): together, as browsers do, or of
 * each stream, as aiortc does. An estimate is of the streams that it names and says nothing of others.
 */
export class ReceiverEstimates {
  #estimates: readonly Estimate[] = []

  /**
   * @param ssrcs those of the receiver's streams that it names; empty for all
   * @returns what it can take of all that its estimates name
   */
  add(bps: BitsPerSecond, ssrcs: readonly number[], nowMs: Milliseconds): BitsPerSecond {
    const others = this.#estimates.filter(
      (estimate) =>
        nowMs - estimate.atMs <= REMB_FRESH_MS &&
        ssrcs.length > 0 &&
        estimate.ssrcs.length > 0 &&
        !estimate.ssrcs.some((ssrc) => ssrcs.includes(ssrc)),
    )
    this.#estimates = [...others, { bps, ssrcs, atMs: nowMs }]
    return this.#estimates.reduce((sum, estimate) => sum + estimate.bps, 0)
  }

  /** Whether any estimate is of this stream. */
  covers(ssrc: number): boolean {
    return this.#estimates.some(({ ssrcs }) => ssrcs.length === 0 || ssrcs.includes(ssrc))
  }
}
