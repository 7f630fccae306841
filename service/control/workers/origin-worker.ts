import type { OriginNotifications, OriginRequests } from '../../contract/origin-worker.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import type { Listeners } from '../../platform/topics.ts'
import type { BackOff } from './back-off.ts'
import { KeptProcess } from './kept-process.ts'
import { LOADED_WITHIN } from './worker-handle.ts'

export type OriginPorts = OriginRequests['start'][1]
type OriginRpc = Rpc<OriginRequests, Record<string, never>>

export interface OriginWorkerParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOff
  /** What it begins with, asked at each start; waited for. */
  readonly request: () => Promise<OriginRequests['start'][0]>
  /** Where ingest waits for it. @throws Error while ingest is not there */
  readonly feed: () => Promise<OriginRequests['attach'][0]>
  readonly onAttendance: Listeners<OriginNotifications>['attendance']
}

const TOLD: Milliseconds = 5000
const STOP: Milliseconds = 3000
const EXIT: Milliseconds = 2000
/** Before it is tried again to join a process to ingest. */
const ATTACH_AGAIN: Milliseconds = 1000

/** One process of the origin, started again when it dies. Without ingest it serves what the disk has. */
export class OriginWorker {
  readonly #parts: OriginWorkerParts
  readonly #process: KeptProcess<OriginRequests>
  /** The process that runs, and its answer to the first message. */
  #current: { readonly rpc: OriginRpc; readonly started: Promise<OriginPorts> } | null = null
  #again: Timer | null = null
  #listens = false

  constructor(parts: OriginWorkerParts) {
    this.#parts = parts
    const { host, clock, logger, backOff } = parts
    this.#process = new KeptProcess<OriginRequests>({
      ...{ name: 'origin', host, clock, logger, backOff },
      connect: ({ process }) =>
        Rpc.connect<OriginRequests, Record<string, never>, Record<string, never>, OriginNotifications>(
          process,
          {},
          { attendance: parts.onAttendance, detached: () => this.attach() },
          clock,
        ),
      begin: (rpc) => this.#begin(rpc),
      stop: (rpc) => rpc.request('stop', {}, STOP),
      exitMs: EXIT,
      onState: () => undefined,
      onGone: () => this.#gone(),
    })
  }

  /** Whether it has its ports. */
  get listens(): boolean {
    return this.#listens
  }

  /**
   * @returns its ports
   * @throws Error when the process cannot be started or cannot listen
   */
  async start(): Promise<OriginPorts> {
    await this.#process.start()
    if (!this.#current) throw new Error('the process has ended')
    return this.#current.started
  }

  /** Tells it, where it runs; what is told while it starts comes after what it starts with. */
  tell<Name extends 'playlists.access' | 'playlists.clock' | 'tls.replace'>(
    name: Name,
    body: OriginRequests[Name][0],
  ): void {
    const { current, logger } = { current: this.#current, logger: this.#parts.logger }
    current?.started
      .then(() => current.rpc.request(name, body, TOLD))
      .catch((error: unknown) => {
        if (current === this.#current) logger.error({ err: error, told: name }, 'the origin was not told')
      })
  }

  /** Joins it to ingest; tried again until that works or one of both is gone. */
  attach(): void {
    this.#again?.cancel()
    this.#again = null
    const current = this.#current
    if (!current) return
    current.started
      .then(async () => current.rpc.request('attach', await this.#parts.feed(), TOLD))
      .catch(() => {
        if (current !== this.#current) return
        this.#again ??= this.#parts.clock.after(ATTACH_AGAIN, () => this.attach())
      })
  }

  /** Has it end, kills it when it takes too long; resolves when it is gone. */
  async close(): Promise<void> {
    await this.#process.close()
    this.#gone()
  }

  async #begin(rpc: OriginRpc): Promise<void> {
    const started = this.#parts.request().then((request) => rpc.request('start', request, LOADED_WITHIN))
    this.#current = { rpc, started }
    try {
      await started
    } catch (error) {
      this.#gone()
      throw error
    }
    this.#listens = true
    this.attach()
  }

  #gone(): void {
    this.#again?.cancel()
    this.#again = null
    this.#current = null
    this.#listens = false
  }
}
