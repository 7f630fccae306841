/** Schedules with what the option API does not list; making, changing and deleting goes through that API. */
import { z } from 'zod'
import { renditionSchema } from '../rendition.ts'
import { integerTextOf, textOf } from '../text.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'
import { moment } from './units.ts'

const time = integerTextOf(0, Number.MAX_SAFE_INTEGER)

/** Only schedules that have some of `[from, to)`, milliseconds since 1970. */
const listSchedulesQuery = z.object({ from: time.optional(), to: time.optional() })

export const scheduleView = z.strictObject({
  scheduleId: z.string(),
  name: z.string(),
  startsAt: moment,
  /** The first moment that is no longer part of it. */
  endsAt: moment,
  /** The channel that was made for it; null when that was deleted since, or is not shown (`who-sees.ts`). */
  channelId: z.string().nullable(),
  /** Fixed at registration; empty: no HLS. */
  renditions: z.array(renditionSchema),
  createdAt: moment,
  createdByName: z.string(),
})
export type ScheduleView = Shown<typeof scheduleView>

/** What the engine tells of a schedule by itself. */
export const plannedSchedule = scheduleView.pick({
  scheduleId: true,
  name: true,
  startsAt: true,
  endsAt: true,
  channelId: true,
})
export type PlannedSchedule = Shown<typeof plannedSchedule>

/** A schedule that viewers wait for: they have had nothing of it yet. It is late from its start on. */
export const awaitedSchedule = plannedSchedule
export type AwaitedSchedule = PlannedSchedule

/** A session of a schedule's channel. */
const scheduleSession = z.strictObject({
  /** Of the channel, as its sessions are listed. */
  id: z.int(),
  scheduleId: z.string(),
  startedAt: moment,
  /** Null while it runs. */
  endedAt: moment.nullable(),
})
export type ScheduleSession = Shown<typeof scheduleSession>

/** Only sessions that have some of `[from, to)`, milliseconds since 1970. */
const listSessionsQuery = z.object({ from: time, to: time })

/** Any part of a name, without regard to the case of ASCII letters, or all of an id. */
const searchSchedulesQuery = z.object({ text: textOf(1, 255) })

const scheduleList = z.strictObject({ schedules: z.array(scheduleView) })

export const scheduleApi = {
  list: json({
    method: 'GET',
    path: '/console/api/schedules',
    who: 'signed-in',
    summary: 'Schedules by start.',
    query: listSchedulesQuery,
    answer: scheduleList,
  }),
  search: json({
    method: 'GET',
    path: '/console/api/schedules/search',
    who: 'signed-in',
    summary: 'The 12 schedules nearest to now that have a text in their names, or as their id.',
    query: searchSchedulesQuery,
    answer: scheduleList,
  }),
  sessions: json({
    method: 'GET',
    path: '/console/api/schedules/sessions',
    who: 'delivery or view',
    summary: 'Sessions of the channels of schedules within a time, oldest first.',
    query: listSessionsQuery,
    answer: z.strictObject({ sessions: z.array(scheduleSession) }),
  }),
}
