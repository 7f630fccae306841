/**
 * The console API: schedules with what the option API does not list. Making, changing and deleting goes through
 * the option API (`/console/api/option/schedule`). Paths, authentication and errors as in `console.ts`.
 *
 *   GET    /console/api/schedules       query: ListSchedulesQuery → ScheduleList, by start
 *
 * For every signed-in user, as the option API's own listing.
 */
import { z } from 'zod'
import { integerTextOf } from './text.ts'
import type { EpochMilliseconds } from './units.ts'
import type { Rendition } from './rendition.ts'

const time = integerTextOf(0, Number.MAX_SAFE_INTEGER)

/** Only schedules that have some of `[from, to)`, milliseconds since 1970. */
export const listSchedulesQuery = z.object({ from: time.optional(), to: time.optional() })

export interface ScheduleView {
  readonly scheduleId: string
  readonly name: string
  readonly startsAt: EpochMilliseconds
  /** The first moment that is no longer part of it. */
  readonly endsAt: EpochMilliseconds
  /** The channel that was made for it; null when that was deleted since. */
  readonly channelId: string | null
  /** Fixed at registration; empty: no HLS. */
  readonly renditions: readonly Rendition[]
  readonly createdAt: EpochMilliseconds
  readonly createdByName: string
}

export interface ScheduleList {
  readonly schedules: readonly ScheduleView[]
}
