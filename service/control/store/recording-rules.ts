import type { RecordingId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { DueRecordings, RecordingRules } from '../archive/recording-store.ts'
import type { Database } from './database.ts'

/** Whole recordings in folders that ended before; what lies where no destination is any more stays there. */
const DUE = `recordings JOIN archive_destinations ON archive_destinations.id = destination_id
  WHERE recordings.system_id = ? AND state = 'available' AND bucket_uri LIKE 'file://%' AND ended_at < ?
  AND archive_destinations.deleted_at IS NULL`

export function recordingRules(db: Database): RecordingRules {
  const all = db.prepare<[], { systemId: SystemId; days: number }>(
    'SELECT system_id AS systemId, keep_days AS days FROM recording_rules',
  )
  const find = db
    .prepare<[SystemId], number>('SELECT keep_days FROM recording_rules WHERE system_id = ?')
    .pluck()
  const set = db.prepare<[SystemId, number]>(
    `INSERT INTO recording_rules (system_id, keep_days) VALUES (?, ?)
     ON CONFLICT (system_id) DO UPDATE SET keep_days = excluded.keep_days`,
  )
  const remove = db.prepare<[SystemId]>('DELETE FROM recording_rules WHERE system_id = ?')
  const due = db
    .prepare<[SystemId, EpochMilliseconds], RecordingId>(
      `SELECT recordings.id FROM ${DUE} ORDER BY recordings.sequence`,
    )
    .pluck()
  const sum = db.prepare<[SystemId, EpochMilliseconds], DueRecordings>(
    `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM ${DUE}`,
  )
  return {
    all: () => all.all(),
    keepDays: (systemId) => find.get(systemId) ?? null,
    setKeepDays: (systemId, days) => void (days === null ? remove.run(systemId) : set.run(systemId, days)),
    due: (systemId, endedBefore) => due.all(systemId, endedBefore),
    countDue: (systemId, endedBefore) => sum.get(systemId, endedBefore) ?? { count: 0, bytes: 0 },
  }
}
