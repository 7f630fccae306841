/**
 * What long lists take: 10,000 schedules listed by the option API and the console, and the memory of control with
 * them, their channels and 10,000 more, from their creation to after a restart with a console open.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { addressOf } from '../../service/contract/console/request.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { signIn } from '../support/console-client.ts'
import { RENDITION_360, callLive } from '../support/live-client.ts'
import { callOption, loginMaster } from '../support/option-client.ts'
import { startService } from '../support/service.ts'
import type { Ready, RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import { peakMegabytes } from './processes.ts'
import { spread } from './rows.ts'
import type { BenchOptions, Row } from './rows.ts'

const COUNT = 10_000
/** Calls that create, at a time. */
const AT_ONCE = 16
const HOUR_MS = 3_600_000
const FIRST_START = Date.UTC(2030, 0, 1)
const MONTH_MS = 31 * 24 * HOUR_MS
const LISTINGS_EACH_ROUND = 15

const LISTED = 'GET /api/schedule of 10,000, ms'
const CHANGED = 'GET /api/schedule of 10,000 after one was changed, ms'
const MONTH = 'Console, schedules of a month of 10,000, ms'
const ALL = 'Console, all of 10,000 schedules, ms'

/** `rounds` times 15 listings of each kind; the first round warms up. */
export async function measureLists({ rounds }: BenchOptions): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-bench-'))
  try {
    const times = new Map<string, number[]>()
    const first = await running(dataDir, async (service) => {
      await fill(service)
      for (let round = 0; round <= rounds; round++) await list(service, round === 0 ? null : times)
    })
    const again = await running(dataDir, (service) => list(service, null))
    const rows = [...times].map(([what, taken]): Row => [
      what,
      spread(taken, 1),
      '',
      '',
      what === LISTED || what === MONTH ? '≤ 20' : '',
    ])
    return [...rows, memoryRow('created and listed', first), memoryRow('started again and listed', again)]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

const memoryRow = (what: string, peak: number): Row => [
  `Control with 10,000 schedules and 20,000 channels, ${what}, largest resident memory, MB`,
  ...([peak.toFixed(0), '', '', '≤ 200'] as const),
]

/** Largest resident memory of control, MB. */
async function running(dataDir: string, use: (service: RunningService) => Promise<void>): Promise<number> {
  const service = await startService({ dataDir })
  try {
    await use(service)
    return peakMegabytes(service.pid)
  } finally {
    await service.stop()
  }
}

async function fill(service: RunningService): Promise<void> {
  const { ready } = service
  const token = await loginMaster(ready)
  await many(async (i) => {
    const json = {
      name: `Evening show ${i + 1}`,
      ...{ ...timesOf(i), service_params: [RENDITION_360] },
    }
    const { status, text } = await callOption(ready.option_base_url, 'POST', '/api/schedule', { token, json })
    if (status !== 200) throw new Error(text)
  })
  tellMemory(service, 'schedules created')
  await many(async () => {
    await callLive(ready, 'Service_20250901.CreateRTMPChannel', { hls: [RENDITION_360] })
  })
  tellMemory(service, 'channels created')
}

/** Of the schedule with this number, in UTC. */
function timesOf(i: number) {
  const at = (hour: number) =>
    new Date(FIRST_START + hour * HOUR_MS).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
  return { start_datetime: at(i), end_datetime: at(i + 1) }
}

async function many(make: (i: number) => Promise<void>): Promise<void> {
  let next = 0
  const one = async () => {
    while (next < COUNT) await make(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

type Times = Map<string, number[]>

/** Lists everything, and has a console open until nothing more comes; notes the times of listings of schedules. */
async function list(service: RunningService, times: Times | null): Promise<void> {
  const { ready } = service
  const token = await loginMaster(ready)
  const client = await signIn(ready, ready)
  const headers = { authorization: `Bearer ${token}`, cookie: client.cookie }
  const option = `${ready.option_base_url}/api/schedule`
  const ofConsole = ready.console_url + addressOf(CONSOLE_API.schedules.list)
  const note = async (what: string, url: string, before?: () => Promise<void>) => {
    const taken: number[] = []
    for (let i = 0; i < LISTINGS_EACH_ROUND; i++) {
      await before?.()
      taken.push(await timeOf(url, headers))
    }
    console.log(`  ${what}: ${spread(taken, 0)} ms`)
    times?.set(what, [...(times.get(what) ?? []), ...taken])
  }
  await note(LISTED, option)
  await note(CHANGED, option, () => changeFirst(ready, token))
  await note(MONTH, `${ofConsole}?from=${FIRST_START}&to=${FIRST_START + MONTH_MS}`)
  await note(ALL, ofConsole)
  tellMemory(service, 'schedules listed')
  await callLive(ready, 'Service_20200729.ListChannelIDs', {})
  tellMemory(service, 'channels listed')
  const followed = client.follow()
  await waitFor(() => followed.messages.length > 0, 'the snapshot', 60_000)
  // So that everything is looked at again.
  await changeFirst(ready, token)
  await waitFor(() => followed.messages.length > 1, 'what changed', 60_000)
  followed.close()
  tellMemory(service, 'console open')
}

/** Until all of the answer is there, ms. It is counted as it comes: to put it together takes longer than to make it. */
async function timeOf(url: string, headers: Record<string, string>): Promise<number> {
  const from = performance.now()
  const { statusCode, body } = await request(url, { headers })
  let bytes = 0
  for await (const chunk of body) bytes += (chunk as Buffer).length
  if (statusCode !== 200 || bytes < 10_000) throw new Error(`${url}: ${statusCode}, ${bytes} bytes`)
  return performance.now() - from
}

/** Renames the first schedule. */
async function changeFirst(ready: Ready, token: string): Promise<void> {
  const base = ready.option_base_url
  const { body } = await callOption(base, 'GET', '/api/schedule', { token })
  const [first] = body as { schedule_id: string }[]
  const json = { schedule_id: first?.schedule_id, name: `Show ${Date.now()}`, ...timesOf(0) }
  const { status, text } = await callOption(base, 'PATCH', '/api/schedule', { token, json })
  if (status !== 200) throw new Error(text)
}

function tellMemory({ pid }: RunningService, when: string): void {
  console.log(`  ${when}: at most ${peakMegabytes(pid).toFixed(0)} MB`)
}
