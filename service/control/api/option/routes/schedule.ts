import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import { describeAct } from '../../../audit/acts.ts'
import { formatZonedIso } from '../../../system/zoned-time.ts'
import { defineEndpoint } from '../define-endpoint.ts'
import { periodOf } from '../period.ts'

const EXAMPLE_ID = '6R2M9XQ4T8WJ1ZC5YB7KD3HVNF'

export const listSchedules = defineEndpoint({
  ...OPTION_ENDPOINTS.listSchedules,
  summary: 'Lists the schedules of the system, by start.',
  example: {
    request: {},
    response: [
      {
        schedule_id: EXAMPLE_ID,
        name: 'Evening show',
        start_datetime: '2026-11-20T19:00:00',
        end_datetime: '2026-11-20T20:30:00',
        created_datetime: '2026-11-18T09:12:44',
        created_user_name: 'Ann',
      },
    ],
  },
  errors: [],
  kept: ({ parts, caller: { system } }) => ({ of: parts.schedules.revision(system.id), by: system.timeZone }),
  *items({ parts, caller: { system } }) {
    for (const schedule of parts.schedules.each(system.id))
      yield {
        schedule_id: schedule.scheduleId,
        name: schedule.name,
        start_datetime: formatZonedIso(schedule.startsAt, system.timeZone),
        end_datetime: formatZonedIso(schedule.endsAt, system.timeZone),
        created_datetime: formatZonedIso(schedule.createdAt, system.timeZone),
        created_user_name: schedule.createdByName,
      }
  },
})

export const createSchedule = defineEndpoint({
  ...OPTION_ENDPOINTS.createSchedule,
  summary: 'Registers a schedule and creates its channel; without HLS conversion when service_params is [].',
  example: {
    request: {
      start_datetime: '2026/11/20 19:00:00',
      end_datetime: '2026/11/20 20:30:00',
      name: 'Evening show',
      service_params: [
        {
          durationSeconds: 2,
          startTimeOffset: -2,
          video: { width: 1280, height: 720, fps: 30, bps: 2_500_000 },
          audio: { bps: 128_000 },
        },
      ],
    },
    response: { schedule_id: EXAMPLE_ID },
  },
  errors: ['SCHEDULE_OVERLAP'],
  creates: true,
  prepare(request, { parts, caller: { system, user } }) {
    const { name, service_params: renditions } = request
    const schedule = { name, ...periodOf(request, system.timeZone), renditions }
    return () => {
      const { scheduleId } = parts.schedules.create(system.id, user, schedule)
      describeAct({ objects: [{ kind: 'schedule', id: scheduleId, name }] })
      return { schedule_id: scheduleId }
    }
  },
})

export const changeSchedule = defineEndpoint({
  ...OPTION_ENDPOINTS.changeSchedule,
  summary: 'Changes the times and the name of a schedule.',
  example: {
    request: {
      schedule_id: EXAMPLE_ID,
      start_datetime: '2026/11/20 19:30:00',
      end_datetime: '2026/11/20 21:00:00',
      name: 'Evening show, later',
    },
    response: { ok: true },
  },
  errors: ['NOT_FOUND', 'SCHEDULE_OVERLAP'],
  handle(request, { parts, caller: { system } }) {
    const { schedule_id: id, name } = request
    parts.schedules.change(system.id, id, { name, ...periodOf(request, system.timeZone) })
    return { ok: true } as const
  },
})

export const deleteSchedule = defineEndpoint({
  ...OPTION_ENDPOINTS.deleteSchedule,
  summary: 'Deletes a schedule that has not started yet, with its channel and chat.',
  example: { request: { schedule_id: EXAMPLE_ID }, response: { ok: true } },
  errors: ['NOT_FOUND', 'SCHEDULE_STARTED'],
  async handle({ schedule_id: id }, { parts, caller: { system } }) {
    await parts.schedules.remove(system.id, id)
    return { ok: true } as const
  },
})
