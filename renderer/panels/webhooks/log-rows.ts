/** The rows of the log as pages come in: what is new on top, what is older below. Pure. */
import type { WebhookList, WebhookSummary } from '../../../service/contract/console-webhooks.ts'

export interface Log {
  /** Newest first, without a gap. */
  readonly rows: readonly WebhookSummary[]
  /** `before` of the next older page; null when all is here. */
  readonly before: number | null
  /** How many newer events wait to be shown. */
  readonly fresh: number
}

/** Rows that are kept while only the top is looked at. */
const MOST_ROWS = 2000

/**
 * Takes in the newest page.
 * @param following true shows what is new; false counts it and only renews the rows that are shown
 */
export function mergeNewest(log: Log | undefined, page: WebhookList, following: boolean): Log {
  const newest = log?.rows[0]
  if (log === undefined || newest === undefined) return { rows: page.events, before: page.before, fresh: 0 }
  if (following) return withNewest(log, page, newest)
  const known = new Map(page.events.map((event) => [event.sequence, event]))
  return {
    rows: log.rows.map((row) => known.get(row.sequence) ?? row),
    before: log.before,
    fresh: page.events.filter((event) => event.sequence > newest.sequence).length,
  }
}

function withNewest(log: Log, page: WebhookList, newest: WebhookSummary): Log {
  const oldest = page.before === null ? 0 : (page.events.at(-1)?.sequence ?? 0)
  // Without an overlap there may be events between the page and the rows.
  const older = oldest > newest.sequence ? [] : log.rows.filter((row) => row.sequence < oldest)
  if (older.length === 0) return { rows: page.events, before: page.before, fresh: 0 }
  const rows = [...page.events, ...older]
  const kept = rows.slice(0, MOST_ROWS)
  const before = kept.length < rows.length ? (kept.at(-1)?.sequence ?? null) : log.before
  return { rows: kept, before, fresh: 0 }
}

/** Adds the page that was asked for with `before`; one that no longer fits is dropped. */
export function appendOlder(log: Log | undefined, page: WebhookList, before: number): Log | undefined {
  if (log?.before !== before) return log
  return { ...log, rows: [...log.rows, ...page.events], before: page.before }
}
