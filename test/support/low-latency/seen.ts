/** What a player saw of one media playlist while it followed it. */
import type { Milliseconds } from '../../../service/contract/units.ts'

export class Seen {
  /** Answers with something new in them. */
  updates = 0
  parts = 0
  segments = 0
  discontinuities = 0
  /** Segments that had left before they were seen. */
  missed = 0
  /** Parts that were hinted and never came: the segment ended before them, or the encoder went. */
  hintsGivenUp = 0
  /** Answers that nothing new can be had yet. */
  unavailable = 0
  /** Connections that broke under a request. */
  interruptions = 0
  /** Delta updates among the answers. */
  deltas = 0
  /** By date, from the end of each part to the answer that lists it. */
  readonly latencies: Milliseconds[] = []
  /** From each part to the next one, as they were listed. */
  readonly pauses: Milliseconds[] = []
  /** From each segment to the next one. */
  readonly segmentPauses: Milliseconds[] = []
  /** From the first byte of a hinted part to its last one. */
  readonly transfers: Milliseconds[] = []

  /** All of it in one line. */
  describe(): string {
    const {
      updates,
      parts,
      segments,
      discontinuities,
      missed,
      hintsGivenUp,
      unavailable,
      interruptions,
      deltas,
    } = this
    const counts = {
      updates,
      deltas,
      parts,
      segments,
      discontinuities,
      missed,
      hintsGivenUp,
      unavailable,
      interruptions,
    }
    const figures = [
      `listed ${inWords(this.latencies)} ms after their end`,
      `a part each ${inWords(this.pauses)} ms`,
      `a segment each ${inWords(this.segmentPauses)} ms`,
      `hinted parts in ${inWords(this.transfers)} ms`,
    ]
    return [...Object.entries(counts).map(([name, count]) => `${count} ${name}`), ...figures].join(', ')
  }
}

/** The value that a share of all is not above; NaN of none. @param share 0 to 1 */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const inWords = (values: readonly number[]) =>
  [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0)).join(' / ')
