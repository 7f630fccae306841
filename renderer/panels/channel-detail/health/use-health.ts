import { useQuery } from '@tanstack/react-query'
import type { HealthView, PastSession } from '../../../../service/contract/console/health.ts'
import type { WebhookSummary } from '../../../../service/contract/console/webhooks.ts'
import { api } from '../../../api/client.ts'
import { readHealth, readSessionEvents, readSessions } from '../../../api/health.ts'
import { listWebhooks, WEBHOOKS_KEY } from '../../../api/webhooks.ts'
import { queries } from '../../../queries.ts'
import { useMay } from '../../../stores/session.ts'
import { joined } from './history.ts'

const RENEW_MS = 1000
const RENEW_SESSIONS_MS = 2000
const RENEW_WEBHOOKS_MS = 5000
const WEBHOOKS = 200

/** All that is known of a channel's health; only what is new is asked for, each second while it is shown. */
export function useHealth(channelId: string) {
  const queryKey = ['health', channelId]
  return useQuery({
    queryKey,
    queryFn: async () => {
      const before = queries.getQueryData<HealthView>(queryKey)
      return joined(before, await readHealth(channelId, before?.now ?? 0))
    },
    refetchInterval: RENEW_MS,
    structuralSharing: false,
  })
}

/** The sessions of a channel, newest first. */
export const useSessions = (channelId: string) =>
  useQuery({
    queryKey: ['health', channelId, 'sessions'],
    queryFn: () => readSessions(channelId),
    refetchInterval: RENEW_SESSIONS_MS,
  })

/** What happened in a session, oldest first; what is over does not change any more. */
export const useSessionEvents = (channelId: string, { id, endedAt }: PastSession) =>
  useQuery({
    queryKey: ['health', channelId, 'sessions', id, endedAt],
    queryFn: () => readSessionEvents(channelId, id),
    refetchInterval: endedAt === null ? RENEW_SESSIONS_MS : false,
    placeholderData: (before, query) => (query?.queryKey[3] === id ? before : undefined),
  })

const NONE: readonly WebhookSummary[] = []

/** The newest webhooks of a channel, newest first; none for users who may not see them. */
export function useWebhooksOf(channelId: string): readonly WebhookSummary[] {
  const seesWebhooks = useMay(api.webhooks.list.who)
  const { data } = useQuery({
    queryKey: [...WEBHOOKS_KEY, 'of', channelId],
    queryFn: () => listWebhooks({ channel: channelId }, { limit: WEBHOOKS }),
    refetchInterval: RENEW_WEBHOOKS_MS,
    enabled: seesWebhooks,
  })
  return data?.events ?? NONE
}
