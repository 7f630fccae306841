import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import { formatZonedIso } from '../../../system/zoned-time.ts'
import { defineEndpoint } from '../define-endpoint.ts'

const EXAMPLE_SCHEDULE = '6R2M9XQ4T8WJ1ZC5YB7KD3HVNF'

export const listChat = defineEndpoint({
  ...OPTION_ENDPOINTS.listChat,
  summary: 'Lists the chat messages of a schedule, oldest first.',
  example: {
    request: { schedule_id: EXAMPLE_SCHEDULE, limit: 100 },
    response: {
      ok: true,
      messages: [
        {
          message_id: '7C3N0YR5V9XK2AD6ZC8ME4JWPG',
          schedule_id: EXAMPLE_SCHEDULE,
          user_id: 2,
          user_name: 'Ben',
          body: 'Good evening!',
          created_datetime: '2026-11-20T19:00:12',
        },
      ],
    },
  },
  errors: ['NOT_FOUND'],
  handle({ schedule_id: id, after, limit }, { parts, caller: { system } }) {
    const schedule = parts.schedules.find(system.id, id)
    const messages = parts.chat.list(schedule.scheduleId, { after, limit }).map((message) => ({
      message_id: message.messageId,
      schedule_id: message.scheduleId,
      user_id: message.userId,
      user_name: message.userName,
      body: message.body,
      created_datetime: formatZonedIso(message.createdAt, system.timeZone),
    }))
    return { ok: true as const, messages }
  },
})

export const sendChat = defineEndpoint({
  ...OPTION_ENDPOINTS.sendChat,
  summary: 'Sends a chat message to a schedule.',
  example: {
    request: { schedule_id: EXAMPLE_SCHEDULE, body: 'Good evening!' },
    response: { ok: true },
  },
  errors: ['NOT_FOUND'],
  creates: true,
  prepare({ schedule_id: id, body }, { parts, caller: { system, user } }) {
    return () => {
      parts.chat.send(parts.schedules.find(system.id, id), user, body)
      return { ok: true as const }
    }
  },
})
