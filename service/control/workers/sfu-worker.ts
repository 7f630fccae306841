import type { Environment } from '../../contract/live-api.ts'
import type { IceListen, SfuLoad, SfuNotifications, SfuRequests } from '../../contract/sfu-worker.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import type { Listeners, Topics } from '../../platform/topics.ts'
import type { BackOff } from './back-off.ts'
import { bindOrAny } from './bind-or-any.ts'
import { KeptProcess } from './kept-process.ts'
import type { KeptState } from './kept-process.ts'
import type { SfuTopics } from '../media-topics.ts'
import { LOADED_WITHIN } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface SfuTiming {
  /** From the start of the process until its UDP port is bound. */
  readonly startMs: Milliseconds
  /** For an answer to any other request. */
  readonly requestMs: Milliseconds
  /** To close its connections. */
  readonly stopMs: Milliseconds
  /** From then until it is gone. */
  readonly exitMs: Milliseconds
}

export const DEFAULT_SFU_TIMING: SfuTiming = {
  startMs: LOADED_WITHIN,
  requestMs: 5000,
  stopMs: 3000,
  exitMs: 2000,
}

export interface SfuWorkerParts {
  readonly environment: Environment
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOff
  readonly timing: SfuTiming
  readonly onState: () => void
  /** It is gone, and with it all that it carried; not where it was to end. */
  readonly onLost: () => void
  readonly onLoad: (load: SfuLoad) => void
  /** Hear what else the process tells. */
  readonly topics: Topics<SfuTopics>
}

export interface SfuWorkerOptions {
  readonly listen: IceListen[]
  /** UDP; 0 takes any free one. */
  readonly port: number
  /** True: any free one will do where another program has taken it by then. */
  readonly orAny?: boolean
}

/** An SFU process of one environment. It has the same UDP port after each restart. */
export class SfuWorker {
  readonly #parts: SfuWorkerParts
  readonly #process: KeptProcess<SfuRequests>
  #options: SfuWorkerOptions | null = null
  #closing = false

  constructor(parts: SfuWorkerParts) {
    this.#parts = parts
    const { environment, host, clock, backOff, timing, onState, onLost } = parts
    this.#process = new KeptProcess<SfuRequests>({
      name: 'sfu',
      host,
      clock,
      logger: parts.logger.child({ environment }),
      backOff,
      connect: (worker) => this.#connect(worker),
      begin: (rpc) => this.#bind(rpc),
      stop: (rpc) => rpc.request('stop', {}, timing.stopMs),
      exitMs: timing.exitMs,
      onState,
      onGone: () => {
        if (!this.#closing) onLost()
      },
    })
  }

  get state(): KeptState {
    return this.#process.state
  }

  /** True while it keeps dying and waits until it is started again. */
  get rests(): boolean {
    return this.#process.rests
  }

  /** The wanted one until the process has bound one. */
  get port(): number {
    return this.#options?.port ?? 0
  }

  /** What the process is started with; nothing is started yet. */
  configure(options: SfuWorkerOptions): void {
    this.#options = options
  }

  /** @throws Error when the process cannot be started, cannot bind its port, or speaks another version */
  start(): Promise<void> {
    return this.#process.start()
  }

  /** @throws Refusal SERVICE_UNAVAILABLE when the process is not there, refuses or does not answer in time */
  request<Name extends keyof SfuRequests>(
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]> {
    return this.#process.request(name, body, this.#parts.timing.requestMs)
  }

  /** @throws Error when the process cannot be started; it is tried again */
  restart(): Promise<void> {
    return this.#process.restart()
  }

  /** Ends the process, and tells nobody of a loss. */
  close(): Promise<void> {
    this.#closing = true
    return this.#process.close()
  }

  /** The port of the first start is that of each other. */
  async #bind(rpc: Rpc<SfuRequests, Record<string, never>>): Promise<void> {
    if (!this.#options) throw new Error('asked to listen before the options are there')
    const { environment, timing } = this.#parts
    const { listen, port: wish, orAny = false } = this.#options
    const bind = async (port: number) => {
      const request = { version: WORKER_PROTOCOL_VERSION, environment, listen, port }
      return (await rpc.request('start', request, timing.startMs)).port
    }
    this.#options = { listen, port: await bindOrAny(bind, wish, orAny) }
  }

  #connect(worker: WorkerHandle): Rpc<SfuRequests, Record<string, never>> {
    const { clock, onLoad, topics } = this.#parts
    const pass =
      <Name extends keyof SfuTopics>(name: Name) =>
      (body: SfuTopics[Name]) =>
        topics.tell(name, body)
    const listeners: Listeners<SfuNotifications> = {
      'connection.opened': pass('connection.opened'),
      'connection.changed': pass('connection.changed'),
      'connection.lost': pass('connection.lost'),
      'connection.usage': pass('connection.usage'),
      'spotlight.focused': pass('spotlight.focused'),
      'spotlight.unfocused': pass('spotlight.unfocused'),
      'sfu.load': onLoad,
    }
    return Rpc.connect<SfuRequests, Record<string, never>, Record<string, never>, SfuNotifications>(
      worker.process,
      {},
      listeners,
      clock,
    )
  }
}
