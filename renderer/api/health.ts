/** How well a channel's broadcast runs. */
import { api, call } from './client.ts'

/** @param since engine time in ms since 1970; what is older is left out @throws ApiError NOT_FOUND */
export const readHealth = (channelId: string, since: number) =>
  call(api.health.read, { params: { id: channelId }, query: { since } })

/** Newest first. @throws ApiError NOT_FOUND */
export const readSessions = async (channelId: string) =>
  (await call(api.health.sessions, { params: { id: channelId } })).sessions

/** Oldest first. @throws ApiError NOT_FOUND */
export const readSessionEvents = async (channelId: string, session: number) =>
  (await call(api.health.sessionEvents, { params: { id: channelId, session: String(session) } })).events
