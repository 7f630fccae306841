import {
  listChatRequest,
  listChatResponse,
  okResponse,
  sendChatRequest,
} from '../../../../contract/option-api.ts'
import { formatZonedIso } from '../../../system/zoned-time.ts'
import { defineEndpoint } from '../define-endpoint.ts'

const path = '/api/chat'
const EXAMPLE_SCHEDULE = '6R2M9XQ4T8WJ1ZC5YB7KD3HVNF'

export const listChat = defineEndpoint({
  method: 'GET',
  path,
  summary: 'Lists the chat messages of a schedule, oldest first.',
  permission: 'delivery or view',
  request: listChatRequest,
  response: listChatResponse,
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
  method: 'POST',
  path,
  summary: 'Sends a chat message to a schedule.',
  permission: 'delivery or view',
  request: sendChatRequest,
  response: okResponse,
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
