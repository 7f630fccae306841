import type { StoreFault } from '../../contract/store-fault.ts'
import type { Milliseconds } from '../../contract/units.ts'

const FIRST: Milliseconds = 1000
/** What is live is asked for more often than what is kept: the window is as long as this. */
const LONGEST: Milliseconds = 30_000
const LONGEST_ASKED: Milliseconds = 60_000

/**
 * Pause before a store that failed is asked again: doubling, spread by a quarter.
 * @param failures in a row, this one included
 * @param random from 0 to 1
 */
export function retryPause(fault: StoreFault, failures: number, random: number): Milliseconds {
  const asked = fault.kind === 'busy' ? Math.min(LONGEST_ASKED, fault.retryAfterMs ?? 0) : 0
  const doubled = Math.min(LONGEST, FIRST * 2 ** (failures - 1))
  return Math.max(asked, Math.round(doubled * (0.75 + random / 2)))
}
