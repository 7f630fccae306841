/** Whether a schedule that has begun is late: one value for strip, findings, navigation and status bar. */
import type { AwaitedSchedule } from '../../service/contract/console/schedules.ts'
import { useNow } from './events/clock.ts'
import { useAwaited, useKnownUntil } from './events/hooks.ts'

/** Every broadcast begins a little late; from then on it is a trouble. Milliseconds. */
export const TOLERATED_MS = 5000

export interface Late {
  readonly schedule: AwaitedSchedule
  /** Since its start, milliseconds; null without contact: it was late then, and may be on air meanwhile. */
  readonly byMs: number | null
  readonly isAlarm: boolean
}

/**
 * Null where nothing is late. What was not late yet when contact was lost does not become it: nobody saw that.
 * @param awaited as the engine tells it, before its start too @param now milliseconds since 1970
 * @param knownUntil when contact was lost; null while there is contact
 */
export function lateOf(awaited: AwaitedSchedule | null, now: number, knownUntil: number | null): Late | null {
  const seenAt = knownUntil ?? now
  if (awaited === null || seenAt < awaited.startsAt || now >= awaited.endsAt) return null
  const byMs = seenAt - awaited.startsAt
  return { schedule: awaited, byMs: knownUntil === null ? byMs : null, isAlarm: byMs >= TOLERATED_MS }
}

/** The schedule that should be on air and is not; null where there is none. As last known, without contact. */
export function useLate(): Late | null {
  const now = useNow()
  return lateOf(useAwaited(), now, useKnownUntil())
}
