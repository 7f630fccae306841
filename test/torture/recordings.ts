/**
 * A broadcast that is archived while whatever carries it is killed: the ingest process, the service, the
 * archive process and the store. In the end everything that a viewer could have seen is in the store.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { decode, download, faultsOf } from '../support/archived-recording.ts'
import { mediaPlaylists, segmentsOf, viewerOf } from '../support/broadcast.ts'
import { ffmpeg, makeFlv } from '../support/ffmpeg.ts'
import type { Ffmpeg } from '../support/ffmpeg.ts'
import { callLive, createRtmpChannel, listPlaylistUrls } from '../support/live-client.ts'
import { descendants } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
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

export interface RecordingReport {
  readonly faults: readonly string[]
  readonly kills: number
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
  const encoder = keepPublishing(() => `${service.ready.rtmp_base_url}/${channelId}`)
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
        const found = descendants(service.pid).find(({ command }) => command.includes(`/${victim}.js`))
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
      if (unfinished(db) === 0) throw new Error('everything was uploaded before the last kill')
      await kill(victim)
    }
    await waitFor(() => unfinished(db) === 0, 'all recordings to arrive', PATIENCE_MS)
    await viewer.stop()
    const folder = join(dataDir, 'downloaded')
    const kills = options.live.length + options.after.length
    const found = await inspect(db, target, folder, viewer.seen)
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

/** Recordings that are not in the store; those of connections that are still open count. */
function unfinished(db: Database.Database): number {
  return db
    .prepare<[], number>("SELECT count(*) FROM recordings WHERE state NOT IN ('available', 'failed')")
    .pluck()
    .get() as number
}

async function moreUploads(db: Database.Database, count: number): Promise<void> {
  const uploads = db.prepare('SELECT count(*) FROM recording_files WHERE uploaded_at IS NOT NULL').pluck()
  const before = uploads.get() as number
  await waitFor(() => (uploads.get() as number) >= before + count, `${count} more uploads`, PATIENCE_MS)
}

/** An encoder that comes back whenever it is cut off. */
function keepPublishing(url: () => string) {
  const state = { stopped: false }
  let current: Ffmpeg | null = null
  const running = (async () => {
    const flv = await makeFlv({
      seconds: 20,
      size: '640x360',
      fps: FPS,
      videoBps: 6_000_000,
      preset: 'veryfast',
    })
    while (!state.stopped) {
      await waitFor(() => state.stopped || isListening(url()), 'somebody to publish to', PATIENCE_MS)
      current = ffmpeg(['-re', '-stream_loop', '-1', '-i', flv, '-c', 'copy', '-f', 'flv', url()])
      await current.exited
    }
  })()
  return {
    stop: async () => {
      state.stopped = true
      current?.kill('SIGTERM')
      await running
    },
  }
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

/** Loads every segment that is listed, and keeps what it was: connection and rendition → MD5s. */
function keepWatching(service: () => RunningService, channelId: string) {
  const seen = new Map<string, Set<string>>()
  const loaded = new Set<string>()
  const state = { stopped: false }
  const look = async () => {
    const watched = service()
    const viewer = viewerOf(watched)
    try {
      const { hls } = await listPlaylistUrls(watched.ready, channelId)
      for (const { connection_id, playlist_url } of hls) {
        const multivariant = await viewer.text(playlist_url)
        const playlists = multivariant === null ? [] : mediaPlaylists(multivariant, playlist_url)
        for (const playlist of playlists) {
          const rendition = /r(\d+)\.m3u8/.exec(playlist)?.[1] ?? ''
          const key = `${connection_id} ${rendition}`
          for (const segment of segmentsOf((await viewer.text(playlist)) ?? '', playlist)) {
            if (loaded.has(segment)) continue
            const bytes = await viewer.bytes(segment)
            loaded.add(segment)
            seen.set(key, (seen.get(key) ?? new Set()).add(createHash('md5').update(bytes).digest('hex')))
          }
        }
      }
    } finally {
      await viewer.close()
    }
  }
  const running = (async () => {
    // What is killed does not answer; the next look does.
    while (!state.stopped) await look().catch(() => undefined)
  })()
  return {
    seen: seen as ReadonlyMap<string, ReadonlySet<string>>,
    stop: async () => {
      state.stopped = true
      await running
    },
  }
}

async function inspect(
  db: Database.Database,
  target: KillableTarget,
  folder: string,
  seen: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Omit<RecordingReport, 'kills'>> {
  const faults: string[] = []
  const rows = db.prepare<[], RecordingRow>('SELECT * FROM recordings ORDER BY sequence').all()
  let frames = 0
  for (const { id, path, state, connection_id, rendition } of rows) {
    if (state !== 'available') faults.push(`${path} is ${state}`)
    const archived = await download(target, path, folder)
    faults.push(...(await faultsOf(archived)))
    const { playlistFrames, movieFrames, complaints } = await decode(archived)
    faults.push(...complaints.map((complaint) => `${path}: ${complaint}`))
    if (playlistFrames !== movieFrames) {
      faults.push(`${path}: ${playlistFrames} frames in the playlist, ${movieFrames} in the movie`)
    }
    frames += movieFrames
    const kept = db
      .prepare<[string], string>(
        "SELECT md5 FROM recording_files WHERE recording_id = ? AND kind = 'segment'",
      )
      .pluck()
      .all(id)
    const missing = [...(seen.get(`${connection_id} ${rendition}`) ?? [])].filter(
      (md5) => !kept.includes(md5),
    )
    if (missing.length > 0) faults.push(`${path}: ${missing.length} segments that viewers saw are not there`)
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
