import type { scheduleApi, ScheduleView } from '../../../contract/console/schedules.ts'
import type { PlannedSchedule } from '../../schedule/schedule.ts'
import type { Handlers } from './handlers.ts'
import type { ConsoleParts } from './console-parts.ts'

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

export function scheduleRoutes({
  option,
  health,
}: Pick<ConsoleParts, 'option' | 'health'>): Handlers<typeof scheduleApi> {
  return {
    list: ({ caller, query: { from = 0, to = Number.MAX_SAFE_INTEGER } }) => ({
      schedules: option.schedules.listBetween(caller.system.id, from, to).map(view),
    }),
    search: ({ caller, query: { text } }) => ({
      schedules: option.schedules.search(caller.system.id, text).map(view),
    }),
    sessions: ({ caller, query: { from, to } }) => ({
      sessions: health.sessionsOfSchedules(caller.system.id, from, to),
    }),
  }
}
