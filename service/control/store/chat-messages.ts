import type { ScheduleId, SystemId } from '../../contract/ids.ts'
import type { ChatMessage } from '../chat/message.ts'
import type { ChatRepository } from '../chat/repository.ts'
import type { Database } from './database.ts'

export function chatRepository({ prepare }: Database): ChatRepository {
  const insert = prepare<ChatMessage>(
    `INSERT INTO chat_messages (id, schedule_id, user_id, user_name, body, created_at)
     VALUES (@messageId, @scheduleId, @userId, @userName, @body, @createdAt)`,
  )
  const numberOf = prepare<[string, ScheduleId], { sequence: number }>(
    'SELECT sequence FROM chat_messages WHERE id = ? AND schedule_id = ?',
  )
  const listAfter = prepare<[ScheduleId, number, number], ChatMessage>(
    `SELECT id AS messageId, schedule_id AS scheduleId, user_id AS userId, user_name AS userName, body,
       created_at AS createdAt
     FROM chat_messages WHERE schedule_id = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
  )
  const OF_SYSTEM = 'schedule_id IN (SELECT id FROM schedules WHERE system_id = ?)'
  const count = prepare<[SystemId], number>(`SELECT count(*) FROM chat_messages WHERE ${OF_SYSTEM}`).pluck()
  const clear = prepare<[SystemId]>(`DELETE FROM chat_messages WHERE ${OF_SYSTEM}`)
  /** SQLite's way of saying all. */
  const NO_LIMIT = -1
  return {
    insert: (message) => void insert.run(message),
    numberOf: (scheduleId, messageId) => numberOf.get(messageId, scheduleId)?.sequence ?? null,
    listAfter: (scheduleId, number, limit) => listAfter.all(scheduleId, number, limit ?? NO_LIMIT),
    count: (systemId) => count.get(systemId) ?? 0,
    clear: (systemId) => clear.run(systemId).changes,
  }
}
