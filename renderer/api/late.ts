/** Whether a schedule that has begun is late: one value for strip, findings, navigation and status bar. */
import type { AwaitedSchedule } from '../../service/contract/console/schedules.ts'
import { useNow } from './events/clock.ts'
import { useAwaited } from './events/hooks.ts'

/** Every broadcast begins a little late; from then on it is a trouble. Milliseconds. */
export const TOLERATED_MS = 5000

export interface Late {
  readonly schedule: AwaitedSchedule
  /** Since its start, milliseconds. */
  readonly byMs: number
  readonly isAlarm: boolean
}

/**
 * Null where nothing is late.
 * @param awaited as the engine tells it, before its start too @param now milliseconds since 1970
 */
export function lateOf(awaited: AwaitedSchedule | null, now: number): Late | null {
  if (awaited === null || now < awaited.startsAt || now >= awaited.endsAt) return null
  const byMs = now - awaited.startsAt
  return { schedule: awaited, byMs, isAlarm: byMs >= TOLERATED_MS }
}

/** The schedule that should be on air and is not; null where there is none, and without contact. */
export function useLate(): Late | null {
  const now = useNow()
  return lateOf(useAwaited(), now)
}
