import type { ChannelId, ScheduleId, SystemId, UserId } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { ScheduleRepository } from '../schedule/repository.ts'
import type { ListedSchedule, PlannedSchedule, Schedule } from '../schedule/schedule.ts'
import type { Database } from './database.ts'
import { likePattern } from './like-pattern.ts'
import { sharingJson } from './sharing-json.ts'

interface Row {
  id: ScheduleId
  system_id: SystemId
  name: string
  starts_at: number
  ends_at: number
  channel_id: ChannelId
  renditions: string
  created_at: number
  creator: string
}

type PlannedRow = Row & { has_channel: 0 | 1 }

interface Period {
  systemId: SystemId
  startsAt: number
  endsAt: number
  except: ScheduleId | null
}

type ListedRow = Omit<Row, 'system_id' | 'channel_id' | 'renditions'>

const listedFromRow = (row: ListedRow): ListedSchedule => ({
  scheduleId: row.id,
  name: row.name,
  startsAt: row.starts_at,
  endsAt: row.ends_at,
  createdAt: row.created_at,
  createdByName: row.creator,
})

const fromRow = (row: Row, renditionsIn = sharingJson<readonly Rendition[]>()): Schedule => ({
  ...listedFromRow(row),
  systemId: row.system_id,
  channelId: row.channel_id,
  renditions: renditionsIn(row.renditions),
})

function* listedFromRows(rows: Iterable<ListedRow>): Iterable<ListedSchedule> {
  for (const row of rows) yield listedFromRow(row)
}

function* plannedFromRows(rows: Iterable<PlannedRow>): Iterable<PlannedSchedule> {
  const renditionsIn = sharingJson<readonly Rendition[]>()
  for (const row of rows) yield { ...fromRow(row, renditionsIn), hasChannel: row.has_channel === 1 }
}

const CREATOR = 'coalesce(users.name, schedules.created_by_name) AS creator'
const WITH_CREATOR = 'schedules LEFT JOIN users ON users.id = schedules.created_by'
const SELECT = `SELECT schedules.*, ${CREATOR} FROM ${WITH_CREATOR}`
const SELECT_LISTED = `SELECT schedules.id, schedules.name, starts_at, ends_at, schedules.created_at, ${CREATOR}
     FROM ${WITH_CREATOR}`
const SELECT_PLANNED = `SELECT schedules.*, ${CREATOR}, channels.id IS NOT NULL AS has_channel
     FROM ${WITH_CREATOR} LEFT JOIN channels ON channels.id = channel_id AND deleted_at IS NULL`

// One at most begins before `from` and goes on: the last one that begins before it.
const BETWEEN = `schedules.system_id = @systemId AND ends_at > @from AND starts_at < @to
       AND starts_at >= coalesce((
         SELECT max(starts_at) FROM schedules WHERE system_id = @systemId AND starts_at <= @from
       ), @from)`

interface Sought {
  systemId: SystemId
  pattern: string
  text: string
  near: EpochMilliseconds
  limit: number
}

interface Span {
  systemId: SystemId
  from: EpochMilliseconds
  to: EpochMilliseconds
}

