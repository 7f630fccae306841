/**
 * Three clients of the vendor's SDK in Chromium send and receive, and a fourth comes and goes, on the real
 * service: no picture may stand still for over a second, the SFU's memory must stay flat and m-lines few.
 *
 *   node test/soak/three-clients.ts --minutes 10 --visits 50
 */
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { WEBRTC_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { callLive } from '../support/live-client.ts'
import { freePort } from '../support/free-port.ts'
import { workerPids } from '../support/processes.ts'
import { startService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import type { ClientRequest, Inbound } from '../webrtc/page/clients.ts'
import { startSite } from '../webrtc/site.ts'
import { inspectable } from './heap.ts'
import { MemoryWatch } from './memory-watch.ts'
import { PictureWatch } from './picture-watch.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    /** Joins and leaves of the fourth client, spread over the time. */
    visits: { type: 'string', default: '50' },
    codec: { type: 'string', default: 'VP8' },
  },
})
const visits = Number(values.visits)
const durationMs = Number(values.minutes) * 60_000

const CLIENTS = ['first', 'second', 'third']
/** Own tracks, and those of the others and one visitor. */
const MOST_LINES = 2 * (CLIENTS.length + 1)
const LONGEST_FREEZE_MS = 1000
const LOOK_MS = 500
const MEMORY_MS = Math.min(10_000, durationMs / 20)
/** Of the samples, those while compilers and pools settle. */
const SETTLING = 0.3
/** MB. */
const MOST_GROWTH = { resident: 10, heap: 3 }
/** Pictures begin; the estimates of bandwidth grow. */
const SETTLED_MS = 5000

const failures: string[] = []
const inspectorPort = await freePort()
const service = await startService({ env: inspectable(inspectorPort) })
const site = await startSite()
const executablePath = findChromium()
const browser = await chromium.launch({
  args: WEBRTC_FLAGS,
  ...(executablePath !== undefined && { executablePath }),
})
try {
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.waitForFunction(() => 'clients' in window)
  const { channel_id: channelId } = await callLive(
    service.ready,
    'Service_20200316.CreateMultistreamChannel',
    { auth_webhook_url: '', event_webhook_url: '' },
  )
  const open = async (name: string) => {
    const request: ClientRequest = {
      url: service.ready.signaling_url,
      role: 'sendrecv',
      channelId,
      options: { videoCodecType: values.codec as 'VP8' },
      media: { audio: true, video: { width: 320, height: 180 } },
    }
    const given = [name, JSON.stringify(request)] as const
    const result = await page.evaluate(
      ([n, r]) => window.clients.open(n, JSON.parse(r) as ClientRequest),
      given,
    )
    if ('failure' in result) throw new Error(`${name}: ${JSON.stringify(result.failure)}`)
    return result.connectionId
  }
  const inbound = (name: string): Promise<Inbound[]> => page.evaluate((n) => window.clients.inbound(n), name)
  const lines = async () => {
    const all = await page.evaluate((names) => names.map((n) => window.clients.see(n).lines), CLIENTS)
    return Math.max(...all)
  }

  const ids = new Map<string, string>()
  for (const name of CLIENTS) ids.set(name, await open(name))
  const streams = async (name: string) =>
    (await inbound(name)).filter(
      ({ kind, streamId }) => kind === 'video' && [...ids.values()].includes(streamId),
    )
  await waitFor(async () => {
    const all = await Promise.all(CLIENTS.map(streams))
    return all.every((of) => of.length === CLIENTS.length - 1 && of.every((one) => one.framesDecoded > 0))
  }, 'pictures of all at all')
  await delay(SETTLED_MS)

  const [sfu = 0] = workerPids(service.pid, 'sfu')
  const memory = await MemoryWatch.start(sfu, inspectorPort, MEMORY_MS)
  const pictures = new PictureWatch()
  const endMs = performance.now() + durationMs
  let visited = 0
  let mostLines = 0
  const comeAndGo = async () => {
    while (visited < visits && performance.now() < endMs) {
      const name = `visitor${visited++}`
      const id = await open(name)
      const isSeen = async () => (await inbound('first')).some(({ streamId }) => streamId === id)
      await waitFor(isSeen, 'the visitor to be received')
      mostLines = Math.max(mostLines, await lines())
      await page.evaluate((n) => window.clients.disconnect(n), name)
      await delay(
        Math.max(0, Math.min((endMs - performance.now()) / (visits - visited + 1), durationMs / visits)),
      )
    }
  }
  const look = async () => {
    while (performance.now() < endMs) {
      for (const name of CLIENTS) {
        for (const one of await streams(name))
          pictures.look(`${name} of ${one.streamId}`, one, performance.now())
      }
      await delay(LOOK_MS)
    }
  }
  await Promise.all([comeAndGo(), look()])

  mostLines = Math.max(mostLines, await lines())
  console.log(
    `${values.minutes} minutes of ${values.codec}, ${visited} joins and leaves, at most ${mostLines} m-lines`,
  )
  console.log(`${pictures.freezes} freezes, the longest ${pictures.longestMs.toFixed(0)} ms`)
  if (visited < visits) failures.push(`only ${visited} of ${visits} joins were made`)
  if (mostLines > MOST_LINES) failures.push(`more than ${MOST_LINES} m-lines`)
  if (pictures.longestMs > LONGEST_FREEZE_MS)
    failures.push(`a picture stood still for ${pictures.longestMs.toFixed(0)} ms`)
  memory.stop()
  console.log(memory.describe())
  for (const kind of ['resident', 'heap'] as const) {
    const growth = memory.growth(kind, SETTLING)
    console.log(`${kind} memory, grown on the fitted line: ${growth.toFixed(1)} MB`)
    if (growth > MOST_GROWTH[kind]) failures.push(`${kind} memory grows: ${growth.toFixed(1)} MB`)
  }
} catch (error) {
  failures.push((error as Error).message)
} finally {
  await browser.close()
  site.close()
  await service.stop()
}
for (const failure of failures) console.error(failure)
console.log(failures.length === 0 ? 'no failure' : 'there were failures')
process.exit(failures.length === 0 ? 0 : 1)
