/** What viewers load, against nginx with the same files and as many processes: TLS on loopback, wrk and h2load as clients. */
import { cpSync, mkdtempSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readMediaPlaylist } from '../../service/protocol/hls/read-media-playlist.ts'
import { countFrames } from '../support/hls.ts'
import { createRtmpChannel, RENDITION_720 } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { originMemory } from './origin-memory.ts'
import { missingLoadTools, p99At, saturate } from './http-load.ts'
import type { Loaded, Throughput } from './http-load.ts'
import { nginxFiles } from './peers.ts'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { BenchOptions, Row } from './rows.ts'
import { makeSource, publish } from './source.ts'

/** Of both: what they share with the client is two cores, where it is measured. */
const PROCESSES = 2
const ON_AIR_SECONDS = 24

export async function compareOrigins(options: BenchOptions): Promise<Row[]> {
  const missing = missingLoadTools()
  if (missing !== null) {
    console.log(`  left out: ${missing} is not installed`)
    return []
  }
  const service = await startService({ args: ['--origin-processes', String(PROCESSES)] })
  try {
    const pids = await waitFor(() => {
      const found = workerPids(service.pid, 'origin')
      return found.length === PROCESSES ? found : null
    }, 'the processes of the origin')
    const quiet = await onAir(service)
    const root = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
    cpSync(join(service.dataDir, 'hls'), root, { recursive: true })
    const certificate = join(service.dataDir, 'tls')
    const nginx = await nginxFiles(root, certificate, PROCESSES)
    try {
      const at =
        (base: string, of: readonly number[]) =>
        (path: string): Loaded => ({ url: `${base}/${path}`, pids: of })
      const ours = at(service.ready.media_base_url, pids)
      const theirs = at(nginx.url, nginx.pids())
      return [
        ...(await throughput(options, ours, theirs, quiet.playlist, quiet.segment)),
        ...(await disturbance(service, quiet, ours(quiet.playlist))),
        ...(await originMemory()),
      ]
    } finally {
      nginx.stop()
    }
  } finally {
    await service.stop()
  }
}

interface Broadcast {
  readonly playlist: string
  readonly segment: string
  /** How far apart in time its segments were written behind the first, ms more or less than their length: the most. */
  readonly jitter: number
  /** How long after its end, by its date, the first segment was there, which waited for its transcoder, ms. */
  readonly first: number
  /** The same of those behind it: the most. */
  readonly late: number
  readonly seconds: number
  /** Pictures that its segments decode to. */
  readonly pictures: number
}

/** A broadcast of 720p in segments of some 650 kB, from its begin to its end. */
async function onAir(service: RunningService): Promise<Broadcast> {
  const file = makeSource({ width: 1280, height: 720, bitRate: '2500k', seconds: 20 })
  const channel = await createRtmpChannel(service.ready, { hls: [RENDITION_720] })
  const folder = join(service.dataDir, 'hls', channel.channel_id)
  const encoder = publish(file, channel.ingest_url, ON_AIR_SECONDS)
  await new Promise((resolve) => encoder.once('exit', resolve))
  const media = join(folder, 'r0.m3u8')
  const text = await waitFor(() => {
    const found = readFileSync(media, 'utf8')
    return found.includes('#EXT-X-ENDLIST') ? found : null
  }, 'the end of the playlist')
  const [connection = ''] = readdirSync(folder).filter((name) => /^\w{26}$/.test(name))
  const segments = readMediaPlaylist(text)?.segments ?? []
  const written = segments.map(({ uri }) => statSync(join(folder, uri)).mtimeMs)
  // The last one is written at the end, however long it is.
  const steps = written.slice(2, -1).map((at, i) => Math.abs(at - (written[i + 1] ?? 0) - 2000))
  const ends = segments.map(
    ({ programDateTime, durationSeconds }) => programDateTime + durationSeconds * 1000,
  )
  const [first = Number.NaN, ...late] = written.slice(0, -1).map((at, i) => at - (ends[i] ?? 0))
  return {
    playlist: `${channel.channel_id}/r0.m3u8`,
    segment: `${channel.channel_id}/${connection}/r0/2.m4s`,
    jitter: Math.max(...steps),
    first,
    late: Math.max(...late),
    seconds: segments.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    pictures: await countFrames(media),
  }
}

