/** The log of webhooks as it is read. */
import { useQuery } from '@tanstack/react-query'
import type { WebhookSummary } from '../../../service/contract/console/webhooks.ts'
import { listWebhooks, readWebhook, WEBHOOKS_KEY, type WebhookFilter } from '../../api/webhooks.ts'
import { withMoments, type Times } from '../../log/times.ts'
import { engineNow } from '../../ui/Moment.tsx'
import { prefetchLog } from '../../log/prefetch-log.ts'
import type { LogSource } from '../../log/log-source.ts'
import { atMost } from '../../at-most.ts'
import { filterOf, type LogSearch } from './search.ts'
import { every } from '../../api/renew.ts'

const RENEW_MS = 3000
/** A text is searched for in all rows, which takes the engine longer. */
const RENEW_SEARCH_MS = 10_000
const RENEW_EVENT_MS = 2000

export const WEBHOOK_LOG: LogSource<WebhookSummary, WebhookFilter & Times> = {
  key: [...WEBHOOKS_KEY, 'log'],
  read: async (filter, range) => {
    const { events: rows, before } = await listWebhooks(withMoments(filter, engineNow()), range)
    return { rows, before }
  },
  position: ({ sequence }) => sequence,
  renewAfter: ({ search }) => (search === undefined ? RENEW_MS : RENEW_SEARCH_MS),
}

/** Most that a room waits for its rows before it is shown without them. */
const FIRST_WAIT_MS = 100

/** Reads the newest page before there is a room that shows it. @returns resolved when it may be shown */
export async function readFirst(search: LogSearch): Promise<void> {
  await atMost(FIRST_WAIT_MS, prefetchLog(WEBHOOK_LOG, filterOf(search), RENEW_MS))
}

/** One event with its attempts, kept up to date. @param id undefined: none */
export function useEvent(id: string | undefined) {
  return useQuery({
    queryKey: [...WEBHOOKS_KEY, 'event', id],
    queryFn: () => readWebhook(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: every(RENEW_EVENT_MS),
  })
}
