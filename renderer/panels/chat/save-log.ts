import type { ChatMessage } from '../../api/chat.ts'
import { saveFile } from '../../ui/save-file.ts'

const MEMBERS = ['created_datetime', 'user_id', 'user_name', 'body'] as const

/** Text of a cell: in quotes, and never a formula where a table program opens it. */
const cell = (value: string | number): string => {
  const text = String(value)
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
}

/** The log as comma-separated values (RFC 4180), times in the zone of the system. Pure. */
export const logOf = (messages: readonly ChatMessage[]): string =>
  [MEMBERS.join(','), ...messages.map((message) => MEMBERS.map((member) => cell(message[member])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('')

/** Hands the log to the browser as a file. */
export function saveLog(messages: readonly ChatMessage[], scheduleId: string): void {
  // The mark tells table programs that it is UTF-8.
  saveFile(`chat-${scheduleId}.csv`, `\ufeff${logOf(messages)}`, 'text/csv')
}
