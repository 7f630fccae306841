import type { WebhookAttempt, WebhookSummary } from '../../contract/console/webhooks.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Asked, DeadFilter, WebhookFilter, WebhookLogStore } from '../webhook/webhook-log-store.ts'
import type { Database } from './database.ts'
import { likePattern } from './like-pattern.ts'
import { NOTHING_WAITS, webhookEndpoints } from './webhook-endpoints.ts'
import { PENDING_COLUMNS, pendingOf } from './webhooks.ts'
import type { PendingRow } from './webhooks.ts'

const SUMMARY = `sequence, webhook_events.id, channel_id AS channelId, connection_id AS connectionId, kind,
  type, url, state, attempts, created_at AS createdAt, next_attempt_at AS nextAttemptAt,
  finished_at AS finishedAt, given_up_for AS givenUpFor, status AS lastStatus, error_class AS lastErrorClass,
  webhook_attempts.asked_by AS lastAskedBy, CASE state WHEN 'pending' THEN (
    SELECT paused_at FROM webhook_pauses AS pause
    WHERE pause.system_id = webhook_events.system_id AND pause.url = webhook_events.url) END AS pausedAt`
const WITH_LAST_ATTEMPT =
  'webhook_events LEFT JOIN webhook_attempts ON event_id = webhook_events.id AND number = attempts'

/** A redelivery as it is stored, of one or of many; the attempts so far and their numbers stay. */
const makePending = (redelivery: 1 | 2) =>
  `UPDATE webhook_events SET state = 'pending', redelivery = ${redelivery}, retrying_since = NULL,
     next_attempt_at = @now, finished_at = NULL, asked_by = @by, given_up_for = NULL`
/** Asked for together, and no attempt was made since. */
const UNDER_WAY = "state = 'pending' AND redelivery = 2 AND asked_by IS NOT NULL"

type AttemptRow = Omit<WebhookAttempt, 'requestHeaders' | 'responseHeaders'> & {
  readonly requestHeaders: string | null
  readonly responseHeaders: string | null
}

/** Webhooks as people look at them, sent again by hand, and removed when they are old. */
export function webhookLogStore(db: Database): WebhookLogStore {
  return { ...reading(db), ...webhookEndpoints(db), ...redelivering(db), ...removing(db) }
}

function reading(db: Database): Pick<WebhookLogStore, 'range' | 'list' | 'find'> {
  const end = (order: 'ASC' | 'DESC') =>
    db
      .prepare<[SystemId], number>(
        `SELECT sequence FROM webhook_events WHERE system_id = ? ORDER BY sequence ${order} LIMIT 1`,
      )
      .pluck()
  const [first, last] = [end('ASC'), end('DESC')]
  const find = db.prepare<[string, SystemId], WebhookSummary & { body: string }>(
    `SELECT ${SUMMARY}, body FROM ${WITH_LAST_ATTEMPT} WHERE webhook_events.id = ? AND system_id = ?`,
  )
  const attempts = db.prepare<[string], AttemptRow>(
    `SELECT number, started_at AS startedAt, duration_ms AS durationMs, status, error_class AS errorClass,
       error_text AS errorText, request_headers AS requestHeaders, response_headers AS responseHeaders,
       response_body AS responseBody, asked_by AS askedBy
     FROM webhook_attempts WHERE event_id = ? ORDER BY number`,
  )
  return {
    range(systemId) {
      const [lowest, highest] = [first.get(systemId), last.get(systemId)]
      return lowest === undefined || highest === undefined ? null : { lowest, highest }
    },
    list(systemId, filter, slice) {
      const { from: since, to: until, search, ...equal } = filter
      const values = {
        ...equal,
        since,
        until,
        search: search === undefined ? undefined : likePattern(search),
        systemId,
        ...slice,
      }
      return db
        .prepare<typeof values, WebhookSummary>(
          `SELECT ${SUMMARY} FROM ${WITH_LAST_ATTEMPT}
           WHERE system_id = @systemId AND sequence >= @from AND sequence < @to ${conditions(filter)}
           ORDER BY sequence DESC LIMIT @limit`,
        )
        .all(values)
    },
    find(systemId, id) {
      const event = find.get(id, systemId)
      return event ? { ...event, attemptsMade: attempts.all(id).map(attemptOf) } : null
    },
  }
}

