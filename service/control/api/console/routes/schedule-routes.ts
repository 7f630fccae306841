import type { scheduleApi, ScheduleView } from '../../../../contract/console/schedules.ts'
import type { PlannedSchedule } from '../../../schedule/schedule.ts'
import { LongList } from '../../http/long-list.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

const view = (schedule: PlannedSchedule): ScheduleView => ({
  scheduleId: schedule.scheduleId,
  name: schedule.name,
  startsAt: schedule.startsAt,
  endsAt: schedule.endsAt,
  channelId: schedule.hasChannel ? schedule.channelId : null,
  renditions: schedule.renditions,
  createdAt: schedule.createdAt,
  createdByName: schedule.createdByName,
})

function* views(schedules: Iterable<PlannedSchedule>): Iterable<ScheduleView> {
  for (const schedule of schedules) yield view(schedule)
}

export function scheduleRoutes({
  option,
  health,
}: Pick<ConsoleParts, 'option' | 'health'>): Handlers<typeof scheduleApi> {
  return {
    list({ caller, query: { from = 0, to = Number.MAX_SAFE_INTEGER } }) {
      const { schedules } = option
      const { id } = caller.system
      const origin = { of: schedules.plannedRevision(id), by: `${from} ${to}` }
      return new LongList('schedules', origin, () => views(schedules.eachBetween(id, from, to)))
    },
    search: ({ caller, query: { text } }) => ({
      schedules: option.schedules.search(caller.system.id, text).map(view),
    }),
    sessions: ({ caller, query: { from, to } }) => ({
      sessions: health.sessionsOfSchedules(caller.system.id, from, to),
    }),
  }
}
