import type { Milliseconds } from '../contract/units.ts'
import { systemClock } from '../platform/clock.ts'
import type { Clock, Run } from '../platform/clock.ts'

const STEP: Milliseconds = 100

/**
 * Calls `run` when this process has had so much time: while it is not run, on a computer that is too busy or
 * asleep, hardly any of it passes.
 */
export function afterOwnTime(limit: Milliseconds, run: Run, clock: Clock = systemClock): void {
  if (limit > STEP) clock.after(STEP, () => afterOwnTime(limit - STEP, run, clock))
  else clock.after(limit, run)
}
