import type { RecordingDetail, RecordingListQuery, RecordingView } from '../../contract/console/recordings.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { RecordingSummary } from '../archive/recording.ts'
import type { RecordingViews } from '../archive/recording-store.ts'
import type { Database } from './database.ts'
import { likePattern } from './like-pattern.ts'
import { faultOf } from './recordings.ts'

type Row = Omit<RecordingView, 'schedule' | 'size' | 'lastFault' | 'local'> & {
  readonly scheduleId: string | null
  readonly scheduleName: string | null
  readonly width: number | null
  readonly height: number | null
  readonly lastFault: string | null
  readonly local: 0 | 1
}

/** While its destination is in trouble, an unfinished recording waits for that. */
const WAITS = "(trouble_fault IS NOT NULL AND state IN ('recording', 'sealing', 'uploading'))"
const SELECT = `SELECT sequence, recording.id, channel_id AS channelId,
    coalesce(nullif(channels.name, ''), schedule_name, '') AS channelName,
    connection_id AS connectionId, schedule_id AS scheduleId, schedule_name AS scheduleName, rendition, width,
    height, destination_id AS destinationId, bucket_uri AS bucketUri, path, state, started_at AS startedAt,
    ended_at AS endedAt, duration_ms AS durationMs, bytes, uploaded_bytes AS uploadedBytes, lost_ms AS lostMs,
    iif(${WAITS}, trouble_failures, failures) AS failures,
    iif(${WAITS}, destination.next_try_at, recording.next_try_at) AS nextTryAt,
    iif(${WAITS}, trouble_fault, last_fault) AS lastFault, local
  FROM recordings AS recording JOIN channels ON channels.id = channel_id
    JOIN archive_destinations AS destination ON destination.id = destination_id
  WHERE recording.system_id = @systemId`

function viewOf(row: Row): RecordingView {
  const { scheduleId, scheduleName, width, height, lastFault, local, ...rest } = row
  return {
    ...rest,
    schedule: scheduleId === null ? null : { id: scheduleId, name: scheduleName ?? '' },
    size: width === null || height === null ? null : { width, height },
    lastFault: faultOf(lastFault),
    local: local === 1,
  }
}

export function recordingViews(db: Database): RecordingViews {
  const find = db.prepare<{ systemId: SystemId; id: string }, Row>(`${SELECT} AND recording.id = @id`)
  const files = db.prepare<[string], { count: number; uploaded: number; sentBytes: number }>(
    `SELECT count(*) AS count, count(uploaded_at) AS uploaded, coalesce(sum(sent_bytes), 0) AS sentBytes
     FROM recording_files WHERE recording_id = ?`,
  )
  const summary = db.prepare<{ systemId: SystemId }, RecordingSummary>(
    `SELECT count(*) FILTER (WHERE state = 'recording') AS recording,
       coalesce(sum(bytes * 8000.0 / duration_ms) FILTER (WHERE state = 'recording' AND duration_ms > 0), 0)
         AS recordingBps,
       coalesce(sum(bytes - uploaded_bytes), 0) AS pendingBytes,
       (SELECT count(*) FROM archive_destinations
        WHERE system_id = @systemId AND deleted_at IS NULL AND trouble_fault IS NOT NULL) AS failing
     FROM recordings
     WHERE state IN ('recording', 'sealing', 'uploading') AND system_id = @systemId`,
  )
  return {
    list(systemId, { limit, ...query }) {
      const search = query.search === undefined ? undefined : likePattern(query.search)
      const values = { ...query, search, systemId, limit }
      return db
        .prepare<typeof values, Row>(`${SELECT} ${conditions(query)} ORDER BY sequence DESC LIMIT @limit`)
        .all(values)
        .map(viewOf)
    },
    find(systemId, id) {
      const row = find.get({ systemId, id })
      if (!row) return null
      const { sentBytes, ...counts } = files.get(id) ?? { count: 0, uploaded: 0, sentBytes: 0 }
      const detail: RecordingDetail = { ...viewOf(row), files: counts, sentBytes }
      return detail
    },
    summary(systemId) {
      const found = summary.get({ systemId }) ?? {
        recording: 0,
        recordingBps: 0,
        pendingBytes: 0,
        failing: 0,
      }
      return { ...found, recordingBps: Math.round(found.recordingBps) }
    },
  }
}

const COLUMNS = {
  channel: 'channel_id',
  connection: 'connection_id',
  schedule: 'schedule_id',
  destination: 'destination_id',
  state: 'state',
} as const
const SEARCHED = [
  'channels.name',
  'schedule_name',
  'recording.id',
  'channel_id',
  'connection_id',
  'schedule_id',
]

/** Only the filters that are set: one that is always there would keep SQLite from its indexes. */
function conditions(query: Omit<RecordingListQuery, 'limit'>): string {
  const equal = Object.entries(COLUMNS)
    .filter(([name]) => query[name as keyof typeof COLUMNS] !== undefined)
    .map(([name, column]) => `AND ${column} = @${name}`)
  const found = SEARCHED.map((column) => `${column} LIKE @search ESCAPE '\\'`).join(' OR ')
  return [
    ...equal,
    query.search === undefined ? '' : `AND (${found})`,
    query.from === undefined ? '' : 'AND (ended_at IS NULL OR ended_at > @from)',
    query.to === undefined ? '' : 'AND started_at < @to',
    query.before === undefined ? '' : 'AND sequence < @before',
  ].join(' ')
}
