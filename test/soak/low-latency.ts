/**
 * A channel with low latency, encrypted and in two renditions, watched in Chromium for an hour, while answers are lost,
 * the encoder comes anew, and transcoders and processes of the origin are killed. Beside the viewer everything is loaded
 * by a checker of the draft's rules, of which none may be broken.
 *
 *   node test/soak/low-latency.ts --minutes 60 --loss 0.001
 */
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { cpuSeconds } from '../bench/processes.ts'
import { startLiveEncoder } from '../hour/live-encoder.ts'
import type { LiveEncoder } from '../hour/live-encoder.ts'
import { viewerOf } from '../support/broadcast.ts'
import { signIn } from '../support/console-client.ts'
import { startViewerSite } from '../support/hls-viewer/site.ts'
import { Viewers } from '../support/hls-viewer/viewers.ts'
import { callLive, createRtmpChannel, RENDITION_360 } from '../support/live-client.ts'
import { follow } from '../support/low-latency/follow.ts'
import type { Followed } from '../support/low-latency/follow.ts'
import { told } from '../support/low-latency/rule.ts'
import { workersOf } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { startLossyOrigin } from './lossy-origin.ts'
import { ViewingBook } from './viewing-book.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    /** Of the answers to the viewer, the share that is lost. */
    loss: { type: 'string', default: '0.001' },
  },
})
const durationMs = Number(values.minutes) * 60_000
/** From one blow to the next; each kind comes every third time. */
const BLOW_EVERY_MS = Math.min(75_000, durationMs / 7)
const TAKE_EVERY_MS = 2000
/** Of the time, what must have been seen. */
const LEAST_SHOWN = 0.9

const RENDITIONS = [
  { ...RENDITION_360, startTimeOffset: -6 },
  {
    ...RENDITION_360,
    startTimeOffset: -6,
    video: { ...RENDITION_360.video, width: 320, height: 180, bps: 300_000 },
  },
]

const service = await startService({ args: ['--origin-processes', '2'] })
const { ready } = service
const keyOfId = async (kid: string) =>
  Buffer.from((await callLive(ready, 'Service_20200707.GetEncryptKey', { kid })).encrypt_key, 'hex')
const authority = readFileSync(ready.ca_cert_file, 'utf8')
const site = await startViewerSite(keyOfId)
const lossy = await startLossyOrigin(ready.media_base_url, authority, Number(values.loss))
const viewers = await Viewers.start(site)
const failures: string[] = []
const book = new ViewingBook()
let encoder: LiveEncoder | null = null
try {
  const console_ = await signIn(ready, ready)
  const {
    channel_id: id,
    ingest_url,
    playlist_url,
  } = await createRtmpChannel(ready, {
    ...{ hls: RENDITIONS, encrypt_key_uri: site.keyUri },
  })
  await console_.done(CONSOLE_API.lowLatency.change, { params: { id }, body: { mode: 'on' } })
  encoder = startLiveEncoder(ingest_url)
  const viewer = viewerOf(service)
  await viewer.until(playlist_url, 'the playlist')
  await viewer.close()
  await viewers.open('viewer', playlist_url.replace(ready.media_base_url, lossy.url), { looks: false })
  await waitFor(async () => (await viewers.take('viewer')).playedMs > 0, 'the viewer to play')

  const startedAt = performance.now()
  const isOver = () => performance.now() - startedAt > durationMs
  const following = followToTheEnd(playlist_url, isOver)
  const blows = strike(ingest_url, isOver)
  while (!isOver()) {
    await delay(TAKE_EVERY_MS)
    book.take(await viewers.take('viewer'))
  }
  await blows
  const followed = await following
  for (const { at, how } of lossy.losses) book.blow('answer lost', how, at)
  const isMoving = await plays()
  if (!isMoving) failures.push('the viewer stands still at the end')
  tell(followed)
} catch (error) {
  failures.push((error as Error).stack ?? String(error))
} finally {
  await encoder?.stop()
  await viewers.close()
  lossy.close()
  site.close()
  await service.stop()
}
for (const failure of failures) console.error(failure)
console.log(failures.length === 0 ? 'no failure' : 'there were failures')
process.exit(failures.length === 0 ? 0 : 1)

