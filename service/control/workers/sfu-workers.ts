import type { Environment } from '../../contract/live-api.ts'
import type { IceListen, SfuRequests } from '../../contract/sfu-worker.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { Topics } from '../../platform/topics.ts'
import type { SfuMedia } from '../sfu/sfu-media.ts'
import { BackOff } from './back-off.ts'
import type { BackOffTiming } from './back-off.ts'
import type { KeptState } from './kept-process.ts'
import type { SfuTopics } from './worker-topics.ts'
import { SfuWorker } from './sfu-worker.ts'
import type { SfuTiming } from './sfu-worker.ts'

export interface SfuOptions {
  readonly listen: IceListen[]
  /** UDP port of each environment; 0 takes any free one. */
  readonly ports: readonly [number, number]
  /** Whether any free one will do where another program has taken that of environment 1 before it is needed. */
  readonly orAny?: boolean
}

export interface SfuWorkersParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOffTiming
  readonly timing: SfuTiming
}

/**
 * The SFU processes, one for each environment, so that what happens in one leaves the other alone. That of
 * environment 0 starts with the service, that of environment 1 when it is needed.
 */
export class SfuWorkers implements SfuMedia {
  /** What the processes tell, and that one is gone. */
  readonly topics = new Topics<SfuTopics>()
  readonly #workers: readonly [SfuWorker, SfuWorker]
  readonly #logger: Logger
  readonly #listeners = new Set<(environment: Environment) => void>()
  #started = false
  #closed = false

  constructor({ backOff, ...parts }: SfuWorkersParts) {
    const worker = (environment: Environment) =>
      new SfuWorker({
        ...parts,
        environment,
        topics: this.topics,
        backOff: new BackOff(backOff),
        onState: () => {
          for (const listener of this.#listeners) listener(environment)
        },
      })
    this.#workers = [worker(0), worker(1)]
    this.#logger = parts.logger
  }

  /**
   * Starts the process of environment 0.
   * @throws Error when it cannot be started or its port cannot be bound
   */
  async start({ listen, ports, orAny = false }: SfuOptions): Promise<void> {
    this.#workers[0].configure({ listen, port: ports[0] })
    this.#workers[1].configure({ listen, port: ports[1], orAny })
    this.#started = true
    await this.#workers[0].start()
  }

  async request<Name extends keyof SfuRequests>(
    environment: Environment,
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]> {
    const worker = this.#workers[environment]
    // Clients come back at once when a process dies, sooner than the next one is there.
    if (name === 'connection.open') await this.#available(environment, () => worker.start())
    return worker.request(name, body)
  }

  state(environment: Environment): KeptState {
    return this.#workers[environment].state
  }

  /** UDP port of the environment: the wanted one until its process has bound one. */
  port(environment: Environment): number {
    return this.#workers[environment].port
  }

  /** Tells whose `state` changed; returns how to stop listening. */
  onState(listener: (environment: Environment) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Ends the environment's connections and starts its process anew, or for the first time; resolves when it
   * is there. The other environment goes on.
   * @throws Refusal SERVICE_UNAVAILABLE when it could not be started; it is tried again
   */
  restart(environment: Environment): Promise<void> {
    return this.#available(environment, () => this.#workers[environment].restart())
  }

  /** Ends both; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }

  async #available(environment: Environment, start: () => Promise<void>): Promise<void> {
    if (!this.#started || this.#closed) throw refusal('SERVICE_UNAVAILABLE')
    try {
      await start()
    } catch (error) {
      this.#logger.error({ err: error, environment }, 'SFU process could not be started')
      throw refusal('SERVICE_UNAVAILABLE', {}, { cause: error })
    }
  }
}
