/**
 * What it costs to take what encoders send: the same ffmpeg commands publish the same file to Airdesk, nginx-rtmp and
 * node-media-server, in rounds that alternate, many at once so that there is enough to measure.
 */
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { createRtmpChannel, listPlaylistUrls } from '../support/live-client.ts'
import { descendants, workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { nodeMediaServer } from './media-server.ts'
import type { Peer } from './peers.ts'
import { nginxPassthrough } from './peers.ts'
import { cpuSeconds, endedChildSeconds } from './processes.ts'
import { comparison } from './rows.ts'
import type { BenchOptions, Row } from './rows.ts'
import { makeSource, publish } from './source.ts'

const PUBLISHERS = 20
const SOURCE = { width: 1920, height: 1080, bitRate: '12000k', seconds: 10 } as const
/** What passes through: no rendition may ask for more than its 15 Mbit/s. */
const RENDITION = {
  durationSeconds: 2,
  startTimeOffset: -2,
  video: { width: 1920, height: 1080, fps: 30, bps: 15_000_000, codec: 'h264_high' },
  audio: { bps: 96_000 },
}

export const ABOUT_INGEST = `\`npm run bench -- --only ingest --write\`: ${PUBLISHERS} times the same ffmpeg command, at once, sends 1080p of 12 Mbit/s in real time (\`-re -c copy\`). CPU is user and system time of what takes it, all threads, for each 10^9 bytes of the file that were sent. Airdesk's ingest process and nginx-rtmp read RTMP and write HLS with segments of 2 s, passed through, to disk: fMP4 in the one case, MPEG-TS in the other. Airdesk's also hands each file to the process that serves viewers, which holds it in memory, and measures what comes. nginx is one process that would serve viewers too. node-media-server makes no HLS: it reads RTMP, writes each message anew as FLV and as RTMP, and keeps those of the last group of pictures in memory, for players of which there are none; nothing goes to disk. The last row has all that Airdesk runs: control, the origin, WebRTC and a transcoder that waits. The kind of computer changes the ratio to nginx, which is mostly in the kernel: it was 0.83 where nginx took 12.43 s (AMD EPYC), and 1.37 to 2.21 where it took 3.5 to 4.5 (AMD EPYC, Intel Xeon).`

/** Who is published to, for a round. */
interface Taker extends Pick<Peer, 'cpu' | 'finished' | 'stop'> {
  /** One for each publisher. */
  readonly urls: readonly string[]
}

/** Sent by all publishers, 10^9 bytes. */
const gigabytes = (file: string, seconds: number) =>
  (PUBLISHERS * statSync(file).size * seconds) / SOURCE.seconds / 1e9

/** @returns CPU seconds for each GB. @throws Error where a publisher is refused or cut off */
async function take(taker: Taker, file: string, seconds: number): Promise<number> {
  const before = taker.cpu()
  const publishers = taker.urls.map((url) => publish(file, url, seconds))
  try {
    const codes = await Promise.all(publishers.map(async (one) => (await once(one, 'exit'))[0] as unknown))
    if (codes.some((code) => code !== 0)) throw new Error(`publishers ended with ${codes.join()}`)
    await taker.finished()
    return (taker.cpu() - before) / gigabytes(file, seconds)
  } finally {
    for (const one of publishers) one.kill('SIGKILL')
    taker.stop()
  }
}

async function airdesk(service: RunningService, used: () => number): Promise<Taker> {
  const made = Array.from({ length: PUBLISHERS }, () =>
    createRtmpChannel(service.ready, { hls: [RENDITION] }),
  )
  const channels = await Promise.all(made)
  const isOver = async (id: string) => (await listPlaylistUrls(service.ready, id)).hls.length === 0
  const finished = async () => {
    if (workerPids(service.pid, 'transcode').length > 1)
      throw new Error('what is to pass through is transcoded')
    const over = async () => (await Promise.all(channels.map((one) => isOver(one.channel_id)))).every(Boolean)
    await waitFor(over, 'the connections to end')
  }
  return { urls: channels.map((one) => one.ingest_url), cpu: used, finished, stop: () => undefined }
}

const many = (peer: Peer): Taker => ({
  ...{ cpu: peer.cpu, finished: peer.finished, stop: peer.stop },
  urls: Array.from({ length: PUBLISHERS }, (_, i) => `${peer.url}${i}`),
})

/** Rows of docs/measurements.md; none where nginx is not installed. */
export async function compareIngest({ rounds, seconds }: BenchOptions): Promise<Row[]> {
  const file = makeSource(SOURCE)
  const figures = { ours: [] as number[], whole: [] as number[], nginx: [] as number[], node: [] as number[] }
  const service = await startService()
  try {
    for (let round = 1; round <= rounds; round++) {
      const nginx = await nginxPassthrough()
      if (!nginx) {
        console.log('  left out: nginx with its RTMP module is not installed (libnginx-mod-rtmp)')
        return []
      }
      figures.nginx.push(await take(many(nginx), file, seconds))
      figures.node.push(await take(many(await nodeMediaServer()), file, seconds))
      const [ingest = 0] = workerPids(service.pid, 'ingest')
      const all = () => [service.pid, ...descendants(service.pid).map(({ pid }) => pid)]
      const sum = (pids: readonly number[]) =>
        pids.reduce((total, pid) => total + cpuSeconds(pid), endedChildSeconds(service.pid))
      const wholeBefore = sum(all())
      figures.ours.push(await take(await airdesk(service, () => sum([ingest])), file, seconds))
      figures.whole.push((sum(all()) - wholeBefore) / gigabytes(file, seconds))
      const last = Object.entries(figures).map(([name, values]) => `${name} ${values.at(-1)?.toFixed(2)}`)
      console.log(`  round ${round}, CPU s for each GB: ${last.join(', ')}`)
      // What was published is kept for a while; the next round begins like this one.
      await delay(1000)
    }
  } finally {
    await service.stop()
  }
  const row = (
    what: string,
    ours: readonly number[],
    name: string,
    values: readonly number[],
    target: string,
  ): Row => comparison(what, ours, { name, values }, 2, target)
  const { ours, whole, nginx, node } = figures
  return [
    row('Ingest, CPU s per GB received', ours, 'nginx-rtmp', nginx, '≤ 1.5'),
    row('Ingest, CPU s per GB received', ours, 'node-media-server', node, '≤ 0.5'),
    row('All processes of Airdesk, CPU s per GB received', whole, 'nginx-rtmp', nginx, ''),
  ]
}
