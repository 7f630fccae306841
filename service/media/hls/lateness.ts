import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ListedLate } from '../../contract/worker-protocol.ts'

/** What was listed within this time says whether it becomes later. */
const WINDOW: Milliseconds = 10_000

/** How long after its media came in the newest segment of a rendition was there for viewers. */
export class Lateness {
  #listed: { readonly at: EpochMilliseconds; readonly afterMs: Milliseconds }[] = []
  #newest: ListedLate | null = null

  /** Null before the first segment. */
  get newest(): ListedLate | null {
    return this.#newest
  }

  /**
   * A segment is in its playlist.
   * @param until when the last of its media came in @param at when it was listed
   */
  listed(until: EpochMilliseconds, at: EpochMilliseconds): void {
    const afterMs = Math.max(0, at - until)
    this.#listed = [...this.#listed.filter((one) => one.at > at - WINDOW), { at, afterMs }]
    const least = Math.min(...this.#listed.map((one) => one.afterMs))
    this.#newest = { until, afterMs, growthMs: afterMs - least }
  }
}

/** Of several renditions that which is latest: whoever watches it sees the oldest picture. */
export function latest(all: readonly Lateness[]): ListedLate | null {
  const known = all.map(({ newest }) => newest).filter((one) => one !== null)
  return known.reduce<ListedLate | null>((a, b) => (a && a.afterMs >= b.afterMs ? a : b), null)
}
