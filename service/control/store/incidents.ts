import type { IncidentStep, IncidentView } from '../../contract/console/incidents.ts'
import type { IncidentId, SystemId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { BrokenOff, IncidentRepository, NewIncident, Outcome } from '../incident/repository.ts'
import type { Database } from './database.ts'

type Stored<Incident> = Omit<Incident, 'steps'> & { readonly steps: string }
type ListedRow = Stored<Omit<IncidentView, 'acknowledged'>> & {
  readonly acknowledgedAt: EpochMilliseconds | null
  readonly acknowledgedBy: string | null
}
type Acknowledgement = { at: EpochMilliseconds; by: string; id: string; systemId: SystemId }

const BASE = `id, kind, channel_id AS channelId, schedule_id AS scheduleId, name, encoder,
  began_at AS beganAt, viewers, steps`

// Written by this file, after its values were typed.
const stepsOf = (text: string) => JSON.parse(text) as IncidentStep[]

export function incidentRepository({ prepare, remembered }: Database): IncidentRepository {
  const insert = prepare<Stored<NewIncident>>(
    `INSERT INTO incidents (id, system_id, kind, channel_id, schedule_id, name, encoder, began_at, viewers, steps)
     VALUES (@id, @systemId, @kind, @channelId, @scheduleId, @name, @encoder, @beganAt, @viewers, @steps)`,
  )
  const setSteps = prepare<[string, IncidentId]>('UPDATE incidents SET steps = ? WHERE id = ?')
  const end = prepare<[EpochMilliseconds, Outcome, IncidentId]>(
    'UPDATE incidents SET over_at = ?, outcome = ? WHERE id = ? AND over_at IS NULL',
  )
  const remove = prepare<[IncidentId]>('DELETE FROM incidents WHERE id = ?')
  const acknowledge = prepare<Acknowledgement>(
    `UPDATE incidents
     SET acknowledged_at = coalesce(acknowledged_at, @at), acknowledged_by = coalesce(acknowledged_by, @by)
     WHERE id = @id AND system_id = @systemId`,
  )
  const open = prepare<[], Stored<NewIncident>>(
    `SELECT ${BASE}, system_id AS systemId FROM incidents WHERE over_at IS NULL`,
  )
  const listed = prepare<[SystemId], ListedRow>(
    `SELECT ${BASE}, over_at AS overAt, outcome, acknowledged_at AS acknowledgedAt,
       acknowledged_by AS acknowledgedBy
     FROM incidents WHERE system_id = ? AND (over_at IS NULL OR acknowledged_at IS NULL)
     ORDER BY over_at IS NOT NULL, began_at DESC, id LIMIT 50`,
  )
  const brokenOff = prepare<[], BrokenOff>(
    `SELECT channels.system_id AS systemId, connections.channel_id AS channelId,
       coalesce(nullif(channels.name, ''), schedules.name, '') AS name, connections.encoder,
       max(connections.created_at + minutes * 60000) AS lastKnownAt
     FROM connections JOIN channels ON channels.id = connections.channel_id
       LEFT JOIN schedules ON schedules.channel_id = channels.id
     WHERE ended_at IS NULL AND (playlist_ready_at IS NOT NULL OR channels.kind = 'webrtc'
       AND received_bytes > 0 AND json_extract(sfu_event, '$.role') <> 'recvonly')
     GROUP BY channels.id`,
  )
  const countOver = prepare<[SystemId], { count: number }>(
    'SELECT count(*) AS count FROM incidents WHERE system_id = ? AND over_at IS NOT NULL',
  )
  const clearOver = prepare<[SystemId]>('DELETE FROM incidents WHERE system_id = ? AND over_at IS NOT NULL')
  const removeOld = prepare<[EpochMilliseconds]>(
    'DELETE FROM incidents WHERE over_at IS NOT NULL AND acknowledged_at IS NOT NULL AND began_at < ?',
  )
  return {
    insert: (incident) => void insert.run({ ...incident, steps: JSON.stringify(incident.steps) }),
    setSteps: (id, steps) => void setSteps.run(JSON.stringify(steps), id),
    end: (id, at, outcome) => void end.run(at, outcome, id),
    remove: (id) => void remove.run(id),
    acknowledge: (systemId, id, note) => acknowledge.run({ ...note, id, systemId }).changes > 0,
    open: () => open.all().map((row) => ({ ...row, steps: stepsOf(row.steps) })),
    listed: remembered((systemId: SystemId) => listed.all(systemId).map(viewOf)),
    brokenOff: () => brokenOff.all(),
    countOver: (systemId) => countOver.get(systemId)?.count ?? 0,
    clearOver: (systemId) => clearOver.run(systemId).changes,
    removeOld: (before) => void removeOld.run(before),
  }
}

function viewOf({ acknowledgedAt: at, acknowledgedBy: by, steps, ...row }: ListedRow): IncidentView {
  return { ...row, steps: stepsOf(steps), acknowledged: at === null ? null : { at, by: by ?? '' } }
}
