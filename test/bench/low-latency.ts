/**
 * From the clock in the test picture to a viewer's screen: hls.js in Chromium over HTTP/2, of one channel with low
 * latency and one with plain segments of 2 s, at the same time.
 */
import { setTimeout as delay } from 'node:timers/promises'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mediaPlaylists, viewerOf } from '../support/broadcast.ts'
import { signIn } from '../support/console-client.ts'
import type { Stall, Watched } from '../support/hls-viewer/page.ts'
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

/** Who comes to the very begin of a broadcast stalls, as there is nothing to hold back yet: that is not measured. */
const SEGMENTS_BEFORE = 6
/** A player that has just begun finds its place first; that does not count. */
const SETTLING_MS = 20_000
const TAKE_EVERY_MS = 5000

/** Whose picture stands still with more than this to show waits for the computer, not for the stream. */
const IN_HAND_SECONDS = 0.25

/** What one viewer saw; ms. */
class Seen {
  /** By the clock in the picture. */
  readonly ages: number[] = []
  /** As the player counts, from the date of what it shows. */
  readonly counted: number[] = []
  readonly stalls: Stall[] = []
  /** To the live edge, which viewers see as well. */
  jumps = 0
  readonly #jumpsBefore: number

  constructor({ jumps }: Watched) {
    this.#jumpsBefore = jumps
  }

  take({ looks, stalls, jumps }: Watched): void {
    this.ages.push(...looks.map(ageOf))
    for (const { latency } of looks) if (latency !== null) this.counted.push(latency * 1000)
    this.stalls.push(...stalls)
    this.jumps = jumps - this.#jumpsBefore
  }
}

/** @param seconds of watching; ten minutes are what the document has */
export async function measureLowLatency(seconds: number): Promise<Row[]> {
  const service = await startService()
  const site = await startViewerSite(() => Promise.reject(new Error('nothing is encrypted')))
  const viewers = await Viewers.start(site)
  try {
    const urls = await Promise.all(KINDS.map((kind) => onAir(service, kind)))
    for (const [i, kind] of KINDS.entries()) await viewers.open(kind, urls[i] ?? '', { looks: true })
    for (const kind of KINDS)
      await waitFor(async () => (await viewers.take(kind)).playedMs > SETTLING_MS, `a player of ${kind}`)
    const seen = new Map<Kind, Seen>()
    for (const kind of KINDS) seen.set(kind, new Seen(await viewers.take(kind)))
    for (const until = performance.now() + seconds * 1000; performance.now() < until;) {
      await delay(TAKE_EVERY_MS)
      for (const [kind, one] of seen) {
        const watched = await viewers.take(kind)
        const isLow = kind === 'low latency'
        if (watched.isLowLatency !== isLow) throw new Error(`${kind}: parts: ${watched.isLowLatency}`)
        one.take(watched)
      }
    }
    return [...seen].flatMap(([kind, one]) => rowsOf(kind, one, seconds))
  } finally {
    await viewers.close()
    site.close()
    await service.stop()
  }
}

/** Puts a test picture on air. @returns the address of its playlist, once it has something to hold back */
async function onAir(service: RunningService, kind: Kind): Promise<string> {
  const operator = await signIn(service.ready, service.ready)
  const viewer = viewerOf(service)
  try {
    const hls = [{ ...RENDITION_360, startTimeOffset: -6 }]
    const { channel_id: id, playlist_url } = await createRtmpChannel(service.ready, { hls })
    const mode = kind === 'low latency' ? 'on' : 'off'
    await operator.done(CONSOLE_API.lowLatency.change, { params: { id }, body: { mode } })
    await operator.done(CONSOLE_API.channels.startTestPicture, { params: { id } })
    const [media = ''] = mediaPlaylists(await viewer.until(playlist_url, 'the playlist'), playlist_url)
    const segments = (text: string) => text.match(/^#EXTINF/gm)?.length ?? 0
    await viewer.until(media, 'some segments', (text) => segments(text) >= SEGMENTS_BEFORE)
    return playlist_url
  } finally {
    await viewer.close()
  }
}

function rowsOf(kind: Kind, { ages, counted, stalls, jumps }: Seen, seconds: number): Row[] {
  const age = (of: readonly number[], share: number) => (percentile(of, share) / 1000).toFixed(2)
  console.log(`  ${kind}: ${age(counted, 0.5)} s from arrival, as the player counts; ${jumps} jumps`)
  for (const { at, ms, was } of stalls) console.log(`  ${new Date(at).toISOString()}: ${ms} ms`, was)
  const isLow = kind === 'low latency'
  const name = `Glass to glass, ${isLow ? 'low latency HLS' : 'plain HLS of 2 s'}`
  const isHeld = ({ was }: Stall) => was.buffered >= IN_HAND_SECONDS
  const [dry, held] = [stalls.filter((stall) => !isHeld(stall)), stalls.filter(isHeld)]
  const standing = `stalls, pauses with media in hand, and jumps to the live edge, in ${(seconds / 60).toFixed(0)} min`
  const row = (what: string, value: string, target: string): Row => [
    ...([`${name}, ${what}`, value, '', ''] as const),
    isLow ? target : '',
  ]
  return [
    row('p50, s', `${age(ages, 0.5)} (of ${ages.length})`, ''),
    row('p95, s', age(ages, 0.95), '≤ 2.0'),
    row(standing, `${howMany(dry)}; ${howMany(held)}; ${jumps}`, '0; 0; 0'),
  ]
}

function howMany(stalls: readonly Stall[]): string {
  const longest = stalls.length === 0 ? '' : `, the longest ${Math.max(...stalls.map(({ ms }) => ms))} ms`
  return `${stalls.length}${longest}`
}
