import type { ChatMessage } from '../../api/chat.ts'
import { csvOf, saveCsv } from '../../ui/csv.ts'

const MEMBERS = ['created_datetime', 'user_id', 'user_name', 'body'] as const

/** The log as comma-separated values, times in the zone of the system. Pure. */
export const logOf = (messages: readonly ChatMessage[]): string => csvOf(MEMBERS, messages)

/** Hands the log to the browser as a file. */
export const saveLog = (messages: readonly ChatMessage[], scheduleId: string): void =>
  saveCsv(`chat-${scheduleId}.csv`, logOf(messages))
