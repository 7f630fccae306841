/**
 * Eight hours of a broadcast, sent 60 times as fast as they last, recorded to an S3 store and uploaded: memory of
 * every process stays flat, and the movie is all there.
 *
 *   node test/soak/long-recording.ts --hours 8 --store s3
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import Database from 'better-sqlite3'
import { readFlvFile } from '../../service/protocol/flv/file.ts'
import { residentMegabytes } from '../bench/processes.ts'
import { partBytes, S3_PARTS } from '../../service/provider/archive/part-size.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { freePort } from '../support/free-port.ts'
import { callLive, createRtmpChannel } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import { publishFlv, repeatAfterMs } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import { azblobTarget, folderTarget, gsTarget, s3Target } from '../support/storage/archive-targets.ts'
import { waitFor } from '../support/wait-for.ts'
import { inspectable } from './heap.ts'
import { MemoryWatch, slope } from './memory-watch.ts'

const STORES = { s3: s3Target, azblob: azblobTarget, gs: gsTarget, file: folderTarget }
const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '8' },
    store: { type: 'string', default: 's3' },
    /** Times real time. */
    speed: { type: 'string', default: '60' },
  },
})
const seconds = Number(values.hours) * 3600
const FPS = 30
/** MB, of resident memory, on the line with least squares over the whole run after settling. */
const MOST_GROWTH = 25
const SETTLING = 0.3
const SAMPLE_MS = 2000
const COLLECTED_MS = 10_000
/** A limit for broken code. */
const PATIENCE_MS = 1_800_000

const target = await STORES[values.store as keyof typeof STORES]()
const inspectorPort = await freePort()
const service = await startService({
  env: inspectable(inspectorPort),
  args: [...target.args, '--log-level', 'info'],
})
const folder = await mkdtemp(join(tmpdir(), 'airdesk-long-'))
const faults: string[] = []
try {
  const made = await callLive(service.ready, 'Service_20190205.CreateArchiveDestination', target.request)
  const { ingest_url } = await createRtmpChannel(service.ready, {
    hls: [
      {
        ...{ durationSeconds: 2, startTimeOffset: -2 },
        video: { width: 320, height: 180, fps: FPS, bps: 400_000, codec: 'h264_high' },
        audio: { bps: 96_000 },
        archive: { archive_destination_id: made.archive_destination_id },
      },
    ],
  })
  const db = new Database(join(service.dataDir, 'airdesk.db'), { readonly: true })
  const flv = await makeFlv({ seconds: 20, fps: FPS, gopSeconds: 2, videoBps: 100_000 })
  const startedAt = performance.now()
  const samples = new Map<string, [number, number][]>()
  const pace = { realTime: true, speed: Number(values.speed), stopAfterMs: seconds * 1000 }
  const publisher = publishFlv({ url: ingest_url, flv, loop: true, ...pace })
  let recordedAt = Infinity
  void publisher.sent.then(() => (recordedAt = performance.now()))
  await publisher.published
  // Before it runs, the signal that opens its inspector would end it.
  const uploaded = db.prepare('SELECT count(*) FROM recording_files WHERE uploaded_at IS NOT NULL').pluck()
  await waitFor(() => (uploaded.get() as number) > 0, 'the first upload', 60_000)
  const archive = await waitFor(() => workerPids(service.pid, 'archive')[0], 'the archive process')
  // Its garbage is buffers: what is left behind collections tells whether it grows.
  const watch = await MemoryWatch.start(archive, inspectorPort, COLLECTED_MS)
  const state = () =>
    db.prepare<[], { state: string }>('SELECT state FROM recordings').get()?.state ?? 'recording'
  await waitFor(
    async () => {
      const [ingest] = workerPids(service.pid, 'ingest')
      for (const [name, pid] of [['control', service.pid] as const, ['ingest', ingest] as const]) {
        if (pid === undefined) continue
        const list = samples.get(name) ?? []
        samples.set(name, [...list, [performance.now(), residentMegabytes(pid)]])
      }
      await delay(SAMPLE_MS)
      return ['available', 'failed'].includes(state())
    },
    'the recording to arrive',
    PATIENCE_MS,
  )
  const tookSeconds = (performance.now() - startedAt) / 1000
  watch.stop()
  console.log(`${seconds / 3600} h of media recorded and uploaded in ${tookSeconds.toFixed(0)} s`)
  const behind = watch.samples.map(({ atMs, resident }): [number, number] => [atMs, resident])
  for (const [name, list] of [...samples, ['archive, behind collections', behind] as const]) {
    const during = list.filter(([atMs]) => atMs < recordedAt)
    const used = during.slice(Math.floor(during.length * SETTLING))
    const grown = slope(used) * ((used.at(-1)?.[0] ?? 0) - (used[0]?.[0] ?? 0))
    const shown = list.filter((_, i) => i % Math.ceil(list.length / 24) === 0)
    console.log(`${name}: resident memory, MB: ${shown.map(([, mb]) => mb.toFixed(0)).join(' ')}`)
    console.log(`  while it was recorded, grown on the fitted line: ${grown.toFixed(1)} MB`)
    if (grown > MOST_GROWTH) faults.push(`${name} grew by ${grown.toFixed(1)} MB`)
  }
  await inspect(db, await framesSent(flv))
  db.close()
} finally {
  await service.stop()
  await target.stop()
  await rm(folder, { recursive: true, force: true })
}
if (faults.length > 0) console.error(service.output().slice(-6000))
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)

