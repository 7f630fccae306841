/** Reads pages of a log into what the queries know of it. */
import type { QueryClient } from '@tanstack/react-query'
import { logKey, PAGE, type LogSource } from './log-source.ts'
import { cutTo, renewBelow, withNewestCounted, withOlder, withPage, type Log } from './pages.ts'

/** Rows that stay while the operator looks at the top. */
const MOST_ROWS = 2000

interface Newest {
  /** True: new rows come on top; false: they are counted only. */
  readonly follow: boolean
  /** True while the operator looks at the top, so that rows far below may go. */
  readonly cut: boolean
}

export function logReader<Row, Filter>(queries: QueryClient, source: LogSource<Row, Filter>, filter: Filter) {
  const { position, isUnfinished } = source
  const queryKey = logKey(source, filter)
  const known = () => queries.getQueryData<Log<Row>>(queryKey)
  const read = (before: number) => source.read(filter, { limit: PAGE, before })
  return {
    /** The log with its newest page read again, and pages below whose rows still change. */
    newest: async ({ follow, cut }: Newest): Promise<Log<Row>> => {
      const page = await source.read(filter, { limit: PAGE })
      if (!follow) return withNewestCounted(known(), page, position)
      const all = withPage(known(), page, Infinity, position)
      const log = cut ? cutTo(all, MOST_ROWS, position) : all
      if (isUnfinished === undefined) return log
      return renewBelow(log, page.before, { read, position, isUnfinished })
    },
    /** Puts the page below what is known. */
    older: async (before: number): Promise<void> => {
      const page = await read(before)
      // A renewal that is under way began without these rows, and would take them away again.
      await queries.cancelQueries({ queryKey, exact: true })
      queries.setQueryData<Log<Row>>(queryKey, (log) => withOlder(log, page, before, position))
    },
  }
}
