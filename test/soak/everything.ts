/**
 * Everything together for hours: encoders, a room of the vendor's clients, viewers, webhooks, API clients and an open
 * console, while whatever runs is killed at random. Says of each invariant how often it was looked at and broken;
 * exits with 1 where one was broken.
 *
 *   node test/soak/everything.ts --hours 2 --kills 1000 --seed 1
 *
 * `--kills 0` kills nothing, and judges memory. Runs on Linux.
 */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import Database from 'better-sqlite3'
import { WEBRTC_FLAGS, findHeadlessShell } from '../../scripts/lib/chromium.mjs'
import { Random, seedOf } from '../fuzz/random.ts'
import { inspectRecordings } from '../support/archived-recordings.ts'
import { signIn } from '../support/console-client.ts'
import { loginMaster } from '../support/option-client.ts'
import { oneTarget } from '../support/storage/archive-targets.ts'
import { waitFor } from '../support/wait-for.ts'
import { channels, schedules, users } from './everything/account-kinds.ts'
import { ApiClient } from './everything/api-client.ts'
import { putOnAir } from './everything/channels.ts'
import { OpenConsole } from './everything/console.ts'
import { Invariants } from './everything/invariants.ts'
import { KeptService } from './everything/kept-service.ts'
import { Kills } from './everything/kills.ts'
import { judgeLog } from './everything/log.ts'
import { MemoryBook } from './everything/memory.ts'
import { judgeDatabase, untilQuiet } from './everything/quiet.ts'
import { Room } from './everything/rooms.ts'
import { EveryViewer } from './everything/viewers.ts'
import { WebhookEnd } from './everything/webhooks.ts'

/** Of two hours; of less time as many as keep the pace. */
const KILLS_AN_HOUR = 500
const MINUTE_MS = 60_000

const { values } = parseArgs({
  options: {
    hours: { type: 'string', default: '2' },
    /** Instead of hours. */
    minutes: { type: 'string' },
    kills: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
  },
})
const minutes = Number(values.minutes ?? Number(values.hours) * 60)
const durationMs = minutes * MINUTE_MS
const killCount = Number(values.kills ?? Math.round((KILLS_AN_HOUR * minutes) / 60))
const seed = Number(values.seed)
const random = (of: number) => new Random(seedOf(seed, of))
console.log(`${minutes} minutes, ${killCount} kills, seed ${seed}`)

const target = await oneTarget()
const service = await KeptService.start(target.args)
const kills = new Kills(service, random(0), killCount, durationMs)
const invariants = new Invariants(() => `seed ${seed}; ${kills.describeLast()}`)
const db = new Database(join(service.dataDir, 'airdesk.db'), { readonly: true, fileMustExist: true })
const executablePath = findHeadlessShell()
const browser = await chromium.launch({
  args: WEBRTC_FLAGS,
  // Playwright would end this process before it has ended the rest.
  ...{ handleSIGINT: false, handleSIGTERM: false },
  ...(executablePath !== undefined && { executablePath }),
})
const phase = { isOver: false, isEnd: false }
let killing: Promise<void> = Promise.resolve()
/** Who ends this ends all of it. */
const interrupted = new Promise<never>((_, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => reject(new Error(`ended by ${signal}`)))
  }
})
/** What is ended whatever happens, last first. */
const atEnd: (() => unknown)[] = [() => target.stop(), () => browser.close()]
try {
  await Promise.race([soak(), interrupted])
} catch (error) {
  invariants.broke('run-through', `${(error as Error).stack}; ${String((error as Error).cause ?? '')}`)
  console.error(service.lastWords())
} finally {
  phase.isOver = phase.isEnd = true
  // It starts again what it kills.
  await killing.catch(console.error)
  // What cannot be ended keeps nothing else from its end.
  for (const end of atEnd.toReversed()) await (async () => end())().catch(console.error)
}
await endService()
console.log(`\n${invariants.describe()}`)
console.log(invariants.areHeld ? 'everything held' : `something broke; seed ${seed}`)
if (invariants.areHeld) await rm(service.dataDir, { recursive: true, force: true })
else console.log(`what there is stays in ${service.dataDir}`)
process.exit(invariants.areHeld ? 0 : 1)