/** Pictures of the file before the end, repeated as the publisher repeats it. */
async function framesSent(flv: string): Promise<number> {
  const tags = [...readFlvFile(await readFile(flv))]
  const pictures = tags.filter(({ type, body }) => type === 9 && body[1] === 1).map((tag) => tag.timestampMs)
  const lengthMs = repeatAfterMs(tags)
  let count = 0
  for (let base = 0; base < seconds * 1000; base += lengthMs) {
    count += pictures.filter((time) => base + time < seconds * 1000).length
  }
  return count
}

async function inspect(db: Database.Database, expected: number): Promise<void> {
  const row = db
    .prepare<[], { path: string; state: string; duration_ms: number; lost_ms: number }>(
      'SELECT * FROM recordings',
    )
    .get()
  const movie = db
    .prepare<[], { bytes: number }>("SELECT bytes FROM recording_files WHERE kind = 'movie'")
    .get()
  const count = db.prepare('SELECT count(*) FROM recording_files').pluck().get() as number
  if (!row || !movie || row.state !== 'available') {
    faults.push(`the recording is ${row?.state ?? 'not there'}`)
    return
  }
  if (row.lost_ms > 0) faults.push(`${row.lost_ms} ms were lost`)
  const part = partBytes(movie.bytes, S3_PARTS)
  console.log(
    `${count} objects; movie of ${(movie.bytes / 1e6).toFixed(0)} MB, ${Math.ceil(movie.bytes / part)} parts of ${part} bytes to S3`,
  )
  const file = join(folder, 'recording.mp4')
  await writeFile(file, await target.read(`${row.path}recording.mp4`))
  const { stdout } = await promisify(execFile)('ffprobe', [
    ...['-v', 'error', '-of', 'json', '-count_packets'],
    ...['-show_entries', 'stream=codec_type,nb_read_packets:format=duration', file],
  ])
  const { streams, format } = JSON.parse(stdout) as {
    streams: { codec_type: string; nb_read_packets: string }[]
    format: { duration: string }
  }
  const frames = Number(streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_packets)
  console.log(`movie: ${frames} frames, ${Number(format.duration).toFixed(1)} s`)
  if (frames !== expected) faults.push(`${frames} frames instead of ${expected}`)
  if (Math.abs(Number(format.duration) - seconds) > 1)
    faults.push(`${format.duration} s instead of ${seconds}`)
}