function redelivering(
  db: Database,
): Pick<WebhookLogStore, 'redeliver' | 'redeliverDead' | 'countDead' | 'countUnderWay' | 'stopRedelivery'> {
  const redeliver = db.prepare<{ systemId: SystemId; id: string } & Asked, PendingRow>(
    `${makePending(1)} WHERE id = @id AND system_id = @systemId AND kind = 'event'
     RETURNING ${PENDING_COLUMNS}`,
  )
  const underWay = db
    .prepare<[SystemId], number>(`SELECT count(*) FROM webhook_events WHERE ${UNDER_WAY} AND system_id = ?`)
    .pluck()
  const stop = db.prepare<[EpochMilliseconds, SystemId, number]>(
    `UPDATE webhook_events SET state = 'dead', next_attempt_at = NULL, finished_at = ?, asked_by = NULL
     WHERE sequence IN (SELECT sequence FROM webhook_events WHERE ${UNDER_WAY} AND system_id = ? LIMIT ?)`,
  )
  return {
    redeliver(systemId, id, asked) {
      const row = redeliver.get({ systemId, id, ...asked })
      return row ? pendingOf(row) : null
    },
    countDead(systemId, filter) {
      const values = { systemId, ...filter }
      return (
        db
          .prepare<typeof values, number>(
            `SELECT count(*) FROM webhook_events
             WHERE state = 'dead' AND system_id = @systemId ${deadConditions(filter)}`,
          )
          .pluck()
          .get(values) ?? 0
      )
    },
    countUnderWay: (systemId) => underWay.get(systemId) ?? 0,
    stopRedelivery: (systemId, now, limit) => stop.run(now, systemId, limit).changes,
    redeliverDead(systemId, filter, slice, asked) {
      const values = { systemId, ...filter, ...slice, ...asked }
      const rows = db
        .prepare<typeof values, PendingRow>(
          `${makePending(2)} WHERE sequence IN (
             SELECT sequence FROM webhook_events
             WHERE state = 'dead' AND sequence > @after AND system_id = @systemId ${deadConditions(filter)}
             ORDER BY sequence LIMIT @limit)
           RETURNING ${PENDING_COLUMNS}`,
        )
        .all(values)
      // RETURNING has no order of its own.
      return rows.map(pendingOf).sort((a, b) => a.sequence - b.sequence)
    },
  }
}

function removing(
  db: Database,
): Pick<WebhookLogStore, 'countFinished' | 'clearFinished' | 'removeFinished' | 'removeEndpoints'> {
  const countFinished = db
    .prepare<[SystemId], number>(
      "SELECT count(*) FROM webhook_events WHERE system_id = ? AND state <> 'pending'",
    )
    .pluck()
  const clearFinished = db.prepare<[SystemId, number]>(
    `DELETE FROM webhook_events WHERE sequence IN (
       SELECT sequence FROM webhook_events WHERE system_id = ? AND state <> 'pending' LIMIT ?)`,
  )
  const newest = db.prepare<[], number | null>('SELECT max(sequence) FROM webhook_events').pluck()
  const removeOld = db.prepare<[number, number]>(
    `DELETE FROM webhook_events WHERE sequence IN (
       SELECT sequence FROM webhook_events WHERE finished_at < ? LIMIT ?)`,
  )
  const removeSurplus = db.prepare<[number, number]>(
    `DELETE FROM webhook_events WHERE sequence IN (
       SELECT sequence FROM webhook_events
       WHERE state IN ('delivered', 'dead', 'allowed', 'denied') AND sequence <= ? LIMIT ?)`,
  )
  const removeEndpoints = db.prepare<[number]>(
    `DELETE FROM webhook_endpoints WHERE last_attempt_at < ? AND ${NOTHING_WAITS}`,
  )
  const forgetEndpoints = db.prepare<[SystemId]>(
    `DELETE FROM webhook_endpoints WHERE system_id = ? AND ${NOTHING_WAITS}`,
  )
  return {
    countFinished: (systemId) => countFinished.get(systemId) ?? 0,
    clearFinished: (systemId, limit) =>
      db.transaction(() => {
        forgetEndpoints.run(systemId)
        return clearFinished.run(systemId, limit).changes
      }),
    removeFinished: (old) =>
      db.transaction(() => {
        const { changes } = removeOld.run(old.endedBefore, old.limit)
        const surplus = removeSurplus.run((newest.get() ?? 0) - old.newest, old.limit - changes)
        return changes + surplus.changes
      }),
    removeEndpoints: (askedBefore) => void removeEndpoints.run(askedBefore),
  }
}

function attemptOf(row: AttemptRow): WebhookAttempt {
  const { requestHeaders, responseHeaders } = row
  return { ...row, requestHeaders: headersOf(requestHeaders), responseHeaders: headersOf(responseHeaders) }
}

function headersOf(json: string | null): Record<string, string> | null {
  return json === null ? null : (JSON.parse(json) as Record<string, string>)
}

const FOUND = ['url', 'webhook_events.id', 'body']
  .map((column) => `${column} LIKE @search ESCAPE '\\'`)
  .join(' OR ')
const CONDITIONS: Readonly<Record<keyof WebhookFilter, string>> = {
  channel: 'channel_id = @channel',
  type: 'type = @type',
  state: 'state = @state',
  url: 'url = @url',
  cause: 'error_class = @cause',
  byHand: 'webhook_attempts.asked_by IS NOT NULL',
  from: 'created_at >= @since',
  to: 'created_at < @until',
  search: `(${FOUND})`,
}

/** Only the filters that are set: one that is always there would keep SQLite from its indexes. */
function conditions(filter: WebhookFilter): string {
  return Object.entries(CONDITIONS)
    .filter(([name]) => filter[name as keyof WebhookFilter] !== undefined)
    .map(([, condition]) => `AND ${condition}`)
    .join(' ')
}

function deadConditions({ url, channelId, since }: DeadFilter): string {
  return [
    url === undefined ? '' : 'AND url = @url',
    channelId === undefined ? '' : 'AND channel_id = @channelId',
    since === undefined ? '' : 'AND created_at >= @since',
  ].join(' ')
}
