/** The log of calls: renewed while its top is looked at; older pages come when they are asked for. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { listRequests, readRequest, type RequestFilter } from '../../api/requests.ts'

const PAGE = 100
const RENEW_MS = 2000

/** @param held true while rows may not move, because one of them is looked at */
export function useRequests(filter: RequestFilter, held: boolean) {
  const queries = useQueryClient()
  const [atTop, setAtTop] = useState(true)
  const queryKey = ['requests', 'log', filter]
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => listRequests(filter, PAGE, pageParam),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    // Pages that were added would all be read again each time; they wait for `showNewest`.
    refetchInterval: ({ state }) =>
      atTop && !held && state.status !== 'error' && (state.data?.pages.length ?? 0) <= 1 ? RENEW_MS : false,
  })
  const rows = useMemo(() => query.data?.pages.flatMap(({ requests }) => requests), [query.data])
  return {
    rows,
    error: query.error,
    isFetching: query.isFetching,
    refetch: query.refetch,
    hasOlder: query.hasNextPage,
    loadingOlder: query.isFetchingNextPage,
    loadOlder: () => {
      if (query.hasNextPage && !query.isFetching) void query.fetchNextPage()
    },
    setAtTop,
    /** True while new calls do not appear by themselves. */
    paused: !atTop || held || (query.data?.pages.length ?? 0) > 1,
    showNewest: () => queries.resetQueries({ queryKey }),
  }
}

/** One call with its bodies; a call never changes. @param id undefined: none */
export function useRequest(id: string | undefined) {
  return useQuery({
    queryKey: ['requests', 'call', id],
    queryFn: () => readRequest(id ?? ''),
    enabled: id !== undefined,
    staleTime: Infinity,
  })
}
