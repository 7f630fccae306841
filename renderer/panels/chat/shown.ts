import type { ChatMessage } from '../../api/chat.ts'

/** Which messages are shown: not those that were hidden here, and of the others what `words` are in. Pure. */
export function shownMessages(
  messages: readonly ChatMessage[],
  words: string,
  hidden: ReadonlySet<string>,
): readonly ChatMessage[] {
  if (words === '' && hidden.size === 0) return messages
  const wanted = words.toLowerCase()
  return messages.filter(
    ({ message_id: id, body, user_name: who }) =>
      !hidden.has(id) && `${who}\n${body}`.toLowerCase().includes(wanted),
  )
}
