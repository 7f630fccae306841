/**
 * From the clock in the test picture to a viewer's screen: hls.js in Chromium over HTTP/2, of one channel with low
 * latency and one with plain segments of 2 s, at the same time.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { viewerOf } from '../support/broadcast.ts'
import { signIn } from '../support/console-client.ts'
import type { Stall } from '../support/hls-viewer/page.ts'
import { startViewerSite } from '../support/hls-viewer/site.ts'
import { ageOf, Viewers } from '../support/hls-viewer/viewers.ts'
import { createRtmpChannel, RENDITION_360 } from '../support/live-client.ts'
import { percentile } from '../support/low-latency/seen.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Row } from './rows.ts'

const KINDS = ['low latency', 'plain'] as const
type Kind = (typeof KINDS)[number]

/** Ages in ms, by the clock in the picture. */
interface Seen {
  readonly ages: number[]
  readonly stalls: Stall[]
}

/** A player that has just begun finds its place first; that does not count. */
const SETTLING_MS = 20_000
const TAKE_EVERY_MS = 5000

/** @param seconds of watching; ten minutes are what the document has */
export async function measureLowLatency(seconds: number): Promise<Row[]> {
  const service = await startService()
  const site = await startViewerSite(() => Promise.reject(new Error('nothing is encrypted')))
  const viewers = await Viewers.start(site)
  try {
    for (const kind of KINDS) await viewers.open(kind, await onAir(service, kind), { looks: true })
    for (const kind of KINDS)
      await waitFor(async () => (await viewers.take(kind)).playedMs > SETTLING_MS, `a player of ${kind}`)
    const seen = new Map<Kind, Seen>(KINDS.map((kind) => [kind, { ages: [], stalls: [] }]))
    for (const kind of KINDS) await viewers.take(kind)
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      await delay(TAKE_EVERY_MS)
      for (const kind of KINDS) {
        const { looks, stalls, isLowLatency } = await viewers.take(kind)
        if (isLowLatency !== (kind === 'low latency')) throw new Error(`${kind}: parts: ${isLowLatency}`)
        seen.get(kind)?.ages.push(...looks.map(ageOf))
        seen.get(kind)?.stalls.push(...stalls)
      }
    }
    return KINDS.flatMap((kind) => rowsOf(kind, seen.get(kind) ?? { ages: [], stalls: [] }, seconds))
  } finally {
    await viewers.close()
    site.close()
    await service.stop()
  }
}

/** Puts a test picture on air. @returns the address of its playlist, once it is there */
async function onAir(service: RunningService, kind: Kind): Promise<string> {
  const console = await signIn(service.ready, service.ready)
  const viewer = viewerOf(service)
  try {
    const hls = [{ ...RENDITION_360, startTimeOffset: -6 }]
    const { channel_id: id, playlist_url } = await createRtmpChannel(service.ready, { hls })
    const mode = kind === 'low latency' ? 'on' : 'off'
    await console.done(CONSOLE_API.lowLatency.change, { params: { id }, body: { mode } })
    await console.done(CONSOLE_API.channels.startTestPicture, { params: { id } })
    await viewer.until(playlist_url, 'the playlist')
    return playlist_url
  } finally {
    await viewer.close()
  }
}

function rowsOf(kind: Kind, { ages, stalls }: Seen, seconds: number): Row[] {
  const age = (share: number) => (percentile(ages, share) / 1000).toFixed(2)
  const isLow = kind === 'low latency'
  const longest = stalls.length === 0 ? '' : `, the longest ${Math.max(...stalls.map(({ ms }) => ms))} ms`
  const row = (what: string, value: string, target: string): Row =>
    [
      `Glass to glass, ${isLow ? 'low latency HLS' : 'plain HLS of 2 s'}, ${what}`,
      ...[value, '', '', isLow ? target : ''],
    ] as Row
  return [
    row('p50, s', `${age(0.5)} (of ${ages.length})`, ''),
    row('p95, s', age(0.95), '≤ 2.0'),
    row(`stalls in ${(seconds / 60).toFixed(0)} min`, `${stalls.length}${longest}`, '0'),
  ]
}
