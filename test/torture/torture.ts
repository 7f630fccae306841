/**
 * Webhooks under torture: a control process writes events and delivers them to endpoints that fail, hang
 * and die at random, and is killed again and again while it does.
 */
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rtmpEvent } from '../../service/contract/webhook-bodies.ts'
import { Random } from '../fuzz/random.ts'
import { Arrivals, BadEndpoint } from '../support/bad-endpoint.ts'
import { addChannel, addSystem } from '../support/channel-rows.ts'
import { openTestDatabase } from '../support/database.ts'
import type { Database } from '../../service/control/store/database.ts'
import { waitFor } from '../support/wait-for.ts'
import { check } from './checks.ts'
import type { Findings, NumberedEvent } from './checks.ts'
import type { ChildOptions } from './control-child.ts'

export interface TortureOptions {
  readonly events: number
  readonly channels: number
  readonly endpoints: number
  readonly kills: number
  /** How often each endpoint dies. */
  readonly deaths: number
  /** Of one attempt, ms. */
  readonly timeoutMs: number
  readonly seed: number
  /** A limit for broken code, ms. */
  readonly limitMs: number
  readonly onProgress?: (delivered: number) => void
}

export interface TortureReport extends Findings {
  readonly events: number
  /** Requests that arrived at an endpoint. */
  readonly deliveries: number
  readonly kills: number
  readonly deaths: number
  /** Attempts that were written, by error class; `none` for those that succeeded. */
  readonly attempts: Readonly<Record<string, number>>
  /** What endpoints did, by request. */
  readonly behaviours: Readonly<Record<string, number>>
  readonly seconds: number
}

export async function torture(options: TortureOptions): Promise<TortureReport> {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-torture-'))
  const file = join(folder, 'airdesk.db')
  const db = openTestDatabase(file)
  const random = new Random(options.seed)
  const system = addSystem(db)
  const arrivals = new Arrivals(system.webhookSecret, numbered)
  const endpoints = Array.from({ length: options.endpoints }, () => new BadEndpoint(arrivals, random))
  const control = new Control({ file, ...options })
  const started = performance.now()
  try {
    for (const endpoint of endpoints) await endpoint.start()
    for (let i = 0; i < options.channels; i++)
      addConnection(db, system, endpoints[i % endpoints.length]?.url ?? '')
    await run(options, control, arrivals, endpoints, db)
    const { faults, ...findings } = check(db, arrivals.all, options.events)
    return {
      ...findings,
      faults: [...arrivals.faults, ...faults],
      events: options.events,
      deliveries: arrivals.all.length,
      kills: control.kills,
      deaths: endpoints.reduce((sum, { deaths }) => sum + deaths, 0),
      attempts: attemptsByClass(db),
      behaviours: Object.fromEntries([...arrivals.behaviours].sort()),
      seconds: (performance.now() - started) / 1000,
    }
  } finally {
    await control.kill()
    for (const endpoint of endpoints) endpoint.close()
    db.close()
    rmSync(folder, { recursive: true })
  }
}

function numbered(body: unknown): NumberedEvent {
  const event = rtmpEvent.parse(body)
  return { channelId: event.channel_id, minutes: 'data' in event ? event.data.minutes : 0 }
}

function addConnection(db: Database, system: ReturnType<typeof addSystem>, url: string): void {
  const { channelId } = addChannel(db, system, { event_webhook_url: `${url}/hook` })
  db.prepare(
    `INSERT INTO connections (id, channel_id, remote_address, encoder, created_at) VALUES (?, ?, '', '', 0)`,
  ).run(`of ${channelId}`, channelId)
}

/** The control process, started again whenever it was killed. */
class Control {
  readonly #options: ChildOptions
  #child: ChildProcess | null = null
  kills = 0

  constructor({ file, events, timeoutMs, seed }: ChildOptions) {
    this.#options = { file, events, timeoutMs, seed }
  }

  start(): void {
    const options: ChildOptions = { ...this.#options, seed: this.#options.seed + this.kills }
    const script = join(import.meta.dirname, 'control-child.ts')
    this.#child = fork(script, [JSON.stringify(options)], { stdio: 'inherit' })
  }

  /** With SIGKILL, at once. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child) return
    this.#child = null
    const exited = new Promise((resolve) => child.once('exit', resolve))
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await exited
    }
  }
}

/** Kills and deaths come by what has been delivered, so that all of them hit the middle of the work. */
async function run(
  options: TortureOptions,
  control: Control,
  arrivals: Arrivals<NumberedEvent>,
  endpoints: readonly BadEndpoint<NumberedEvent>[],
  db: Database,
): Promise<void> {
  const random = new Random(options.seed + 1)
  const spread = (count: number) =>
    Array.from({ length: count }, (_, i) => ((i + random.uint32() / 2 ** 32) / count) * 0.9 * options.events)
  const kills = spread(options.kills)
  const deaths = endpoints.map((endpoint) => ({ endpoint, at: spread(options.deaths) }))
  const left = db.prepare<[], number>(`SELECT count(*) FROM webhook_events WHERE state = 'pending'`).pluck()
  control.start()
  await waitFor(
    async () => {
      const arrived = arrivals.distinct.size
      options.onProgress?.(arrived)
      for (const { endpoint, at } of deaths) {
        if (at[0] !== undefined && arrived > at[0]) {
          at.shift()
          endpoint.die()
        }
      }
      if (kills[0] !== undefined && arrived > kills[0]) {
        kills.shift()
        await new Promise((resolve) => setTimeout(resolve, random.below(100)))
        await control.kill()
        control.kills++
        control.start()
      }
      return arrived >= options.events && left.get() === 0
    },
    `${options.events} events to be delivered`,
    options.limitMs,
  )
}

function attemptsByClass(db: Database): Record<string, number> {
  const rows = db
    .prepare<[], [string, number]>(
      `SELECT coalesce(error_class, 'none'), count(*) FROM webhook_attempts GROUP BY 1 ORDER BY 1`,
    )
    .raw()
    .all()
  return Object.fromEntries(rows)
}
