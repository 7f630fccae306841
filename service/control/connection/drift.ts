import type { Milliseconds } from '../../contract/units.ts'

/** How media time drifted against the clock. */
export interface Drift {
  /** Means of 10 s each over the last 70 s at most, oldest first. */
  readonly means: readonly Milliseconds[]
  /** What has come of the next mean. */
  readonly sum: Milliseconds
  readonly count: number
}

export const NO_DRIFT: Drift = { means: [], sum: 0, count: 0 }
/** More than this is heard and seen by those who wait for it, and fills or empties buffers. */
export const TOO_MUCH_DRIFT: Milliseconds = 200

const PER_MEAN = 10
const KEPT = 7
/** In a minute: 200 ppm, which is 200 ms in 17 minutes. */
const LEAST_GROWTH: Milliseconds = 12

/** Takes one more second. Pure. @param driftMs null where it is not known yet */
export function withDrift(before: Drift, driftMs: Milliseconds | null): Drift {
  if (driftMs === null) return before
  const [sum, count] = [before.sum + driftMs, before.count + 1]
  if (count < PER_MEAN) return { ...before, sum, count }
  return { means: [...before.means, sum / count].slice(-KEPT), sum: 0, count: 0 }
}

/**
 * The drift where it is too much and grew over the last minute, else null. One step, as after a pause of
 * the network, is no growth.
 * @param found true where it was found before: then it holds until it is small again
 */
export function tooMuchDrift({ means }: Drift, found: boolean): Milliseconds | null {
  const latest = means.at(-1) ?? 0
  if (Math.abs(latest) <= TOO_MUCH_DRIFT) return null
  return found || isGrowing(means) ? latest : null
}

function isGrowing(means: readonly Milliseconds[]): boolean {
  if (means.length < KEPT) return false
  const away = means.map(Math.abs)
  const growth = (away.at(-1) ?? 0) - (away[0] ?? 0)
  const largestStep = Math.max(...away.slice(1).map((mean, i) => mean - (away[i] ?? 0)))
  return growth >= LEAST_GROWTH && largestStep <= growth / 2
}
