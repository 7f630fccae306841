import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Attempt } from '../webhook/attempt.ts'
import type {
  EndpointRef,
  NewWebhookEvent,
  Outcome,
  PendingEvent,
  WebhookStore,
} from '../webhook/webhook-store.ts'
import { noteSlot } from './webhook-endpoints.ts'
import type { Database } from './database.ts'

/** Attempts of one event that are kept. The first 24 h make about 35; each redelivery may add as many. */
const KEPT_ATTEMPTS = 100

interface EventRow extends NewWebhookEvent {
  readonly kind: 'event' | 'auth'
  readonly state: 'pending' | 'allowed' | 'denied'
  readonly attempts: number
  readonly nextAttemptAt: EpochMilliseconds | null
  readonly finishedAt: EpochMilliseconds | null
}

/** A pending event as SQLite has it: flags are numbers. */
export type PendingRow = Omit<PendingEvent, 'redelivery'> & { readonly redelivery: 0 | 1 | 2 }

/**
 * Columns of a PendingRow. Only the attempts since a redelivery count as tries; where it moved the start
 * of retrying, that moment tells them apart.
 */
export const PENDING_COLUMNS = `id, sequence, system_id AS systemId, channel_id AS channelId, url, attempts, redelivery,
  retrying_since AS retryingSince, next_attempt_at AS nextAttemptAt,
  CASE WHEN redelivery = 0 THEN attempts ELSE
    (SELECT count(*) FROM webhook_attempts WHERE event_id = id AND started_at >= retrying_since)
  END AS tries`

export function pendingOf(row: PendingRow): PendingEvent {
  return { ...row, redelivery: row.redelivery !== 0 }
}

/** The outbox of events, the questions of authentication webhooks, and every attempt at both. */
export function webhookStore(db: Database): WebhookStore {
  const insertEvent = db.prepare<EventRow>(
    `INSERT INTO webhook_events (id, system_id, channel_id, connection_id, kind, type, url, body, state,
       attempts, next_attempt_at, created_at, finished_at)
     VALUES (@id, @systemId, @channelId, @connectionId, @kind, @type, @url, @body, @state,
       @attempts, @nextAttemptAt, @createdAt, @finishedAt)`,
  )
  const recordAttempt = attemptRecorder(db)
  /** One that was on its way already when somebody asked is not theirs. */
  const askedBy = db
    .prepare<[string, EpochMilliseconds], string | null>(
      'SELECT asked_by FROM webhook_events WHERE id = ? AND next_attempt_at <= ?',
    )
    .pluck()
  const settle = db.prepare(
    `UPDATE webhook_events SET state = @state, attempts = @number, retrying_since = @retryingSince,
       next_attempt_at = @next, finished_at = @finished, asked_by = NULL, given_up_for = NULL WHERE id = @id`,
  )
  const count = db.prepare(
    'UPDATE webhook_events SET attempts = @number, retrying_since = @retryingSince WHERE id = @id',
  )
  const isGivenUp = db
    .prepare<[string], 1>("SELECT 1 FROM webhook_events WHERE id = ? AND state = 'dead'")
    .pluck()
  const waiting = db
    .prepare<[SystemId], number>(
      "SELECT count(*) FROM webhook_events WHERE state = 'pending' AND system_id = ?",
    )
    .pluck()
  const giveUpOldest = db
    .prepare<[EpochMilliseconds, SystemId], WebhookEventId>(
      `UPDATE webhook_events SET state = 'dead', next_attempt_at = NULL, finished_at = ?, asked_by = NULL,
         given_up_for = 'quota'
       WHERE sequence = (
         SELECT min(sequence) FROM webhook_events WHERE state = 'pending' AND system_id = ?)
       RETURNING id`,
    )
    .pluck()
  const pendingAfter = db.prepare<[number, number], PendingRow>(
    `SELECT ${PENDING_COLUMNS} FROM webhook_events
     WHERE state = 'pending' AND sequence > ? ORDER BY sequence LIMIT ?`,
  )
  const content = db.prepare<[string], { systemId: SystemId; body: string }>(
    "SELECT system_id AS systemId, body FROM webhook_events WHERE id = ? AND state = 'pending'",
  )
  const paused = db.prepare<[], EndpointRef>('SELECT system_id AS systemId, url FROM webhook_pauses')
  return {
    append(event: NewWebhookEvent) {
      const due = { attempts: 0, nextAttemptAt: event.createdAt, finishedAt: null }
      insertEvent.run({ ...event, kind: 'event', state: 'pending', ...due })
    },
    pendingAfter: (sequence, limit) => pendingAfter.all(sequence, limit).map(pendingOf),
    waiting: (systemId) => waiting.get(systemId) ?? 0,
    giveUpOldest: (systemId, now) => giveUpOldest.get(now, systemId) ?? null,
    paused: () => paused.all(),
    content: (id) => content.get(id) ?? null,
    recordAttempt(id, { number, attempt, after, retryingSince }: Outcome) {
      const isPending = after.state === 'pending'
      const next = isPending ? after.nextAttemptAt : null
      const finished = isPending ? null : attempt.startedAt + attempt.durationMs
      db.transaction(() => {
        const by = askedBy.get(id, attempt.startedAt) ?? null
        // Given up while it was being sent: it was one more attempt, and no other follows.
        const write = isPending && isGivenUp.get(id) === 1 ? count : settle
        const { changes } = write.run({ id, state: after.state, number, retryingSince, next, finished })
        if (changes > 0) recordAttempt(id, number, attempt, by)
      })
    },
    recordAuthentication(event, attempt, verdict) {
      const finishedAt = attempt.startedAt + attempt.durationMs
      const done = { attempts: 1, nextAttemptAt: null, finishedAt }
      db.transaction(() => {
        insertEvent.run({ ...event, kind: 'auth', state: verdict, ...done })
        recordAttempt(event.id, 1, attempt, null)
      })
    },
  }
}

