/** How well a channel's broadcast runs. */
import type { HealthView } from '../../service/contract/console-health.ts'
import { call } from './http.ts'

/** @param since engine time in ms since 1970; what is older is left out @throws ApiError NOT_FOUND */
export const readHealth = (channelId: string, since: number) =>
  call<HealthView>({
    method: 'GET',
    path: `/console/api/channels/${encodeURIComponent(channelId)}/health?since=${since}`,
  })