type At = (path: string) => Loaded

async function throughput(
  { rounds, seconds }: BenchOptions,
  ours: At,
  theirs: At,
  playlist: string,
  segment: string,
): Promise<Row[]> {
  const compared = async (path: string, connections: number) => {
    const loads: { ours: Throughput[]; theirs: Throughput[] } = { ours: [], theirs: [] }
    for (let round = 0; round < rounds; round++) {
      loads.ours.push(await saturate(ours(path), connections, seconds))
      loads.theirs.push(await saturate(theirs(path), connections, seconds))
      console.log(
        `  ${path.slice(-9)} ${connections}: ${loads.ours[round]?.perSecond.toFixed(0)} against ${loads.theirs[round]?.perSecond.toFixed(0)}`,
      )
    }
    return loads
  }
  const row = (
    what: string,
    loads: Awaited<ReturnType<typeof compared>>,
    of: keyof Throughput,
    target: string,
  ): Row => {
    const [own, other] = [loads.ours.map((load) => load[of]), loads.theirs.map((load) => load[of])]
    const digits = of === 'cpuMicroseconds' ? 1 : 0
    const ratio = (median(own) / median(other)).toFixed(2)
    return [what, spread(own, digits), `nginx: ${spread(other, digits)}`, ratio, target]
  }
  const few = await compared(playlist, 50)
  const many = await compared(playlist, 500)
  const files = await compared(segment, 50)
  const rate = median(few.ours.map(({ perSecond }) => perSecond)) / 2
  const [own, other]: [number[], number[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    own.push(await p99At(ours(playlist).url, rate, seconds))
    other.push(await p99At(theirs(playlist).url, rate, seconds))
  }
  return [
    row('Playlists over TLS, 50 connections, a second', few, 'perSecond', '≥ 0.7'),
    row('The same, CPU of the server for each, µs', few, 'cpuMicroseconds', ''),
    row('Playlists over TLS, 500 connections, a second', many, 'perSecond', '≥ 0.7'),
    row('Segments over TLS, MB/s', files, 'megabytesPerSecond', '≥ 1.0'),
    [
      `99th percentile of a playlist at ${rate.toFixed(0)} a second, ms`,
      ...[spread(own, 1), `nginx: ${spread(other, 1)}`, (median(own) / median(other)).toFixed(2), '≤ 2'],
    ] as Row,
  ]
}

/** Another broadcast while viewers load as much as the origin gives. */
async function disturbance(service: RunningService, quiet: Broadcast, loaded: Loaded): Promise<Row[]> {
  const [busy] = await Promise.all([onAir(service), saturate(loaded, 50, ON_AIR_SECONDS)])
  const row = (
    what: string,
    of: 'jitter' | 'first' | 'late' | 'seconds' | 'pictures',
    digits: number,
  ): Row => {
    const isWhole = of === 'seconds' || of === 'pictures'
    const ratio = isWhole ? (busy[of] / quiet[of]).toFixed(3) : ''
    const [ours, without] = [busy[of].toFixed(digits), `without viewers: ${quiet[of].toFixed(digits)}`]
    return [what, ours, without, ratio, isWhole ? '1' : '']
  }
  return [
    row('Segments of a broadcast while the origin is at its limit, most off their time, ms', 'jitter', 0),
    row('Longest from the end of one of them until it is there, ms', 'late', 0),
    row('The same of the first, which waits for its transcoder, ms', 'first', 0),
    row('Pictures listed of it', 'pictures', 0),
    row('Media listed of it, s', 'seconds', 2),
  ]
}