export function scheduleRepository({ prepare, remembered }: Database): ScheduleRepository {
  const insert = prepare<Omit<Schedule, 'renditions'> & { renditions: string; createdBy: UserId }>(
    `INSERT INTO schedules (id, system_id, name, starts_at, ends_at, channel_id, renditions, created_at,
       created_by, created_by_name)
     VALUES (@scheduleId, @systemId, @name, @startsAt, @endsAt, @channelId, @renditions, @createdAt,
       @createdBy, @createdByName)`,
  )
  const find = prepare<[string], Row>(`${SELECT} WHERE schedules.id = ?`)
  // No two start at the same time.
  const list = prepare<[SystemId], Row>(`${SELECT} WHERE schedules.system_id = ? ORDER BY starts_at`)
  const each = prepare<[SystemId], ListedRow>(
    `${SELECT_LISTED} WHERE schedules.system_id = ? ORDER BY starts_at`,
  )
  const firstAfter = prepare<[SystemId, EpochMilliseconds], Row>(
    `${SELECT} WHERE schedules.system_id = ? AND starts_at > ? ORDER BY starts_at LIMIT 1`,
  )
  const count = prepare<[SystemId], number>('SELECT count(*) FROM schedules WHERE system_id = ?').pluck()
  const between = prepare<Span, PlannedRow>(`${SELECT_PLANNED} WHERE ${BETWEEN} ORDER BY starts_at`)
  const search = prepare<Sought, PlannedRow>(
    `${SELECT_PLANNED}
     WHERE schedules.system_id = @systemId AND (schedules.name LIKE @pattern ESCAPE '\\' OR schedules.id = @text)
     ORDER BY abs(starts_at - @near), schedules.id LIMIT @limit`,
  )
  // A connection without HLS has no playlist: whoever sends over it is seen at once. When a connection ended that
  // the service lost by a crash nobody knows; it was there for the minutes that were written.
  const findUnseen = prepare<Span, Row>(
    `${SELECT} WHERE ${BETWEEN} AND NOT EXISTS (
       SELECT 1 FROM connections
       WHERE connections.channel_id = schedules.channel_id
         AND (playlist_ready_at IS NOT NULL
           OR (schedules.renditions = '[]' AND json_extract(sfu_event, '$.role') <> 'recvonly'))
         AND (ended_at IS NULL OR starts_at < max(
           coalesce(playlist_ready_at, connections.created_at),
           iif(close_reason = 'service-lost', connections.created_at + minutes * 60000, ended_at)))
     )
     ORDER BY starts_at LIMIT 1`,
  )
  const nextTurn = prepare<{ after: number; begunFor: number }, { at: number | null }>(
    `SELECT min(at) AS at FROM (SELECT starts_at + @begunFor AS at FROM schedules UNION ALL SELECT ends_at FROM schedules)
     WHERE at > @after`,
  )
  // Of all that start before the end, the last one ends last: no two of them overlap.
  const findOverlap = prepare<Period, Row>(
    `SELECT * FROM (
       ${SELECT} WHERE schedules.system_id = @systemId AND starts_at < @endsAt AND schedules.id IS NOT @except
       ORDER BY starts_at DESC LIMIT 1
     ) WHERE ends_at > @startsAt`,
  )
  const update = prepare<[string, number, number, ScheduleId]>(
    'UPDATE schedules SET name = ?, starts_at = ?, ends_at = ? WHERE id = ?',
  )
  const setChannel = prepare<[ChannelId, ScheduleId]>('UPDATE schedules SET channel_id = ? WHERE id = ?')
  const remove = prepare<[ScheduleId]>('DELETE FROM schedules WHERE id = ?')
  const one = (row: Row | undefined) => (row ? fromRow(row) : null)
  return {
    insert: (schedule, createdBy) =>
      void insert.run({ ...schedule, renditions: JSON.stringify(schedule.renditions), createdBy }),
    find: (scheduleId) => one(find.get(scheduleId)),
    list: (systemId) => list.all(systemId).map((row) => fromRow(row)),
    each: (systemId) => listedFromRows(each.iterate(systemId)),
    revision: remembered((_: SystemId) => ({}), ['schedules', 'users']),
    plannedRevision: remembered((_: SystemId) => ({}), ['schedules', 'users', 'channels']),
    firstAfter: (systemId, after) => one(firstAfter.get(systemId, after)),
    count: (systemId) => count.get(systemId) ?? 0,
    eachBetween: (systemId, from, to) => plannedFromRows(between.iterate({ systemId, from, to })),
    search: (systemId, text, which) => [
      ...plannedFromRows(search.all({ systemId, text, pattern: likePattern(text), ...which })),
    ],
    findOverlap: (systemId, { startsAt, endsAt }, except) =>
      one(findOverlap.get({ systemId, startsAt, endsAt, except })),
    findUnseen: (systemId, from, to) => one(findUnseen.get({ systemId, from, to })),
    nextTurn: (after, begunFor) => nextTurn.get({ after, begunFor })?.at ?? null,
    update: (scheduleId, { name, startsAt, endsAt }) => void update.run(name, startsAt, endsAt, scheduleId),
    setChannel: (scheduleId, channelId) => void setChannel.run(channelId, scheduleId),
    remove: (scheduleId) => void remove.run(scheduleId),
  }
}
