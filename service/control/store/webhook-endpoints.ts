import type { FailingWebhooks } from '../../contract/console/engine-view.ts'
import type { WebhookEndpoint, WebhookEndpointFigures } from '../../contract/console/webhooks.ts'
import type { SystemId, WebhookEventId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { KEPT_SLOTS, SLOT } from '../webhook/webhook-log-store.ts'
import type { WebhookLogStore } from '../webhook/webhook-log-store.ts'
import type { Database } from './database.ts'

/** Most endpoints of one answer. */
const MAX_ENDPOINTS = 500
/** Attempts that tell how long an endpoint takes. */
const TIMED_ATTEMPTS = 100

/** How many events of the endpoint `known` are in a state; there is an index for each of the two. */
const countIn = (state: 'pending' | 'dead') =>
  `(SELECT count(*) FROM webhook_events AS event
    WHERE event.state = '${state}' AND event.system_id = @systemId AND event.url = known.url)`
/** Attempts since `@from` at an endpoint that is listed, of those that ended so. */
const ofDay = (counted: 'delivered' | 'failed') =>
  `(SELECT coalesce(sum(${counted}), 0) FROM webhook_endpoint_slots AS slot
    WHERE slot.system_id = @systemId AND slot.url = coalesce(known.url, waiting.url) AND slot_from >= @from)`
const NONE_FAILS: FailingWebhooks = { failing: 0, since: null, waiting: 0, givenUp: 0 }

/** Of an endpoint that nothing waits for, neither an event nor that somebody resumes it. */
export const NOTHING_WAITS = `NOT EXISTS (
  SELECT 1 FROM webhook_events AS event WHERE event.state = 'pending'
    AND event.system_id = webhook_endpoints.system_id AND event.url = webhook_endpoints.url)
  AND NOT EXISTS (
  SELECT 1 FROM webhook_pauses AS pause
    WHERE pause.system_id = webhook_endpoints.system_id AND pause.url = webhook_endpoints.url)`

type Endpoints = Pick<
  WebhookLogStore,
  'endpoints' | 'failing' | 'figures' | 'pause' | 'resume' | 'removeSlots'
>

/** Who is told, how they fare, and who waits for somebody to resume them. */
export function webhookEndpoints(db: Database): Endpoints {
  const endpoints = db.prepare<{ systemId: SystemId; from: number; limit: number }, WebhookEndpoint>(
    `${endpointsWhere('TRUE')} ORDER BY failing_since IS NULL, last_attempt_at DESC, url LIMIT @limit`,
  )
  const failing = db.prepare<{ systemId: SystemId }, FailingWebhooks>(
    `SELECT count(*) AS failing, min(failing_since) AS since,
       coalesce(sum(${countIn('pending')}), 0) AS waiting, coalesce(sum(${countIn('dead')}), 0) AS givenUp
     FROM webhook_endpoints AS known WHERE system_id = @systemId AND failing_since IS NOT NULL`,
  )
  const resume = db.prepare('DELETE FROM webhook_pauses WHERE system_id = ? AND url = ?')
  const pause = db.prepare(
    `INSERT INTO webhook_pauses (system_id, url, paused_at, paused_by) VALUES (@systemId, @url, @now, @by)
     ON CONFLICT DO NOTHING`,
  )
  const removeSlots = db.prepare<[number]>('DELETE FROM webhook_endpoint_slots WHERE slot_from < ?')
  return {
    endpoints: (systemId, now) => endpoints.all({ systemId, from: now - KEPT_SLOTS, limit: MAX_ENDPOINTS }),
    failing: (systemId) => failing.get({ systemId }) ?? NONE_FAILS,
    figures: figuresOf(db),
    pause: (endpoint, asked) => void pause.run({ ...endpoint, ...asked }),
    resume: ({ systemId, url }) => void resume.run(systemId, url),
    removeSlots: (before) => void removeSlots.run(before),
  }
}

function figuresOf(db: Database): Endpoints['figures'] {
  type Of = { readonly systemId: SystemId; readonly url: string }
  const find = db.prepare<Of & { from: number }, WebhookEndpoint>(endpointsWhere('url = @url'))
  const slots = db.prepare<Of & { from: number }, WebhookEndpointFigures['slots'][number]>(
    `SELECT slot_from AS "from", delivered, failed FROM webhook_endpoint_slots
     WHERE system_id = @systemId AND url = @url AND slot_from >= @from ORDER BY slot_from`,
  )
  const durations = db
    .prepare<Of & { limit: number }, Milliseconds>(
      `SELECT duration_ms FROM webhook_events JOIN webhook_attempts ON event_id = id AND number = attempts
       WHERE system_id = @systemId AND url = @url ORDER BY sequence DESC LIMIT @limit`,
    )
    .pluck()
  return (endpoint, now) => {
    const from = now - KEPT_SLOTS
    const known = find.get({ ...endpoint, from })
    if (!known) return null
    const ordered = durations.all({ ...endpoint, limit: TIMED_ATTEMPTS }).sort((a, b) => a - b)
    const share = (part: number) => ordered[Math.ceil(part * ordered.length) - 1] ?? null
    return {
      endpoint: known,
      slots: slots.all({ ...endpoint, from }),
      medianMs: share(0.5),
      p95Ms: share(0.95),
    }
  }
}

/** Endpoints that were asked, or that events wait for. */
function endpointsWhere(condition: string): string {
  return `WITH waiting AS (SELECT url, count(*) AS pending FROM webhook_events
       WHERE system_id = @systemId AND state = 'pending' AND ${condition} GROUP BY url),
     known AS (SELECT * FROM webhook_endpoints WHERE system_id = @systemId AND ${condition})
     SELECT coalesce(known.url, waiting.url) AS url, coalesce(pending, 0) AS pending,
       ${countIn('dead')} AS givenUp, failing_since AS failingSince, last_attempt_at AS lastAttemptAt,
       last_status AS lastStatus, last_error_class AS lastErrorClass, last_success_at AS lastSuccessAt,
       paused_at AS pausedAt, paused_by AS pausedBy,
       ${ofDay('delivered')} AS deliveredOfDay, ${ofDay('failed')} AS failedOfDay
     FROM known FULL JOIN waiting ON known.url = waiting.url
     LEFT JOIN webhook_pauses AS pause
       ON pause.system_id = @systemId AND pause.url = coalesce(known.url, waiting.url)`
}

/** Counts an attempt in its slot. @returns what does so; `failed` is 1 or 0 */
export function noteSlot(
  db: Database,
): (attempt: { id: WebhookEventId; endedAt: EpochMilliseconds; failed: 0 | 1 }) => void {
  const note = db.prepare(
    `INSERT INTO webhook_endpoint_slots (system_id, url, slot_from, delivered, failed)
     SELECT system_id, url, @from, 1 - @failed, @failed FROM webhook_events WHERE id = @id
     ON CONFLICT (system_id, url, slot_from) DO UPDATE SET
       delivered = delivered + excluded.delivered, failed = failed + excluded.failed`,
  )
  return ({ endedAt, ...attempt }) => void note.run({ ...attempt, from: endedAt - (endedAt % SLOT) })
}
