/** How a schedule stands to the clock and to what viewers see. Pure. */
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { Period } from '../../schedule/conflict.ts'

export type ScheduleState = 'onAir' | 'running' | 'past' | 'planned'

/** @param onAirSince of its channel; null while nobody can see it @param now milliseconds since 1970 */
export function stateOf({ startsAt, endsAt }: Period, onAirSince: number | null, now: number): ScheduleState {
  if (onAirSince !== null) return 'onAir'
  if (endsAt <= now) return 'past'
  return startsAt <= now ? 'running' : 'planned'
}

/** Since when channels are on air, by id. */
export type OnAir = ReadonlyMap<string, number>

export const onAirSinceOf = ({ channelId }: ScheduleView, onAir: OnAir): number | null =>
  channelId === null ? null : (onAir.get(channelId) ?? null)

/**
 * What may be dragged: what has begun stays where it began, and its end can still be set.
 * @param schedule null for a new one @param now milliseconds since 1970
 */
export const gripsOf = (schedule: Period | null, now: number) => ({
  movable: schedule === null || schedule.startsAt > now,
  resizable: schedule === null || schedule.endsAt > now,
})
