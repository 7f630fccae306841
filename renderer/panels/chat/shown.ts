import type { ChatMessage } from '../../api/chat.ts'

/** Messages that `words` are in. Pure. */
export function shownMessages(messages: readonly ChatMessage[], words: string): readonly ChatMessage[] {
  if (words === '') return messages
  const wanted = words.toLowerCase()
  return messages.filter(({ body, user_name: who }) => `${who}\n${body}`.toLowerCase().includes(wanted))
}
