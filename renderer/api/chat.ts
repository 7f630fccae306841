/** Chat of schedules, through the option API. */
import type { z } from 'zod'
import type { listChatResponse } from '../../service/contract/option-api.ts'
import { call } from './http.ts'

type Answer = z.output<typeof listChatResponse>
export type ChatMessage = Answer['messages'][number]

/** Most messages of one answer; where there are as many, more may wait. */
export const CHAT_PAGE = 1000

const path = '/console/api/option/chat'

/** At most {@link CHAT_PAGE}, oldest first. @param after only what follows this message @throws ApiError NOT_FOUND, FORBIDDEN */
export async function listChat(scheduleId: string, after: string | null): Promise<readonly ChatMessage[]> {
  const query = new URLSearchParams({ schedule_id: scheduleId, limit: String(CHAT_PAGE) })
  if (after !== null) query.set('after', after)
  return (await call<Answer>({ method: 'GET', path: `${path}?${query.toString()}` })).messages
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
  call<object>({ method: 'POST', path, body: { schedule_id: scheduleId, body } })