async function soak(): Promise<void> {
  const webhooks = await WebhookEnd.start(db, random(1))
  atEnd.push(() => webhooks.close())
  const onAir = await putOnAir(service, target, webhooks.url)
  atEnd.push(() => Promise.all(onAir.map(({ encoder }) => encoder.stop())))
  const viewers = new EveryViewer(service, onAir, invariants, () => kills.describeLast(6))
  atEnd.push(() => viewers.stop())
  const room = await Room.open(service, browser, random(2), webhooks.url, invariants)
  const openConsole = await OpenConsole.open(service, browser, invariants)
  const clients = await apiClients(new Set([room.channelId, ...onAir.map(({ id }) => id)]))
  const memory = new MemoryBook(service, invariants)

  const isOver = () => phase.isOver
  const isEnd = () => phase.isEnd
  const inRoom = room.run(isOver)
  await waitFor(() => viewers.haveSeen && room.haveJoined, 'everything to be on air', 2 * MINUTE_MS)
  console.log(`${new Date().toISOString()} everything is on air`)
  const calling = clients.map((client) => client.run(isOver))
  const looking = [openConsole.run(isEnd), memory.run(Math.min(10_000, durationMs / 24), isEnd)]
  killing = kills.run(isOver)
  const lasting = Promise.all([delay(durationMs), killing])
  // Whoever fails first ends it.
  await Promise.race([lasting, ...[inRoom, ...calling, ...looking].map((one) => one.then(() => lasting))])

  console.log(`${new Date().toISOString()} the time is over`)
  await openConsole.untilOnAir(onAir)
  phase.isOver = true
  await Promise.all([inRoom, ...calling, ...onAir.map(({ encoder }) => encoder.stop())])
  for (const client of clients) await client.look()
  await room.close()
  await untilQuiet(db)
  await viewers.stop()
  phase.isEnd = true
  await Promise.all(looking)

  const found = await inspectRecordings(db, target, join(service.dataDir, 'downloaded'), viewers.archived)
  invariants.judge('archive-whole', found.segmentsSeen, found.faults)
  webhooks.judge(db, invariants)
  judgeDatabase(db, invariants)
  judgeLog(service.dataDir, killCount > 0, invariants)
  const away = service.awayMs.map((ms) => ms / 1000)
  console.log(
    `\n${kills.describe()}\nservice: back after at most ${Math.max(0, ...away).toFixed(1)} s; ` +
      `${service.moves} times at another address\nrooms: ${room.describe()}\nconsole: ${openConsole.describe()}\n` +
      `webhooks: ${webhooks.describe()}\nrecordings: ${found.recordings}, ${found.files} files, ${found.frames} frames`,
  )
  console.log(viewers.describe())
  for (const client of clients) console.log(client.describe())
  console.log(`memory ${memory.describe(killCount === 0)}`)
  invariants.looked('run-through')
}

/** @param own channels that they did not make */
async function apiClients(own: ReadonlySet<string>): Promise<readonly ApiClient[]> {
  const { ready } = service
  const callers = { service, token: await loginMaster(ready), console: await signIn(ready, ready), db }
  const ofSchedule = db.prepare<[string]>('SELECT 1 FROM channels WHERE id = ? AND made_for_schedule = 1')
  const isOthers = (id: string) => own.has(id) || ofSchedule.get(id) !== undefined
  const kinds = [schedules, users, channels].map((kind, of) => kind({ ...callers, random: random(10 + of) }))
  const masters = new Set((await kinds[1]?.list())?.map(({ id }) => id))
  const others = [() => false, (id: string) => masters.has(id), isOthers]
  return kinds.map(
    (kind, of) => new ApiClient(kind, random(20 + of), invariants, others[of] ?? (() => false)),
  )
}

/** Nothing is left of it. */
async function endService(): Promise<void> {
  const code = await service.stop().catch(() => null)
  invariants.judge('service-starts', service.awayMs.length + 1, code === 0 ? [] : [`it ended with ${code}`])
  const left = () => service.all().map(({ pid, command }) => `${pid} ${command}`)
  await waitFor(() => left().length === 0, 'the end of all processes', 10_000).catch(() => undefined)
  invariants.judge('nothing-left-over', 1, left())
  db.close()
}
