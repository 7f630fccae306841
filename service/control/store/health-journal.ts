import type { HealthEvent, PastSession } from '../../contract/console/health.ts'
import type { ScheduleSession } from '../../contract/console/schedules.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { HealthJournal } from '../health/journal.ts'
import type { Database } from './database.ts'

const KEPT_SESSIONS = 100
const KEPT_EVENTS = 500

/** The connections that were opened in a session. */
const OPENED = `health_events AS e JOIN connections AS c ON c.id = e.event ->> 'connectionId'
  WHERE e.session_id = s.id AND e.event ->> 'kind' = 'connection-opened'`

export function healthJournal(database: Database): HealthJournal {
  const { prepare } = database
  const insert = prepare<[ChannelId, EpochMilliseconds]>(
    'INSERT INTO health_sessions (channel_id, started_at) VALUES (?, ?)',
  )
  const removeOld = prepare<{ channelId: ChannelId }>(
    `DELETE FROM health_sessions WHERE channel_id = @channelId AND id <= (
       SELECT id FROM health_sessions WHERE channel_id = @channelId
       ORDER BY id DESC LIMIT 1 OFFSET ${KEPT_SESSIONS})`,
  )
  // A session may be gone with its channel while the last of it still comes.
  const add = prepare<{ session: number; number: number; event: string }>(
    `INSERT INTO health_events (session_id, number, event)
     SELECT id, @number, @event FROM health_sessions WHERE id = @session`,
  )
  const removeOldEvents = prepare<[number, number]>(
    'DELETE FROM health_events WHERE session_id = ? AND number <= ?',
  )
  const end = prepare<[EpochMilliseconds, number]>('UPDATE health_sessions SET ended_at = ? WHERE id = ?')
  const endOpen = prepare(
    `UPDATE health_sessions SET ended_at = coalesce(
       (SELECT max(event ->> 'at') FROM health_events WHERE session_id = health_sessions.id), started_at)
     WHERE ended_at IS NULL`,
  )
  const list = prepare<[ChannelId], PastSession>(
    `SELECT s.id, s.started_at AS startedAt, s.ended_at AS endedAt,
       coalesce((SELECT c.encoder FROM ${OPENED} ORDER BY e.number LIMIT 1), '') AS encoder,
       (SELECT count(*) FROM ${OPENED}) AS connections,
       (SELECT coalesce(sum(c.received_bytes), 0) FROM ${OPENED}) AS receivedBytes,
       (SELECT count(*) FROM health_events AS e
        WHERE e.session_id = s.id AND e.event ->> 'kind' = 'finding-raised') AS findings
     FROM health_sessions AS s WHERE s.channel_id = ? ORDER BY s.id DESC`,
  )
  const ofSchedules = prepare<{ systemId: SystemId; from: number; to: number }, ScheduleSession>(
    `SELECT s.id, schedules.id AS scheduleId, s.started_at AS startedAt, s.ended_at AS endedAt
     FROM health_sessions AS s JOIN schedules ON schedules.channel_id = s.channel_id
     WHERE schedules.system_id = @systemId AND s.started_at < @to
       AND (s.ended_at IS NULL OR s.ended_at > @from)
     ORDER BY s.started_at, s.id`,
  )
  const events = prepare<[number, ChannelId], { event: string }>(
    `SELECT event FROM health_events JOIN health_sessions AS s ON s.id = session_id
     WHERE s.id = ? AND s.channel_id = ? ORDER BY number`,
  )
  return {
    begin: (channelId, at) =>
      database.transaction(() => {
        const { lastInsertRowid } = insert.run(channelId, at)
        removeOld.run({ channelId })
        return Number(lastInsertRowid)
      }),
    add: (session, event) =>
      database.transaction(() => {
        add.run({ session, number: event.id, event: JSON.stringify(event) })
        if (event.id > KEPT_EVENTS) removeOldEvents.run(session, event.id - KEPT_EVENTS)
      }),
    end: (session, at) => void end.run(at, session),
    endOpen: () => void endOpen.run(),
    list: (channelId) => list.all(channelId),
    ofSchedules: (systemId, from, to) => ofSchedules.all({ systemId, from, to }),
    // Written by this file, after its values were typed.
    events: (channelId, session) =>
      events.all(session, channelId).map(({ event }) => JSON.parse(event) as HealthEvent),
  }
}
