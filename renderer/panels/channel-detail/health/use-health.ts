import { useQuery } from '@tanstack/react-query'
import type { HealthView } from '../../../../service/contract/console/health.ts'
import type { WebhookSummary } from '../../../../service/contract/console/webhooks.ts'
import { readHealth } from '../../../api/health.ts'
import { listWebhooks, WEBHOOKS_KEY } from '../../../api/webhooks.ts'
import { queries } from '../../../queries.ts'
import { useSignedIn } from '../../../stores/session.ts'
import { joined } from './history.ts'

const RENEW_MS = 1000
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

const NONE: readonly WebhookSummary[] = []

/** The newest webhooks of a channel, newest first; none for users who may not see them. */
export function useWebhooksOf(channelId: string): readonly WebhookSummary[] {
  const { isMaster, permissions } = useSignedIn().user
  const { data } = useQuery({
    queryKey: [...WEBHOOKS_KEY, 'of', channelId],
    queryFn: () => listWebhooks({ channel: channelId }, { limit: WEBHOOKS }),
    refetchInterval: RENEW_WEBHOOKS_MS,
    enabled: isMaster || permissions.delivery,
  })
  return data?.events ?? NONE
}
