/** What a log is read from. */
import type { Log, Page, Position } from './pages.ts'

/** Most rows that one answer is asked for. */
export const PAGE = 100

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
