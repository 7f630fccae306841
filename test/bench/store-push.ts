/**
 * How long after its end a segment can be loaded from a store, eight channels at once: whose encoders began one after
 * the other, as people do, and all at one moment, where the store gets everything at once. A relay before the store
 * sees when it has answered: a viewer finds a segment when the playlist that first names it is there.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Milliseconds } from '../../service/contract/units.ts'
import { readMediaPlaylist } from '../../service/protocol/hls/read-media-playlist.ts'
import { ffmpeg } from '../support/ffmpeg.ts'
import type { Ffmpeg } from '../support/ffmpeg.ts'
import { RENDITION_720 } from '../support/live-client.ts'
import { azblobTarget, s3Target } from '../support/storage/archive-targets.ts'
import type { ArchiveTarget } from '../support/storage/archive-targets.ts'
import { publishingScene } from '../support/storage/publishing-contract.ts'
import { startStoreRelay } from '../support/storage/store-relay.ts'
import type { StoreAnswer } from '../support/storage/store-relay.ts'
import { swiftMissing } from '../support/storage/swift.ts'
import type { Row } from './rows.ts'
import { makeSource } from './source.ts'

const CHANNELS = 8
/** Of the source's key frames, and so of segments. */
const SEGMENT: Milliseconds = 2000
/** Until everything is on air; what was pushed before does not count. */
const WARM_UP: Milliseconds = 12_000

/** @returns what the relay's `onAnswer` is, and ms from the end of each segment until it could be loaded */
function noteDelays() {
  const delays: Milliseconds[] = []
  const seen = new Set<string>()
  let isCounted = false
  const onAnswer = ({ path, status, body }: StoreAnswer) => {
    if (status >= 300 || body.length === 0) return
    const last = readMediaPlaylist(body.toString())?.segments.at(-1)
    const name = `${path.replace(/\?.*/, '')} ${last?.uri}`
    if (!last || seen.has(name)) return
    seen.add(name)
    if (!isCounted) return
    delays.push(Date.now() - (last.programDateTime + last.durationSeconds * 1000))
  }
  return { delays, onAnswer, count: (counts: boolean) => (isCounted = counts) }
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? NaN

/** @param apart how long after another an encoder begins */
async function measure(
  name: string,
  target: ArchiveTarget,
  apart: Milliseconds,
  seconds: number,
): Promise<Row> {
  const endPoint = target.request.s3_end_point ?? target.args[1] ?? ''
  const { delays, onAnswer, count } = noteDelays()
  const wantsBody = (method: string, path: string) => method === 'PUT' && /\/r\d+\.m3u8(\?|$)/.test(path)
  const relay = await startStoreRelay(endPoint, { onAnswer, wantsBody })
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
  const encoders: Ffmpeg[] = []
  try {
    for (const { ingestUrl } of scene.channels) {
      encoders.push(ffmpeg(['-re', '-stream_loop', '-1', '-i', file, '-c', 'copy', '-f', 'flv', ingestUrl]))
      await sleep(apart)
    }
    await sleep(WARM_UP)
    count(true)
    await sleep(seconds * 1000)
    // Encoders that are killed end what they were at, all at one moment.
    count(false)
  } finally {
    for (const encoder of encoders) encoder.kill()
    await scene.close()
    relay.close()
  }
  const [median, late] = [percentile(delays, 0.5), percentile(delays, 0.99)]
  console.log(`  ${name}: p50 ${median.toFixed(0)} ms, p99 ${late.toFixed(0)} ms, of ${delays.length}`)
  return [name, `${late.toFixed(0)} (p50 ${median.toFixed(0)}, of ${delays.length})`, '', '', '≤ 500']
}

async function measureStore(name: string, target: ArchiveTarget, seconds: number): Promise<Row[]> {
  const what = `Segment's end to its being loadable in ${name}, ${CHANNELS} channels, p99, ms`
  const apart = SEGMENT / CHANNELS
  try {
    return [
      await measure(what, target, apart, seconds),
      await measure('The same, where all segments end at one moment', target, 0, seconds),
    ]
  } finally {
    await target.stop()
  }
}

/** @param seconds of each row */
export async function measureStorePush(seconds: number): Promise<Row[]> {
  const rows = await measureStore('Azurite', await azblobTarget(), seconds)
  if (swiftMissing !== undefined) console.log(`  left out: Swift with s3api, ${swiftMissing}`)
  else rows.push(...(await measureStore('Swift with s3api', await s3Target(), seconds)))
  return rows
}
