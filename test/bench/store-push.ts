/**
 * How long after its end a segment can be loaded from a store, eight channels at once. A relay before the store sees
 * when it has answered: a viewer finds a segment when the playlist that first names it is there.
 */
import { createServer, request } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Milliseconds } from '../../service/contract/units.ts'
import { readMediaPlaylist } from '../../service/protocol/hls/read-media-playlist.ts'
import { ffmpeg } from '../support/ffmpeg.ts'
import { RENDITION_720 } from '../support/live-client.ts'
import { azblobTarget, s3Target } from '../support/storage/archive-targets.ts'
import type { ArchiveTarget } from '../support/storage/archive-targets.ts'
import { publishingScene } from '../support/storage/publishing-contract.ts'
import { swiftMissing } from '../support/storage/swift.ts'
import type { Row } from './rows.ts'
import { makeSource } from './source.ts'

const CHANNELS = 8
/** Until everything is on air; what was pushed before does not count. */
const WARM_UP: Milliseconds = 12_000

interface Relay {
  readonly url: string
  /** Of each segment, ms from its end until it could be loaded. */
  readonly delays: Milliseconds[]
  close(): void
}

/** Passes everything on as it is: signatures cover the name that was asked for. */
async function startRelay(store: string): Promise<Relay> {
  const { hostname, port } = new URL(store)
  const delays: Milliseconds[] = []
  const seen = new Set<string>()
  const begun = Date.now()
  const server: Server = createServer((incoming, answer) => {
    const isList = incoming.method === 'PUT' && /\/r\d+\.m3u8(\?|$)/.test(incoming.url ?? '')
    const pieces: Buffer[] = []
    const { method, url: path, headers } = incoming
    const outgoing = request({ hostname, port, method, path, headers, agent: false }, (from) => {
      if (isList && from.statusCode !== undefined && from.statusCode < 300)
        note(path ?? '', Buffer.concat(pieces))
      answer.writeHead(from.statusCode ?? 502, from.headers)
      from.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.on('data', (piece: Buffer) => {
      if (isList) pieces.push(piece)
    })
    incoming.pipe(outgoing)
  })
  const note = (path: string, body: Buffer) => {
    const last = readMediaPlaylist(body.toString())?.segments.at(-1)
    const name = `${path.replace(/\?.*/, '')} ${last?.uri}`
    if (!last || seen.has(name)) return
    seen.add(name)
    if (Date.now() - begun < WARM_UP) return
    delays.push(Date.now() - (last.programDateTime + last.durationSeconds * 1000))
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port: own } = server.address() as AddressInfo
  return {
    ...{ url: `http://127.0.0.1:${own}`, delays },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN

async function measure(name: string, target: ArchiveTarget, seconds: number): Promise<Row> {
  const endPoint = target.request.s3_end_point ?? target.args[1] ?? ''
  const relay = await startRelay(endPoint)
  const through: ArchiveTarget = {
    ...target,
    request: target.request.s3_end_point ? { ...target.request, s3_end_point: relay.url } : target.request,
    args: target.args.map((argument) => (argument === endPoint ? relay.url : argument)),
    stop: () => Promise.resolve(),
  }
  const scene = await publishingScene(
    Array.from({ length: CHANNELS }, () => through),
    { hls: [RENDITION_720] },
  )
  const file = makeSource({ width: 1280, height: 720, bitRate: '2000k', seconds: 20 })
  const encoders = scene.channels.map(({ ingestUrl }) =>
    ffmpeg(['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv', ingestUrl]),
  )
  try {
    await sleep(WARM_UP + seconds * 1000)
  } finally {
    for (const encoder of encoders) encoder.kill()
    await scene.close()
    relay.close()
    await target.stop()
  }
  const [median, late] = [percentile(relay.delays, 0.5), percentile(relay.delays, 0.99)]
  const what = `Segment's end to its being loadable in ${name}, ${CHANNELS} channels, p99, ms`
  console.log(`  ${name}: p50 ${median.toFixed(0)} ms, p99 ${late.toFixed(0)} ms, of ${relay.delays.length}`)
  return [what, `${late.toFixed(0)} (p50 ${median.toFixed(0)}, of ${relay.delays.length})`, '', '', '≤ 500']
}

/** @param seconds of each store */
export async function measureStorePush(seconds: number): Promise<Row[]> {
  const rows = [await measure('Azurite', await azblobTarget(), seconds)]
  if (swiftMissing !== undefined) console.log(`  left out: Swift with s3api, ${swiftMissing}`)
  else rows.push(await measure('Swift with s3api', await s3Target(), seconds))
  return rows
}
