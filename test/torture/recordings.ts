/**
 * A broadcast that is archived while whatever carries it is killed: the ingest process, the service, the
 * archive process and the store. In the end everything that a viewer could have seen is in the store.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { inspectRecordings, unfinishedRecordings } from '../support/archived-recordings.ts'
import type { RecordingsFound } from '../support/archived-recordings.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { keepPublishing } from '../support/kept-encoder.ts'
import { keepWatching } from '../support/kept-viewer.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { workersOf } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { KillableTarget } from '../support/storage/archive-targets.ts'
import { waitFor } from '../support/wait-for.ts'

export type Victim = 'ingest' | 'service' | 'archive' | 'store'

export interface RecordingTorture {
  readonly target: KillableTarget
  /** Killed in this order while the broadcast is live. */
  readonly live: readonly Victim[]
  /** Then, while what is left is uploaded. */
  readonly after: readonly Victim[]
  onProgress(text: string): void
}

export interface RecordingReport extends RecordingsFound {
  readonly kills: number
}

const FPS = 30
/** Uploads of so many files between two kills. */
const FILES_BETWEEN = 4
/** A limit for broken code. */
const PATIENCE_MS = 180_000

const rendition = (width: number, height: number, bps: number, id: string) => ({
  durationSeconds: 1,
  startTimeOffset: -2,
  video: { width, height, fps: FPS, bps, codec: 'h264_high' },
  audio: { bps: 96_000 },
  archive: { archive_destination_id: id },
})

export async function tortureRecordings(options: RecordingTorture): Promise<RecordingReport> {
  const { target, onProgress } = options
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-torture-'))
  const start = () => startService({ dataDir, args: target.args })
  let service = await start()
  const destination = await callLive(
    service.ready,
    'Service_20190205.CreateArchiveDestination',
    target.request,
  )
  const id = destination.archive_destination_id
  const { channel_id: channelId } = await createRtmpChannel(service.ready, {
    // What the source is, in parts when it is a movie, and something that is transcoded.
    hls: [rendition(640, 360, 8_000_000, id), rendition(284, 160, 100_000, id)],
  })
  const db = new Database(join(dataDir, 'airdesk.db'), { readonly: true, fileMustExist: true })
  const flv = await makeFlv({
    ...{ seconds: 20, size: '640x360', fps: FPS },
    ...{ videoBps: 6_000_000, preset: 'veryfast' },
  })
  const encoder = keepPublishing(() => `${service.ready.rtmp_base_url}/${channelId}`, flv)
  const viewer = keepWatching(() => service, channelId)
  let isWhole = false
  try {
    const kill = async (victim: Victim) => {
      onProgress(`kill -9 ${victim}`)
      if (victim === 'store') {
        await target.kill()
        await waitFor(
          () => db.prepare('SELECT 1 FROM archive_destinations WHERE trouble_since IS NOT NULL').get(),
          'an upload to fail while the store is away',
          PATIENCE_MS,
        )
        await target.start()
      } else if (victim === 'service') {
        await service.kill()
        service = await start()
      } else {
        const found = workersOf(service.pid).find(({ kind }) => kind === victim)
        if (!found) throw new Error(`no ${victim} process`)
        process.kill(found.pid, 'SIGKILL')
      }
    }
    for (const victim of options.live) {
      await moreUploads(db, FILES_BETWEEN)
      await kill(victim)
    }
    await moreUploads(db, FILES_BETWEEN)
    await encoder.stop()
    for (const victim of options.after) {
      if (unfinishedRecordings(db) === 0) throw new Error('everything was uploaded before the last kill')
      await kill(victim)
    }
    await waitFor(() => unfinishedRecordings(db) === 0, 'all recordings to arrive', PATIENCE_MS)
    await viewer.stop()
    const folder = join(dataDir, 'downloaded')
    const kills = options.live.length + options.after.length
    const found = await inspectRecordings(db, target, folder, viewer.seen)
    isWhole = found.faults.length === 0
    return { kills, ...found }
  } finally {
    await encoder.stop()
    await viewer.stop()
    db.close()
    await service.stop()
    if (isWhole) await rm(dataDir, { recursive: true, force: true })
    else onProgress(`what there is stays in ${dataDir}`)
  }
}

async function moreUploads(db: Database.Database, count: number): Promise<void> {
  const uploads = db.prepare('SELECT count(*) FROM recording_files WHERE uploaded_at IS NOT NULL').pluck()
  const before = uploads.get() as number
  await waitFor(() => (uploads.get() as number) >= before + count, `${count} more uploads`, PATIENCE_MS)
}
