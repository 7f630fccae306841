import type { RecordedFileKind, UploadState } from '../../contract/archive.ts'
import type { RecordingId } from '../../contract/ids.ts'
import type { JournaledFile } from '../archive/recording.ts'
import type { RecordingFileStore } from '../archive/recording-store.ts'
import type { Database } from './database.ts'

interface Row {
  readonly id: number
  readonly kind: RecordedFileKind
  readonly name: string
  readonly bytes: number
  readonly md5: string
  readonly offset: number
  readonly duration_ms: number
  readonly upload_state: string | null
  readonly sent_bytes: number
  readonly failures: number
  readonly next_try_at: number | null
  readonly refused_since: number | null
  readonly refused_times: number
  readonly uploaded_at: number | null
  readonly given_up: 0 | 1
}

const fromRow = (row: Row): JournaledFile => ({
  id: row.id,
  file: {
    kind: row.kind,
    name: row.name,
    bytes: row.bytes,
    md5: row.md5,
    offset: row.offset,
    durationSeconds: row.duration_ms / 1000,
  },
  // Written by `setProgress` below.
  progress: row.upload_state === null ? null : (JSON.parse(row.upload_state) as UploadState),
  sentBytes: row.sent_bytes,
  failures: row.failures,
  nextTryAt: row.next_try_at,
  refused: row.refused_since === null ? null : { since: row.refused_since, times: row.refused_times },
  uploaded: row.uploaded_at !== null,
  givenUp: row.given_up === 1,
})

/**
 * The journal of uploads. Files come in the order of their uploads: a recording's playlist and movie are made
 * when nothing else follows.
 */
export function recordingFileStore(db: Database): RecordingFileStore {
  const insert = db.prepare(
    `INSERT INTO recording_files (recording_id, kind, name, bytes, md5, offset, duration_ms)
     VALUES (@recordingId, @kind, @name, @bytes, @md5, @offset, @durationMs)
     ON CONFLICT (recording_id, name) DO NOTHING`,
  )
  const grow = db.prepare<[number, number, RecordingId]>(
    'UPDATE recordings SET bytes = bytes + ?, duration_ms = duration_ms + ? WHERE id = ?',
  )
  const list = db.prepare<[RecordingId], Row>(
    'SELECT * FROM recording_files WHERE recording_id = ? ORDER BY id',
  )
  const names = db
    .prepare<[RecordingId], string>('SELECT name FROM recording_files WHERE recording_id = ?')
    .pluck()
  const made = db.prepare<[RecordingId, string], Row>(
    'SELECT * FROM recording_files WHERE recording_id = ? AND kind = ?',
  )
  const waiting = db.prepare<[RecordingId, number], Row>(
    `SELECT * FROM recording_files WHERE recording_id = ? AND uploaded_at IS NULL AND given_up = 0
     ORDER BY id LIMIT ?`,
  )
  const nextTryAfter = db
    .prepare<[number], number | null>(
      'SELECT min(next_try_at) FROM recording_files WHERE next_try_at IS NOT NULL AND next_try_at > ?',
    )
    .pluck()
  const countGivenUp = db
    .prepare<[RecordingId], number>(
      'SELECT count(*) FROM recording_files WHERE recording_id = ? AND given_up = 1',
    )
    .pluck()
  const setProgress = db.prepare<[string | null, number, number]>(
    'UPDATE recording_files SET upload_state = ?, sent_bytes = ? WHERE id = ?',
  )
  const setUploaded = db.prepare<[number, number, number]>(
    `UPDATE recording_files SET uploaded_at = ?, sent_bytes = ?, upload_state = NULL, failures = 0,
       next_try_at = NULL, refused_since = NULL, refused_times = 0 WHERE id = ?`,
  )
  const setFailed = db.prepare<[number, number | null, number, number, number | null, number, number]>(
    `UPDATE recording_files SET failures = ?, next_try_at = ?, sent_bytes = ?,
       upload_state = iif(?, NULL, upload_state), refused_since = ?, refused_times = ? WHERE id = ?`,
  )
  const giveUp = db.prepare<[number]>(
    'UPDATE recording_files SET given_up = 1, next_try_at = NULL WHERE id = ?',
  )
  const endWaits = db.prepare<[RecordingId]>(
    `UPDATE recording_files SET next_try_at = NULL WHERE recording_id = ? AND uploaded_at IS NULL
       AND given_up = 0 AND next_try_at IS NOT NULL`,
  )
  return {
    add: (recordingId, { durationSeconds, ...file }) =>
      db.transaction(() => {
        const durationMs = Math.round(durationSeconds * 1000)
        const { changes } = insert.run({ recordingId, ...file, durationMs })
        if (changes > 0) grow.run(file.bytes, file.kind === 'segment' ? durationMs : 0, recordingId)
        return changes > 0
      }),
    list: (recordingId) => list.all(recordingId).map(fromRow),
    names: (recordingId) => new Set(names.all(recordingId)),
    made(recordingId, kind) {
      const row = made.get(recordingId, kind)
      return row ? fromRow(row) : null
    },
    waiting: (recordingId, limit) => waiting.all(recordingId, limit).map(fromRow),
    nextTryAfter: (now) => nextTryAfter.get(now) ?? null,
    countGivenUp: (recordingId) => countGivenUp.get(recordingId) ?? 0,
    setProgress: (id, progress, sentBytes) =>
      void setProgress.run(progress && JSON.stringify(progress), sentBytes, id),
    setUploaded: (id, at, sentBytes) => void setUploaded.run(at, sentBytes, id),
    setFailed(id, { failures, nextTryAt, sentBytes, restart, refused }) {
      const { since, times } = refused ?? { since: null, times: 0 }
      setFailed.run(failures, nextTryAt, sentBytes, Number(restart), since, times, id)
    },
    giveUp: (id) => void giveUp.run(id),
    endWaits: (recordingId) => endWaits.run(recordingId).changes,
  }
}
