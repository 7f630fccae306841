/**
 * From an encoder's connect to the first picture that a viewer has, passed through in segments of 2 s, against
 * nginx-rtmp with fragments of 2 s. Both viewers ask for the playlist without a pause, then for what it names first.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Agent as HttpAgent, get as httpGet } from 'node:http'
import { Agent, get } from 'node:https'
import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../../service/contract/units.ts'
import { createRtmpChannel, RENDITION_720 } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import { nginxPassthrough } from './peers.ts'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { Row } from './rows.ts'
import { makeSource } from './source.ts'

/** Between two questions for a playlist that is not there. */
const ASK_AGAIN: Milliseconds = 5
/** Who has no picture by then has none. */
const LATEST: Milliseconds = 20_000

export async function compareFirstFrames({ rounds }: { rounds: number }): Promise<Row[]> {
  const file = makeSource({ width: 1280, height: 720, bitRate: '2000k', seconds: 20 })
  const service = await startService()
  const ca = readFileSync(service.ready.ca_cert_file)
  const ours: number[] = []
  const theirs: number[] = []
  try {
    // The first round warms both up.
    for (let round = 0; round <= rounds; round++) {
      const peer = await nginxPassthrough()
      if (!peer) {
        console.log('  left out: nginx with its RTMP module is not installed (libnginx-mod-rtmp)')
        return []
      }
      const their = await untilPicture(peer.url, peer.playlist, file).finally(() => peer.stop())
      const channel = await createRtmpChannel(service.ready, { hls: [RENDITION_720] })
      const our = await untilPicture(channel.ingest_url, channel.playlist_url, file, ca)
      console.log(`  round ${round}: ours ${our.toFixed(0)} ms, theirs ${their.toFixed(0)} ms`)
      if (round === 0) continue
      ours.push(our)
      theirs.push(their)
    }
  } finally {
    await service.stop()
  }
  const ratio = (median(ours) / median(theirs)).toFixed(2)
  const what = 'Publish to first frame, 2 s segments, passed through, ms'
  return [[what, spread(ours, 0), `nginx-rtmp: ${spread(theirs, 0)}`, ratio, '< 1.0']]
}

/** @returns ms from the encoder's connect until a viewer has what a picture can be decoded from */
async function untilPicture(
  ingestUrl: string,
  playlistUrl: string,
  file: string,
  ca?: Buffer,
): Promise<Milliseconds> {
  const encoder = encode(file, ingestUrl)
  const viewer = newViewer(ca)
  try {
    const media = await viewer.firstMedia(playlistUrl)
    const at = performance.now()
    if (!hasPicture(media)) throw new Error(`nothing can be decoded of what ${playlistUrl} names first`)
    return at - encoder.connectedAt()
  } finally {
    viewer.close()
    encoder.stop()
  }
}

/** Publishes as `publish` does. `connectedAt` is when it began to connect, as ffmpeg tells. */
function encode(file: string, ingestUrl: string) {
  const command = `-nostdin -loglevel verbose -re -stream_loop -1 -i ${file} -c copy -f flv ${ingestUrl}`
  const encoder = spawn('ffmpeg', command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] })
  let told = ''
  let at = Number.NaN
  encoder.stderr.on('data', (text: Buffer) => {
    told += text.toString()
    if (Number.isNaN(at) && told.includes('Starting connection attempt')) at = performance.now()
  })
  return { connectedAt: () => at, stop: () => encoder.kill('SIGKILL') }
}

function newViewer(ca?: Buffer) {
  const agent = ca ? new Agent({ keepAlive: true, ca }) : new HttpAgent({ keepAlive: true })
  const load = (url: string) =>
    new Promise<Buffer | null>((resolve, reject) => {
      const asked = (ca ? get : httpGet)(url, { agent }, (response) => {
        const pieces: Buffer[] = []
        response.on('data', (piece: Buffer) => pieces.push(piece))
        response.on('end', () => resolve(response.statusCode === 200 ? Buffer.concat(pieces) : null))
        response.on('error', reject)
      })
      asked.on('error', reject)
    })
  /** Asks until it is there and names something. @returns the first name, and the initialization segment's */
  const named = async (url: string): Promise<{ first: string; map: string | null }> => {
    for (const from = performance.now(); performance.now() - from < LATEST; await delay(ASK_AGAIN)) {
      const text = (await load(url))?.toString() ?? ''
      const first = /^[^#\s].*$/m.exec(text)?.[0]
      const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? null
      if (first) return { first: new URL(first, url).href, map: map && new URL(map, url).href }
    }
    throw new Error(`${url} names nothing`)
  }
  const needed = async (url: string) => {
    const bytes = await load(url)
    if (!bytes) throw new Error(`${url} is not there`)
    return bytes
  }
  return {
    async firstMedia(playlistUrl: string): Promise<Buffer> {
      const { first, map } = await named(playlistUrl)
      if (new URL(first).pathname.endsWith('.m3u8')) return this.firstMedia(first)
      return Buffer.concat(await Promise.all((map ? [map, first] : [first]).map(needed)))
    },
    close: () => agent.destroy(),
  }
}

function hasPicture(media: Buffer): boolean {
  const args = '-v error -i pipe:0 -map 0:v:0 -frames:v 1 -f framecrc -'.split(' ')
  const { stdout } = spawnSync('ffmpeg', args, { input: media, encoding: 'utf8' })
  return stdout.split('\n').some((line) => /^0,/.test(line))
}
