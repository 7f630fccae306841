import type { FailingWebhooks } from '../../contract/console/engine-view.ts'
import type { WebhookAttempt, WebhookEndpoint, WebhookSummary } from '../../contract/console/webhooks.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { Asked, DeadFilter, WebhookFilter, WebhookLogStore } from '../webhook/webhook-log-store.ts'
import type { Database } from './database.ts'
import { likePattern } from './like-pattern.ts'
import { PENDING_COLUMNS, pendingOf } from './webhooks.ts'
import type { PendingRow } from './webhooks.ts'

/** Most endpoints of one answer. */
const MAX_ENDPOINTS = 500

const SUMMARY = `sequence, webhook_events.id, channel_id AS channelId, connection_id AS connectionId, kind,
  type, url, state, attempts, created_at AS createdAt, next_attempt_at AS nextAttemptAt,
  finished_at AS finishedAt, status AS lastStatus, error_class AS lastErrorClass,
  webhook_attempts.asked_by AS lastAskedBy`
const WITH_LAST_ATTEMPT =
  'webhook_events LEFT JOIN webhook_attempts ON event_id = webhook_events.id AND number = attempts'

/** How many events of the endpoint `known` are in a state; there is an index for each of the two. */
const countIn = (state: 'pending' | 'dead') =>
  `(SELECT count(*) FROM webhook_events AS event
    WHERE event.state = '${state}' AND event.system_id = @systemId AND event.url = known.url)`
const NONE_FAILS: FailingWebhooks = { failing: 0, since: null, waiting: 0, givenUp: 0 }

const NOTHING_WAITS = `NOT EXISTS (
  SELECT 1 FROM webhook_events AS event WHERE event.state = 'pending'
    AND event.system_id = webhook_endpoints.system_id AND event.url = webhook_endpoints.url)`

/** A redelivery as it is stored; the attempts so far and their numbers stay. */
const MAKE_PENDING = `UPDATE webhook_events SET state = 'pending', redelivery = 1, retrying_since = NULL,
  next_attempt_at = @now, finished_at = NULL, asked_by = @by`

type AttemptRow = Omit<WebhookAttempt, 'requestHeaders' | 'responseHeaders'> & {
  readonly requestHeaders: string | null
  readonly responseHeaders: string | null
}

/** Webhooks as people look at them, sent again by hand, and removed when they are old. */
export function webhookLogStore(db: Database): WebhookLogStore {
  return { ...reading(db), ...redelivering(db), ...removing(db) }
}

function reading(db: Database): Pick<WebhookLogStore, 'range' | 'list' | 'find' | 'endpoints' | 'failing'> {
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
  const endpoints = db.prepare<{ systemId: SystemId; limit: number }, WebhookEndpoint>(
    `WITH waiting AS (SELECT url, count(*) AS pending FROM webhook_events
       WHERE system_id = @systemId AND state = 'pending' GROUP BY url),
     known AS (SELECT * FROM webhook_endpoints WHERE system_id = @systemId)
     SELECT coalesce(known.url, waiting.url) AS url, coalesce(pending, 0) AS pending,
       ${countIn('dead')} AS givenUp, failing_since AS failingSince,
       last_attempt_at AS lastAttemptAt, last_status AS lastStatus, last_error_class AS lastErrorClass, last_success_at AS lastSuccessAt
     FROM known FULL JOIN waiting ON known.url = waiting.url
     ORDER BY failing_since IS NULL, last_attempt_at DESC, url LIMIT @limit`,
  )
  const failing = db.prepare<{ systemId: SystemId }, FailingWebhooks>(
    `SELECT count(*) AS failing, min(failing_since) AS since,
       coalesce(sum(${countIn('pending')}), 0) AS waiting, coalesce(sum(${countIn('dead')}), 0) AS givenUp
     FROM webhook_endpoints AS known WHERE system_id = @systemId AND failing_since IS NOT NULL`,
  )
  return {
    range(systemId) {
      const [lowest, highest] = [first.get(systemId), last.get(systemId)]
      return lowest === undefined || highest === undefined ? null : { lowest, highest }
    },
    list(systemId, filter, slice) {
      const values = {
        ...filter,
        search: filter.search === undefined ? undefined : likePattern(filter.search),
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
    endpoints: (systemId) => endpoints.all({ systemId, limit: MAX_ENDPOINTS }),
    failing: (systemId) => failing.get({ systemId }) ?? NONE_FAILS,
  }
}

function redelivering(db: Database): Pick<WebhookLogStore, 'redeliver' | 'redeliverDead'> {
  const redeliver = db.prepare<{ systemId: SystemId; id: string } & Asked, PendingRow>(
    `${MAKE_PENDING} WHERE id = @id AND system_id = @systemId AND kind = 'event'
     RETURNING ${PENDING_COLUMNS}`,
  )
  return {
    redeliver(systemId, id, asked) {
      const row = redeliver.get({ systemId, id, ...asked })
      return row ? pendingOf(row) : null
    },
    redeliverDead(systemId, filter, slice, asked) {
      const values = { systemId, ...filter, ...slice, ...asked }
      const rows = db
        .prepare<typeof values, PendingRow>(
          `${MAKE_PENDING} WHERE sequence IN (
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

const COLUMNS = { channel: 'channel_id', type: 'type', state: 'state', url: 'url' } as const

/** Only the filters that are set: one that is always there would keep SQLite from its indexes. */
function conditions(filter: WebhookFilter): string {
  const equal = Object.entries(COLUMNS)
    .filter(([name]) => filter[name as keyof typeof COLUMNS] !== undefined)
    .map(([name, column]) => `AND ${column} = @${name}`)
  const found = ['url', 'webhook_events.id', 'body'].map((column) => `${column} LIKE @search ESCAPE '\\'`)
  return [...equal, ...(filter.search === undefined ? [] : [`AND (${found.join(' OR ')})`])].join(' ')
}

function deadConditions({ url, channelId, since }: DeadFilter): string {
  return [
    url === undefined ? '' : 'AND url = @url',
    channelId === undefined ? '' : 'AND channel_id = @channelId',
    since === undefined ? '' : 'AND created_at >= @since',
  ].join(' ')
}
