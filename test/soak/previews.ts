/**
 * The wall of the console in Chromium, with four players and thumbnails, on the real service and real
 * encoders: the page's memory must stay flat and every player must go on playing.
 *
 *   node test/soak/previews.ts --minutes 30
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createRtmpChannel } from '../support/live-client.ts'
import { startService, type Ready } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { slope } from './memory-watch.ts'
import { OwnChromium } from './own-chromium.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    /** Further channels on air, whose tiles are thumbnails. */
    thumbnails: { type: 'string', default: '1' },
  },
})
const durationMs = Number(values.minutes) * 60_000

const PLAYING = 4
const CHANNELS = PLAYING + Number(values.thumbnails)
const SIZE = { width: 320, height: 180, fps: 15 }
const EVERY_MS = Math.min(30_000, durationMs / 12)
/** Buffers and history fill, compilers and pools settle. */
const SETTLING = 0.3
/** MB from the first to the last sample after settling, on the line with least squares. */
const MOST_GROWTH = { heap: 4, own: 30, shared: 30 }
type Kind = keyof typeof MOST_GROWTH

interface Sample {
  readonly atMs: number
  /** MB, after a collection. */
  readonly heap: number
  /** MB, of the process that shows the page: what is its own, and what it shares with others. */
  readonly own: number
  readonly shared: number
}

interface Tile {
  readonly status: string
  readonly seconds: number
  readonly stalls: number
  readonly dropped: number
  readonly frames: number
}

function startEncoder(url: string, hertz: number): ChildProcess {
  const { width, height, fps } = SIZE
  return spawn(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-re'],
      ...['-f', 'lavfi', '-i', `testsrc2=size=${width}x${height}:rate=${fps}`],
      ...['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000`],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-pix_fmt', 'yuv420p'],
      ...['-b:v', '200k', '-g', String(2 * fps), '-keyint_min', String(2 * fps)],
      ...['-c:a', 'aac', '-b:a', '64k', '-f', 'flv', url],
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
}

const tiles = (chromium: OwnChromium): Promise<Tile[]> =>
  chromium.run(() =>
    [...document.querySelectorAll<HTMLVideoElement>('[data-tile] video')].map((video) => {
      const { droppedVideoFrames, totalVideoFrames } = video.getVideoPlaybackQuality()
      return {
        status: video.dataset['status'] ?? '',
        seconds: video.currentTime,
        stalls: Number(video.dataset['stalls']),
        dropped: droppedVideoFrames,
        frames: totalVideoFrames,
      }
    }),
  )

/** Signs in and shows the wall; all tiles stay in view, since a player that is out of sight is let go. */
async function openWall(chromium: OwnChromium, { email, password, access_code }: Ready): Promise<void> {
  await chromium.run(
    async (body) => {
      const headers = { 'Content-Type': 'application/json' }
      await fetch('/console/api/login', { method: 'POST', headers, body: JSON.stringify(body) })
      const state = { layout: '3x3', order: 'name' }
      localStorage.setItem('airdesk.wall', JSON.stringify({ state, version: 0 }))
      location.hash = '/preview?view=wall'
      location.reload()
    },
    { email, password, access_code },
  )
}

async function watch(chromium: OwnChromium): Promise<Sample[]> {
  const samples: Sample[] = []
  const endMs = performance.now() + durationMs
  do {
    const heap = await chromium.page.collect()
    samples.push({ atMs: performance.now(), heap, ...(await chromium.memory()) })
    await delay(EVERY_MS)
  } while (performance.now() < endMs)
  return samples
}

function growth(samples: readonly Sample[], of: Kind): number {
  const used = samples.slice(Math.floor(samples.length * SETTLING))
  const [first, last] = [used[0], used.at(-1)]
  if (!first || !last) return 0
  return slope(used.map((sample) => [sample.atMs, sample[of]])) * (last.atMs - first.atMs)
}

const failures: string[] = []
const encoders: ChildProcess[] = []
const service = await startService()
const chromium = await OwnChromium.start(service.ready.console_page_url)
try {
  for (let i = 0; i < CHANNELS; i++) {
    const video = { ...SIZE, bps: 200_000 }
    const hls = [{ durationSeconds: 2, startTimeOffset: -6, video, audio: { bps: 64_000 } }]
    const { ingest_url } = await createRtmpChannel(service.ready, { hls })
    encoders.push(startEncoder(ingest_url, 220 * (i + 1)))
  }
  await openWall(chromium, service.ready)
  const shown = () => chromium.run(() => document.querySelectorAll('[data-tile]').length)
  await waitFor(async () => (await shown()) === CHANNELS, 'all channels on air', 60_000)
  for (let i = 1; i <= PLAYING; i++) {
    const playing = () =>
      chromium.run(() => document.querySelectorAll('[data-tile][aria-pressed=true]').length)
    await chromium.run(() => document.querySelector<HTMLElement>('[data-tile][aria-pressed=false]')?.click())
    await waitFor(async () => (await playing()) === i, `${i} players`)
  }
  const ready = async () => {
    const all = await tiles(chromium)
    return all.length === PLAYING && all.every(({ status }) => status === 'ready')
  }
  await waitFor(ready, `${PLAYING} players that play`, 60_000)

  const before = await tiles(chromium)
  const startedMs = performance.now()
  const samples = await watch(chromium)
  const after = await tiles(chromium)
  const seconds = (performance.now() - startedMs) / 1000
  const list = (of: Kind) => samples.map((sample) => sample[of].toFixed(1)).join(' ')
  console.log(`${values.minutes} minutes, ${samples.length} looks`)
  console.log(`JavaScript heap after collections, MB: ${list('heap')}`)
  console.log(`the page's process, own memory, MB: ${list('own')}`)
  console.log(`the page's process, shared memory, MB: ${list('shared')}`)
  for (const [index, tile] of after.entries()) {
    const played = tile.seconds - (before[index]?.seconds ?? 0)
    console.log(
      `player ${index + 1}: ${played.toFixed(0)} s played, ${tile.stalls} stalls, ${tile.dropped} of ${tile.frames} frames dropped`,
    )
    if (tile.status !== 'ready') failures.push(`player ${index + 1} is ${tile.status}`)
    if (played < seconds * 0.9) failures.push(`player ${index + 1} stood still`)
  }
  if (after.length !== PLAYING) failures.push(`${after.length} of ${PLAYING} players are left`)
  for (const kind of ['heap', 'own', 'shared'] as const) {
    const grown = growth(samples, kind)
    console.log(`${kind} memory, grown on the fitted line: ${grown.toFixed(1)} MB`)
    if (grown > MOST_GROWTH[kind]) failures.push(`${kind} memory grows: ${grown.toFixed(1)} MB`)
  }
} catch (error) {
  failures.push((error as Error).message)
} finally {
  for (const encoder of encoders) encoder.kill('SIGINT')
  await chromium.close()
  await service.stop()
}
for (const failure of failures) console.error(failure)
console.log(failures.length === 0 ? 'no failure' : 'there were failures')
process.exit(failures.length === 0 ? 0 : 1)
