/** The pages of a log: the newest is read again and again, older ones when they are asked for. */
import { useDidUpdate } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { logKey, type LogSource } from './log-source.ts'
import { logReader } from './read-log.ts'

/** @param held true while rows may not move, because the operator looks at one of them */
export function useLogPages<Row, Filter>(source: LogSource<Row, Filter>, filter: Filter, held: boolean) {
  const queries = useQueryClient()
  const [atTop, setAtTop] = useState(true)
  const following = source.alwaysFollows === true || (atTop && !held)
  const key = logKey(source, filter)
  const reader = logReader(queries, source, filter)
  const readNewest = (follow: boolean) => reader.newest({ follow, cut: atTop })
  const query = useQuery({
    queryKey: key,
    queryFn: () => readNewest(following),
    // The operator reads again what was never read, so that its failure stays in view.
    refetchInterval: ({ state: { data, status } }) =>
      data === undefined && status === 'error' ? false : source.renewAfter(filter, data),
    // What was read before anybody showed it is not read at once again.
    staleTime: ({ state: { data } }) => source.renewAfter(filter, data) || 0,
    placeholderData: keepPreviousData,
  })
  const { refetch } = query
  useDidUpdate(() => {
    if (following) void refetch({ cancelRefetch: false })
  }, [following, refetch])

  const older = useMutation({ mutationFn: reader.older })
  const loadOlder = () => {
    const before = query.data?.before ?? null
    if (before !== null && !older.isPending && !query.isPlaceholderData) older.mutate(before)
  }
  const showFresh = useMutation({
    mutationFn: async () => queries.setQueryData(key, await readNewest(true)),
  })
  const { data: log, error, isFetching, isPlaceholderData } = query
  return {
    log,
    error,
    isFetching,
    isPlaceholderData,
    refetch,
    older,
    loadOlder,
    setAtTop,
    showFresh: showFresh.mutate,
  }
}
