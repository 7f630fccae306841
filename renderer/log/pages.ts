/** The rows of a log as its pages come in: what is new on top, what is older below. Pure. */

export interface Page<Row> {
  /** Newest first, without a gap. */
  readonly rows: readonly Row[]
  /** What the next older page is asked for with; null when this is the last. */
  readonly before: number | null
}

export interface Log<Row> extends Page<Row> {
  /** How many newer rows wait to be shown. */
  readonly fresh: number
}

/** Where a row stands: newer ones have greater numbers. */
export type Position<Row> = (row: Row) => number

/**
 * Puts a page in its place: the rows known between its newest and its oldest give way to it, so that changes
 * show and what was deleted goes.
 * @param log undefined before the first page
 * @param before what the page was asked for with; Infinity for the newest one
 */
export function withPage<Row>(
  log: Log<Row> | undefined,
  page: Page<Row>,
  before: number,
  position: Position<Row>,
): Log<Row> {
  if (log === undefined) return { ...page, fresh: 0 }
  const fresh = before === Infinity ? 0 : log.fresh
  const newer = log.rows.filter((row) => position(row) >= before)
  const end = page.before
  if (end === null) return { rows: [...newer, ...page.rows], before: null, fresh }
  const [newest] = log.rows
  // A page that ends above everything known leaves a gap.
  if (newer.length === 0 && end > (newest === undefined ? 0 : position(newest))) return { ...page, fresh }
  const older = log.rows.filter((row) => position(row) < end)
  return {
    rows: [...newer, ...page.rows, ...older],
    before: older.length > 0 || (log.before !== null && log.before <= end) ? log.before : end,
    fresh,
  }
}

/** Counts what the newest page has on top of the log, and renews the rows that are shown; none comes or goes. */
export function withNewestCounted<Row>(
  log: Log<Row> | undefined,
  page: Page<Row>,
  position: Position<Row>,
): Log<Row> {
  const [newest] = log?.rows ?? []
  if (log === undefined || newest === undefined) return { ...page, fresh: 0 }
  const renewed = new Map(page.rows.map((row) => [position(row), row]))
  return {
    rows: log.rows.map((row) => renewed.get(position(row)) ?? row),
    before: log.before,
    fresh: page.rows.filter((row) => position(row) > position(newest)).length,
  }
}

/** Adds the page that was asked for with `before`; drops one that no longer fits. */
export function withOlder<Row>(
  log: Log<Row> | undefined,
  page: Page<Row>,
  before: number,
  position: Position<Row>,
): Log<Row> | undefined {
  return log?.before === before ? withPage(log, page, before, position) : log
}

/** Lets go of the oldest rows where there are more than `most`. */
export function cutTo<Row>(log: Log<Row>, most: number, position: Position<Row>): Log<Row> {
  const last = log.rows[most - 1]
  if (last === undefined || log.rows.length === most) return log
  return { ...log, rows: log.rows.slice(0, most), before: position(last) }
}

/** Pages below the newest that are read at once to renew rows there; the rest waits for the next time. */
const MOST_RENEWED = 4

interface Below<Row> {
  readonly read: (before: number) => Promise<Page<Row>>
  readonly position: Position<Row>
  readonly isUnfinished: (row: Row) => boolean
}

/** Reads the pages with rows that still change. @param below where the newest page ended; null: at the end */
export async function renewBelow<Row>(
  log: Log<Row>,
  below: number | null,
  { read, position, isUnfinished }: Below<Row>,
): Promise<Log<Row>> {
  let [renewed, end] = [log, below]
  for (let pages = 0; end !== null && pages < MOST_RENEWED; pages++) {
    const from = end
    const next = renewed.rows.find((row) => position(row) < from && isUnfinished(row))
    if (next === undefined) break
    const before = position(next) + 1
    const page = await read(before)
    renewed = withPage(renewed, page, before, position)
    end = page.before
  }
  return renewed
}
