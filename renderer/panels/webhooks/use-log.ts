/** The log of webhooks, kept up to date while its top is looked at; older pages come when asked for. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { listWebhooks, readWebhook, WEBHOOKS_KEY, type WebhookFilter } from '../../api/webhooks.ts'
import { appendOlder, mergeNewest, type Log } from './log-rows.ts'

/** Most events of one answer that the log asks for. */
export const PAGE = 100
const RENEW_MS = 3000
/** A text is searched for in all rows, which takes the engine longer. */
const RENEW_SEARCH_MS = 10_000
const RENEW_EVENT_MS = 2000

/** Renews what is shown; what was never read is read again by the operator, so that its failure stays in view. */
export const every =
  (ms: number) =>
  ({ state }: { state: { readonly data: unknown; readonly status: string } }): number | false =>
    state.data === undefined && state.status === 'error' ? false : ms

/** @param held true while rows may not move, because one of them is looked at */
export function useLog(filter: WebhookFilter, held: boolean) {
  const queries = useQueryClient()
  const [atTop, setAtTop] = useState(true)
  const key = [...WEBHOOKS_KEY, 'log', filter]
  const renew = async (following: boolean): Promise<Log> => {
    const page = await listWebhooks(filter, { limit: PAGE })
    return mergeNewest(queries.getQueryData<Log>(key), page, following)
  }
  const following = atTop && !held
  const {
    data: log,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
  } = useQuery({
    queryKey: key,
    queryFn: () => renew(following),
    refetchInterval: every(filter.search === undefined ? RENEW_MS : RENEW_SEARCH_MS),
    placeholderData: keepPreviousData,
  })
  useEffect(() => {
    if (following) void refetch({ cancelRefetch: false })
  }, [following, refetch])
  const older = useMutation({
    mutationFn: async (before: number) => {
      const page = await listWebhooks(filter, { limit: PAGE, before })
      queries.setQueryData<Log>(key, (known) => appendOlder(known, page, before))
    },
  })
  const loadOlder = () => {
    const before = log?.before ?? null
    if (before !== null && !older.isPending && !isPlaceholderData) older.mutate(before)
  }
  const catchUp = useMutation({
    mutationFn: async () => queries.setQueryData(key, await renew(true)),
  })
  return { log, error, isFetching, refetch, setAtTop, older, loadOlder, catchUp: catchUp.mutate }
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