/** Follows again where the playlists ended, which they do when an encoder stays away. */
async function followToTheEnd(url: string, isOver: () => boolean): Promise<readonly Followed[]> {
  const all: Followed[] = []
  const keyOf = (uri: string) => keyOfId(new URL(uri).searchParams.get('kid') ?? '')
  while (!isOver()) {
    try {
      all.push(await follow({ url, authority, isOver, deltas: all.length % 2 === 0, probes: true, keyOf }))
    } catch (error) {
      console.log(`the checker begins again: ${(error as Error).message}`)
    }
    await delay(TAKE_EVERY_MS)
  }
  return all
}

/** Kills a transcoder, has the encoder come anew, kills a process of the origin, and so on. */
async function strike(ingestUrl: string, isOver: () => boolean): Promise<void> {
  const blows = [
    ['transcoder killed', () => kill(busiest(service, 'transcode'))],
    ['encoder came anew', () => comeAnew(ingestUrl)],
    ['origin killed', () => kill(busiest(service, 'origin'))],
  ] as const
  for (let count = 0; ; count++) {
    for (const until = performance.now() + BLOW_EVERY_MS; performance.now() < until && !isOver();)
      await delay(500)
    const [what, blow] = blows[count % blows.length] ?? blows[0]
    if (isOver()) return
    const at = Date.now()
    const how = await blow()
    book.blow(what, how, at)
    console.log(`${new Date(at).toISOString()} ${what}: ${how}`)
  }
}

/** The one of a kind of process that has worked most: a transcoder that waits for work has not. */
function busiest({ pid }: RunningService, name: string): number | null {
  const found = workersOf(pid).filter(({ kind }) => kind === name)
  const [most] = found.toSorted((a, b) => cpuSeconds(b.pid) - cpuSeconds(a.pid))
  return most?.pid ?? null
}

function kill(pid: number | null): string {
  if (pid === null) return 'none was there'
  process.kill(pid, 'SIGKILL')
  return `process ${pid}`
}

/** Every other time it goes without a word. */
async function comeAnew(ingestUrl: string): Promise<string> {
  const isSudden = book.count('encoder came anew') % 2 === 0
  if (isSudden) encoder?.kill()
  else await encoder?.stop()
  encoder = startLiveEncoder(ingestUrl)
  return isSudden ? 'broken off' : 'ended'
}

/** True where the position of playing moves on in the end, which it may take its time for. */
async function plays(): Promise<boolean> {
  const before = (await viewers.take('viewer')).shownSeconds
  const goesOn = async () => (await viewers.take('viewer')).shownSeconds > before + 1
  return waitFor(goesOn, 'the viewer to go on').catch(() => false)
}

function tell(followed: readonly Followed[]): void {
  console.log(`\n${values.minutes} minutes; ${lossy.losses.length} of ${lossy.answers()} answers lost`)
  for (const line of book.describe()) console.log(line)
  if (book.shownShare < LEAST_SHOWN) failures.push(`only ${(book.shownShare * 100).toFixed(1)} % was shown`)
  for (const { seen, isEnded } of followed) {
    for (const [url, one] of seen) console.log(`checker, ${url.slice(-7)}: ${one.describe()}`)
    if (isEnded) failures.push('the playlists ended')
  }
  if (followed.length === 0) failures.push('the checker saw nothing')
  const findings = followed.flatMap((one) => one.findings)
  for (const finding of findings) console.log(told(finding))
  for (const { broken } of followed)
    for (const [rule, count] of broken) console.log(`${rule}: ${count} times`)
  const musts = findings.filter(({ level }) => level === 'must')
  console.log(
    `${musts.length} findings against what must be, ${findings.length - musts.length} against what should`,
  )
  if (musts.length > 0) failures.push(`${musts.length} rules were broken that must hold`)
}
