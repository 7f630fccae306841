/** Chat of schedules, through the option API. */
import type { z } from 'zod'
import type { listChatResponse } from '../../service/contract/option-api.ts'
import { api, call } from './client.ts'

export type ChatMessage = z.output<typeof listChatResponse>['messages'][number]

/** Most messages of one answer; where there are as many, more may wait. */
export const CHAT_PAGE = 1000

/** At most {@link CHAT_PAGE}, oldest first. @param after only what follows this message @throws ApiError NOT_FOUND, FORBIDDEN */
export async function listChat(scheduleId: string, after: string | null): Promise<readonly ChatMessage[]> {
  const query = { schedule_id: scheduleId, limit: CHAT_PAGE, after: after ?? undefined }
  return (await call(api.option.listChat, { query })).messages
}

/** All of it. @throws ApiError as {@link listChat} */
export async function wholeChat(scheduleId: string): Promise<readonly ChatMessage[]> {
  const all = [...(await listChat(scheduleId, null))]
  for (let page = all.length; page === CHAT_PAGE;) {
    const more = await listChat(scheduleId, all.at(-1)?.message_id ?? null)
    all.push(...more)
    page = more.length
  }
  return all
}

/** @throws ApiError BAD_REQUEST for a text that is too long */
export const sendChat = (scheduleId: string, body: string) =>
  call(api.option.sendChat, { body: { schedule_id: scheduleId, body } })
