/** All recordings of a service as they are in a store, against what viewers saw while they were made. */
import { rm } from 'node:fs/promises'
import type { Database } from 'better-sqlite3'
import { decode, download, faultsOf } from './archived-recording.ts'
import type { ArchiveTarget } from './storage/archive-targets.ts'

export interface RecordingsFound {
  readonly faults: readonly string[]
  readonly recordings: number
  readonly files: number
  readonly bytes: number
  /** Given to the network beyond `bytes`. */
  readonly bytesSentTwice: number
  readonly frames: number
  /** Segments that a viewer has loaded while it was live; each is in the archive. */
  readonly segmentsSeen: number
}

interface RecordingRow {
  readonly id: string
  readonly path: string
  readonly state: string
  readonly connection_id: string
  readonly rendition: number
}

/** Recordings that are not in the store; those of connections that are still open count. */
export function unfinishedRecordings(db: Database): number {
  return db
    .prepare<[], number>("SELECT count(*) FROM recordings WHERE state NOT IN ('available', 'failed')")
    .pluck()
    .get() as number
}

/**
 * Downloads and decodes each of them.
 * @param folder where; what is without a fault does not stay there
 * @param seen as {@link KeptViewer} has it, of renditions that are archived
 */
export async function inspectRecordings(
  db: Database,
  target: ArchiveTarget,
  folder: string,
  seen: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<RecordingsFound> {
  const faults: string[] = []
  const rows = db.prepare<[], RecordingRow>('SELECT * FROM recordings ORDER BY sequence').all()
  const keys = await target.list()
  const listed = { ...target, list: () => Promise.resolve(keys) }
  let frames = 0
  for (const row of rows) {
    const found = await inspect(row, listed, folder)
    const missing = missingOf(db, row, seen.get(`${row.connection_id} ${row.rendition}`))
    frames += found.frames
    faults.push(...found.faults)
    if (missing > 0) faults.push(`${row.path}: ${missing} segments that viewers saw are not there`)
  }
  const sums = db
    .prepare<[], { files: number; bytes: number; sent: number }>(
      'SELECT count(*) AS files, sum(bytes) AS bytes, sum(sent_bytes) AS sent FROM recording_files',
    )
    .get() ?? { files: 0, bytes: 0, sent: 0 }
  const recorded = new Set(rows.map(({ connection_id, rendition }) => `${connection_id} ${rendition}`))
  for (const key of seen.keys()) if (!recorded.has(key)) faults.push(`${key} was seen and has no recording`)
  return {
    faults,
    recordings: rows.length,
    files: sums.files,
    bytes: sums.bytes,
    bytesSentTwice: sums.sent - sums.bytes,
    frames,
    segmentsSeen: [...seen.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

async function inspect({ path, state }: RecordingRow, target: ArchiveTarget, folder: string) {
  const faults: string[] = []
  if (state !== 'available') faults.push(`${path} is ${state}`)
  const archived = await download(target, path, folder)
  faults.push(...(await faultsOf(archived)))
  const { playlistFrames, movieFrames, complaints } = await decode(archived)
  faults.push(...complaints.map((complaint) => `${path}: ${complaint}`))
  if (playlistFrames !== movieFrames) {
    faults.push(`${path}: ${playlistFrames} frames in the playlist, ${movieFrames} in the movie`)
  }
  if (faults.length === 0) await rm(archived.folder, { recursive: true })
  return { faults, frames: movieFrames }
}

function missingOf(db: Database, { id }: RecordingRow, seen: ReadonlySet<string> = new Set()): number {
  const kept = db
    .prepare<[string], string>("SELECT md5 FROM recording_files WHERE recording_id = ? AND kind = 'segment'")
    .pluck()
    .all(id)
  return [...seen].filter((md5) => !kept.includes(md5)).length
}