/** Writes an attempt, removes what is too old of the event's, and notes how the endpoint fares. */
function attemptRecorder(
  db: Database,
): (id: WebhookEventId, number: number, attempt: Attempt, askedBy: string | null) => void {
  const insert = db.prepare(
    `INSERT INTO webhook_attempts (event_id, number, started_at, duration_ms, status, error_class,
       error_text, request_headers, response_headers, response_body, asked_by)
     VALUES (@id, @number, @startedAt, @durationMs, @status, @errorClass, @errorText, @requestHeaders,
       @responseHeaders, @responseBody, @askedBy)`,
  )
  const removeOld = db.prepare<[string, number]>(
    'DELETE FROM webhook_attempts WHERE event_id = ? AND number <= ?',
  )
  const noteEndpoint = db.prepare(
    `INSERT INTO webhook_endpoints
       (system_id, url, last_attempt_at, last_status, last_error_class, last_success_at, failing_since)
     SELECT system_id, url, @endedAt, @status, @errorClass, iif(@errorClass IS NULL, @endedAt, NULL),
       iif(@errorClass IS NULL, NULL, @startedAt) FROM webhook_events WHERE id = @id
     ON CONFLICT (system_id, url) DO UPDATE SET last_attempt_at = excluded.last_attempt_at,
       last_status = excluded.last_status, last_error_class = excluded.last_error_class,
       last_success_at = coalesce(excluded.last_success_at, last_success_at),
       failing_since =
         iif(excluded.failing_since IS NULL, NULL, coalesce(failing_since, excluded.failing_since))`,
  )
  const noteInSlot = noteSlot(db)
  return (id, number, attempt, askedBy) => {
    const { startedAt, durationMs, status, failure } = attempt
    const errorClass = failure?.class ?? null
    insert.run({
      id,
      number,
      startedAt,
      durationMs,
      status,
      errorClass,
      errorText: failure?.text ?? null,
      requestHeaders: JSON.stringify(attempt.requestHeaders),
      responseHeaders: attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
      responseBody: attempt.responseBody,
      askedBy,
    })
    removeOld.run(id, number - KEPT_ATTEMPTS)
    noteEndpoint.run({ id, startedAt, endedAt: startedAt + durationMs, status, errorClass })
    noteInSlot({ id, endedAt: startedAt + durationMs, failed: errorClass === null ? 0 : 1 })
  }
}
