import type { RecordingState } from '../../contract/console/recordings.ts'
import type { ArchiveDestinationId, ConnectionId, RecordingId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { NewRecording, Recording, WaitingRecording } from '../archive/recording.ts'
import type { RecordingStore } from '../archive/recording-store.ts'
import type { Database } from './database.ts'

type Row = Omit<Recording, 'lastFault' | 'failureTold' | 'local'> & {
  readonly lastFault: string | null
  readonly failureTold: 0 | 1
  readonly local: 0 | 1
}

const SELECT = `SELECT sequence, recording.id, recording.system_id AS systemId, channel_id AS channelId,
    connection_id AS connectionId, rendition, destination_id AS destinationId, bucket_uri AS bucketUri,
    event_webhook_url AS eventWebhookUrl, path, state, started_at AS startedAt, ended_at AS endedAt,
    duration_ms AS durationMs, bytes, lost_ms AS lostMs, lost_segments AS lostSegments, failures,
    recording.next_try_at AS nextTryAt, last_fault AS lastFault, failure_told AS failureTold, local
  FROM recordings AS recording JOIN archive_destinations ON archive_destinations.id = destination_id`
const HAS_WAITING = `EXISTS (SELECT 1 FROM recording_files
  WHERE recording_id = recording.id AND uploaded_at IS NULL AND given_up = 0)`

export function faultOf(json: string | null): StoreFault | null {
  // Written by this folder only.
  return json === null ? null : (JSON.parse(json) as StoreFault)
}

const fromRow = (row: Row): Recording => ({
  ...row,
  lastFault: faultOf(row.lastFault),
  failureTold: row.failureTold === 1,
  local: row.local === 1,
})

export function recordingStore(db: Database): RecordingStore {
  return { ...reading(db), ...writing(db) }
}

function reading(
  db: Database,
): Pick<
  RecordingStore,
  'find' | 'lastPath' | 'beingMade' | 'inState' | 'waiting' | 'uncleared' | 'known' | 'untold'
> {
  const find = db.prepare<[string], Row>(`${SELECT} WHERE recording.id = ?`)
  const lastPath = db
    .prepare<[ConnectionId, number], string>(
      'SELECT path FROM recordings WHERE connection_id = ? AND rendition = ? ORDER BY sequence DESC LIMIT 1',
    )
    .pluck()
  const beingMade = db
    .prepare<[ConnectionId], RecordingId>(
      "SELECT id FROM recordings WHERE connection_id = ? AND state = 'recording' ORDER BY sequence",
    )
    .pluck()
  const inState = db.prepare<[RecordingState], Row>(`${SELECT} WHERE state = ? ORDER BY sequence`)
  const waiting = db.prepare<[], WaitingRecording>(
    `SELECT id, sequence, destination_id AS destinationId FROM recordings AS recording
     WHERE state <> 'available' AND ${HAS_WAITING} ORDER BY sequence`,
  )
  const uncleared = db
    .prepare<[], RecordingId>(
      "SELECT id FROM recordings WHERE state = 'available' AND local = 1 ORDER BY sequence",
    )
    .pluck()
  const known = db.prepare<[string], number>('SELECT 1 FROM recordings WHERE id = ?').pluck()
  const untold = db.prepare<[ArchiveDestinationId], Row>(
    `${SELECT} WHERE destination_id = ? AND state IN ('recording', 'sealing', 'uploading')
       AND failure_told = 0 AND ${HAS_WAITING} ORDER BY sequence`,
  )
  return {
    find(id) {
      const row = find.get(id)
      return row ? fromRow(row) : null
    },
    lastPath: (connectionId, rendition) => lastPath.get(connectionId, rendition) ?? null,
    beingMade: (connectionId) => beingMade.all(connectionId),
    inState: (state) => inState.all(state).map(fromRow),
    waiting: () => waiting.all(),
    uncleared: () => uncleared.all(),
    known: (id) => known.get(id) !== undefined,
    untold: (destinationId) => untold.all(destinationId).map(fromRow),
  }
}

function writing(db: Database): Omit<RecordingStore, keyof ReturnType<typeof reading>> {
  const insert = db.prepare<Omit<NewRecording, 'size'> & { width: number | null; height: number | null }>(
    `INSERT INTO recordings (id, system_id, channel_id, connection_id, rendition, destination_id,
       event_webhook_url, width, height, schedule_id, schedule_name, path, state, started_at)
     SELECT @id, @systemId, @channelId, @connectionId, @rendition, @destinationId, @eventWebhookUrl, @width,
       @height, schedules.id, schedules.name, @path, 'recording', @startedAt
     FROM (SELECT 1) LEFT JOIN schedules ON schedules.channel_id = @channelId`,
  )
  const update = <Values extends unknown[]>(what: string) =>
    db.prepare<[...Values, string]>(`UPDATE recordings SET ${what} WHERE id = ?`)
  const setState = update<[string]>('state = ?')
  const setLost = update<[number, number]>('lost_ms = max(lost_ms, ?), lost_segments = max(lost_segments, ?)')
  const setEnded = update<[number]>('ended_at = ?')
  const setSealed = update<[number, number, number]>('duration_ms = ?, video_frames = ?, started_at = ?')
  const setFinished = update<[number]>('finished_at = ?, next_try_at = NULL')
  const setFault = update<[number, number | null, string | null]>(
    'failures = ?, next_try_at = ?, last_fault = ?',
  )
  const setLocal = update<[number]>('local = ?')
  const addUploaded = update<[number]>('uploaded_bytes = uploaded_bytes + ?')
  const setTold = update<[]>('failure_told = 1')
  const clearTold = db.prepare<[string]>(
    'UPDATE recordings SET failure_told = 0 WHERE destination_id = ? AND failure_told = 1',
  )
  const remove = db.prepare<[string]>('DELETE FROM recordings WHERE id = ?')
  return {
    insert: ({ size, ...recording }) =>
      void insert.run({ ...recording, width: size?.width ?? null, height: size?.height ?? null }),
    setState: (id, state) => void setState.run(state, id),
    setLost: (id, { seconds, segments }) => void setLost.run(Math.round(seconds * 1000), segments, id),
    setEnded: (id, at) => void setEnded.run(at, id),
    setSealed: (id, { durationSeconds, videoFrames, startedAt }) =>
      void setSealed.run(Math.round(durationSeconds * 1000), videoFrames, Math.round(startedAt), id),
    setFinished: (id, at) => void setFinished.run(at, id),
    setFault: (id, { failures, nextTryAt, fault }) =>
      void setFault.run(failures, nextTryAt, fault && JSON.stringify(fault), id),
    setLocal: (id, local) => void setLocal.run(Number(local), id),
    addUploaded: (id, bytes) => void addUploaded.run(bytes, id),
    setTold: (id) => void setTold.run(id),
    clearTold: (destinationId) => void clearTold.run(destinationId),
    remove: (id) => void remove.run(id),
  }
}
