import type { FastifyInstance } from 'fastify'
import { listSchedulesQuery } from '../../../contract/console-schedules.ts'
import type { ScheduleList, ScheduleView } from '../../../contract/console-schedules.ts'
import type { Schedule } from '../../schedule/schedule.ts'
import { validate } from '../http/validate.ts'
import type { ConsoleParts } from './ports.ts'
import { sessionOf } from './session.ts'
import { badRequest } from './session-routes.ts'

export function scheduleRoutes(server: FastifyInstance, parts: ConsoleParts): void {
  const view = (schedule: Schedule): ScheduleView => ({
    scheduleId: schedule.scheduleId,
    name: schedule.name,
    startsAt: schedule.startsAt,
    endsAt: schedule.endsAt,
    channelId: parts.option.channels.find(schedule.systemId, schedule.channelId) ? schedule.channelId : null,
    renditions: schedule.renditions,
    createdAt: schedule.createdAt,
    createdByName: schedule.createdByName,
  })

  server.get('/console/api/schedules', (request): ScheduleList => {
    const { system } = sessionOf(request, parts)
    const { from = 0, to = Number.MAX_SAFE_INTEGER } = validate(listSchedulesQuery, request.query, badRequest)
    return { schedules: parts.option.schedules.listBetween(system.id, from, to).map(view) }
  })
}
