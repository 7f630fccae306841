/** The pages of a log: the newest is read again and again, older ones when they are asked for. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  cutTo,
  renewBelow,
  withNewestCounted,
  withOlder,
  withPage,
  type Log,
  type Page,
  type Position,
} from './pages.ts'

/** Most rows that one answer is asked for. */
export const PAGE = 100
/** Rows that stay while the operator looks at the top. */
const MOST_ROWS = 2000

/** What a log is made of. */
export interface LogSource<Row, Filter> {
  /** Names the log among the queries. */
  readonly key: readonly string[]
  readonly read: (
    filter: Filter,
    range: { readonly limit: number; readonly before?: number },
  ) => Promise<Page<Row>>
  readonly position: Position<Row>
  /** Milliseconds until the newest page is read again; false for not at all. */
  readonly renewAfter: (filter: Filter, known: Log<Row> | undefined) => number | false
  /** True for rows that are read again wherever they stand, because they still change. */
  readonly isUnfinished?: (row: Row) => boolean
  /** True where new rows come on top at once, even while the operator looks at others. */
  readonly alwaysFollows?: boolean
}

/** Names what a filter leaves of a log among the queries. */
export const logKey = <Row, Filter>({ key }: LogSource<Row, Filter>, filter: Filter) => [...key, filter]

/** @param held true while rows may not move, because the operator looks at one of them */
export function useLogPages<Row, Filter>(source: LogSource<Row, Filter>, filter: Filter, held: boolean) {
  const { position } = source
  const queries = useQueryClient()
  const [atTop, setAtTop] = useState(true)
  const following = source.alwaysFollows === true || (atTop && !held)
  const key = logKey(source, filter)
  const known = () => queries.getQueryData<Log<Row>>(key)

  const readNewest = async (follow: boolean): Promise<Log<Row>> => {
    const page = await source.read(filter, { limit: PAGE })
    if (!follow) return withNewestCounted(known(), page, position)
    const all = withPage(known(), page, Infinity, position)
    const log = atTop ? cutTo(all, MOST_ROWS, position) : all
    const { isUnfinished } = source
    if (isUnfinished === undefined) return log
    const read = (before: number) => source.read(filter, { limit: PAGE, before })
    return renewBelow(log, page.before, { read, position, isUnfinished })
  }
  const query = useQuery({
    queryKey: key,
    queryFn: () => readNewest(following),
    // The operator reads again what was never read, so that its failure stays in view.
    refetchInterval: ({ state: { data, status } }) =>
      data === undefined && status === 'error' ? false : source.renewAfter(filter, data),
    placeholderData: keepPreviousData,
  })
  const { refetch } = query
  useEffect(() => {
    if (following) void refetch({ cancelRefetch: false })
  }, [following, refetch])

  const older = useMutation({
    mutationFn: async (before: number) => {
      const page = await source.read(filter, { limit: PAGE, before })
      queries.setQueryData<Log<Row>>(key, (log) => withOlder(log, page, before, position))
    },
  })
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
