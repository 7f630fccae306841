/** How well a channel's broadcast runs. */
import { api, call } from './client.ts'

/** @param since engine time in ms since 1970; what is older is left out @throws ApiError NOT_FOUND */
export const readHealth = (channelId: string, since: number) =>
  call(api.health.read, { params: { id: channelId }, query: { since } })
