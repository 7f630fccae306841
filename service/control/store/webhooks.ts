import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { AfterAttempt, Attempt, NewWebhookEvent, PendingEvent, WebhookStore } from '../webhook/ports.ts'
import type { Database } from './database.ts'

interface EventRow extends NewWebhookEvent {
  readonly kind: 'event' | 'auth'
  readonly state: 'pending' | 'delivered' | 'dead' | 'allowed' | 'denied'
  readonly attempts: number
  readonly nextAttemptAt: EpochMilliseconds | null
  readonly finishedAt: EpochMilliseconds | null
}

/** The outbox of events, the questions of authentication webhooks, and every attempt at both. */
export function webhookStore(db: Database): WebhookStore {
  const insertEvent = db.prepare<EventRow>(
    `INSERT INTO webhook_events (id, system_id, channel_id, connection_id, kind, type, url, body, state,
       attempts, next_attempt_at, created_at, finished_at)
     VALUES (@id, @systemId, @channelId, @connectionId, @kind, @type, @url, @body, @state,
       @attempts, @nextAttemptAt, @createdAt, @finishedAt)`,
  )
  const insertAttempt = attemptInserter(db)
  const settle = db.prepare<[string, number, EpochMilliseconds | null, EpochMilliseconds | null, string]>(
    'UPDATE webhook_events SET state = ?, attempts = ?, next_attempt_at = ?, finished_at = ? WHERE id = ?',
  )
  const pendingAfter = db.prepare<[number], PendingEvent>(
    `SELECT id, sequence, channel_id AS channelId, url, attempts, next_attempt_at AS nextAttemptAt,
       webhook_attempts.started_at AS firstAttemptAt
     FROM webhook_events LEFT JOIN webhook_attempts ON event_id = id AND number = 1
     WHERE kind = 'event' AND state = 'pending' AND sequence > ? ORDER BY sequence`,
  )
  const content = db.prepare<[string], { systemId: SystemId; body: string }>(
    'SELECT system_id AS systemId, body FROM webhook_events WHERE id = ?',
  )
  return {
    append(event: NewWebhookEvent) {
      const due = { attempts: 0, nextAttemptAt: event.createdAt, finishedAt: null }
      insertEvent.run({ ...event, kind: 'event', state: 'pending', ...due })
    },
    pendingAfter: (sequence) => pendingAfter.all(sequence),
    content: (id) => content.get(id) ?? null,
    recordAttempt(id, number, attempt, after) {
      const endedAt = attempt.startedAt + attempt.durationMs
      const [next, finished] = after.state === 'pending' ? [after.nextAttemptAt, null] : [null, endedAt]
      db.transaction(() => {
        insertAttempt(id, number, attempt)
        settle.run(after.state satisfies AfterAttempt['state'], number, next, finished, id)
      })
    },
    recordAuthentication(event, attempt, verdict) {
      const finishedAt = attempt.startedAt + attempt.durationMs
      const done = { attempts: 1, nextAttemptAt: null, finishedAt }
      db.transaction(() => {
        insertEvent.run({ ...event, kind: 'auth', state: verdict, ...done })
        insertAttempt(event.id, 1, attempt)
      })
    },
  }
}

function attemptInserter(db: Database): (id: WebhookEventId, number: number, attempt: Attempt) => void {
  const insert = db.prepare(
    `INSERT INTO webhook_attempts (event_id, number, started_at, duration_ms, status, error_class,
       error_text, response_headers, response_body)
     VALUES (@id, @number, @startedAt, @durationMs, @status, @errorClass, @errorText, @headers, @body)`,
  )
  return (id, number, attempt) =>
    void insert.run({
      id,
      number,
      startedAt: attempt.startedAt,
      durationMs: attempt.durationMs,
      status: attempt.status,
      errorClass: attempt.failure?.class ?? null,
      errorText: attempt.failure?.text ?? null,
      headers: attempt.responseHeaders && JSON.stringify(attempt.responseHeaders),
      body: attempt.responseBody,
    })
}
