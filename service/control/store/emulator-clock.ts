import type { Firing } from '../../contract/console/emulator/clock.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { ClockKeeper } from '../emulator/clock/movable-clock.ts'
import type { FiringSources } from '../emulator/clock/sources.ts'
import type { Database } from './database.ts'

/** Where the clock stands, in thousandths of its speed. */
export function emulatorClockStore({ prepare }: Database): ClockKeeper {
  const read = prepare<[], { thousandths: number; ruleAt: number; realAt: number }>(
    'SELECT thousandths, rule_at AS ruleAt, real_at AS realAt FROM emulator_clock',
  )
  const write = prepare<{ thousandths: number; ruleAt: number; realAt: number }>(
    `INSERT INTO emulator_clock (one, thousandths, rule_at, real_at) VALUES (1, @thousandths, @ruleAt, @realAt)
     ON CONFLICT DO UPDATE SET thousandths = @thousandths, rule_at = @ruleAt, real_at = @realAt`,
  )
  return {
    read() {
      const row = read.get()
      return row ? { rate: row.thousandths / 1000, ruleAt: row.ruleAt, realAt: row.realAt } : null
    },
    write: ({ rate, ruleAt, realAt }) =>
      void write.run({ thousandths: Math.round(rate * 1000), ruleAt, realAt }),
  }
}

interface Between {
  readonly after: EpochMilliseconds
  readonly until: EpochMilliseconds
}

/** A schedule is waited for 10 s before it starts, and late 5 s after. */
const SCHEDULES = `
  SELECT 'schedule.due' AS kind, starts_at - 10000 AS at, system_id AS systemId, id AS scheduleId, name FROM schedules
  UNION ALL SELECT 'schedule.started', starts_at, system_id, id, name FROM schedules
  UNION ALL SELECT 'schedule.late', began_at + 5000, system_id, schedule_id, name FROM incidents
    WHERE kind = 'late-start' AND schedule_id IS NOT NULL
  UNION ALL SELECT 'schedule.ended', ends_at, system_id, id, name FROM schedules`

const WRITTEN = `SELECT 'webhook.written' AS kind, created_at AS at, system_id AS systemId, id AS eventId, type, url
  FROM webhook_events WHERE kind = 'event' AND created_at > @after AND created_at <= @until`

const ATTEMPTS = `SELECT 'webhook.attempt' AS kind, a.started_at AS at, e.system_id AS systemId, e.id AS eventId,
    e.type, e.url, a.number AS attempt, a.status,
    CASE WHEN a.error_class IS NULL THEN 'delivered'
      WHEN e.state = 'dead' AND a.number = e.attempts THEN 'given-up' ELSE 'failed' END AS outcome
  FROM webhook_attempts a JOIN webhook_events e ON e.id = a.event_id
  WHERE e.kind = 'event' AND a.started_at > @after AND a.started_at <= @until
  ORDER BY a.started_at, e.sequence`

const CLOSED = `SELECT 'connection.ended' AS kind, c.ended_at AS at, h.system_id AS systemId, c.channel_id AS channelId,
    c.id AS connectionId, c.close_reason AS reason
  FROM connections c JOIN channels h ON h.id = c.channel_id
  WHERE c.ended_at > @after AND c.ended_at <= @until AND c.close_reason IS NOT NULL`

/** Those of the console go by real time. */
const SESSIONS = `SELECT 'session.ended' AS kind, t.expires_at AS at, u.system_id AS systemId, u.id AS userId
  FROM login_tokens t JOIN users u ON u.id = t.user_id WHERE t.kind = 'option'`

/** They are good for 24 h. */
const KEYS = `SELECT 'idempotency-key.ended' AS kind, created_at + 86400000 AS at, owner FROM idempotency_keys`

const ADDRESSES = `SELECT 'playlist-address.ended' AS kind, a.expires_at AS at, h.system_id AS systemId,
    a.channel_id AS channelId
  FROM playlist_addresses a JOIN channels h ON h.id = a.channel_id WHERE a.revoked_at IS NULL`

const NEXT_ATTEMPT = `SELECT 'webhook.attempt' AS kind, next_attempt_at AS at FROM webhook_events
  WHERE state = 'pending' AND (system_id, url) NOT IN (SELECT system_id, url FROM webhook_pauses)`

/** What time brought about, as the stores have it. */
export function firingSources({ prepare }: Database): FiringSources {
  const between = (rows: string) => `SELECT * FROM (${rows}) WHERE at > @after AND at <= @until`
  const happened = [between(SCHEDULES), WRITTEN, ATTEMPTS, CLOSED].map((sql) => prepare<Between, Firing>(sql))
  const ends = [SESSIONS, KEYS, ADDRESSES].map((rows) => prepare<Between, Firing>(between(rows)))
  const first = (rows: string) =>
    prepare<[EpochMilliseconds], { kind: string; at: number }>(
      `SELECT kind, at FROM (${rows}) WHERE at > ? ORDER BY at LIMIT 1`,
    )
  const nexts = [SCHEDULES, SESSIONS, KEYS, ADDRESSES, NEXT_ATTEMPT].map(first)
  const rows = prepare<
    { at: EpochMilliseconds },
    { webhooks: number; recordings: number; incidents: number }
  >(
    `SELECT (SELECT count(*) FROM webhook_events WHERE created_at <= @at) AS webhooks,
       (SELECT count(*) FROM recordings WHERE started_at <= @at) AS recordings,
       (SELECT count(*) FROM incidents WHERE began_at <= @at) AS incidents`,
  )
  return {
    happened: (after, until) => happened.flatMap((statement) => statement.all({ after, until })),
    ends: (after, until) => ends.flatMap((statement) => statement.all({ after, until })),
    rowsUntil: (at) => rows.get({ at }) ?? { webhooks: 0, recordings: 0, incidents: 0 },
    next(now) {
      const found = nexts.flatMap((statement) => statement.get(now) ?? [])
      return found.reduce<(typeof found)[number] | null>((a, b) => (a && a.at <= b.at ? a : b), null)
    },
  }
}
