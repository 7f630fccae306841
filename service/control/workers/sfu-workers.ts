import type { ChannelId } from '../../contract/ids.ts'
import type { Environment } from '../../contract/live-api.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { IceListen } from '../../contract/sfu-worker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import { ListenerSet } from '../../platform/listener-set.ts'
import type { Logger } from '../../platform/logger.ts'
import { sfuPorts } from '../../platform/settings/sfu-ports.ts'
import { Topics } from '../../platform/topics.ts'
import type { SfuMedia, SfuRoom } from '../sfu/sfu-media.ts'
import { BackOff } from './back-off.ts'
import type { BackOffTiming } from './back-off.ts'
import type { KeptState } from './kept-process.ts'
import { SfuEnvironment } from './sfu-environment.ts'
import { SfuPlace } from './sfu-place.ts'
import { usualSfuProcesses } from './sfu-placement.ts'
import type { SpreadLimits } from './sfu-placement.ts'
import type { SfuTopics } from '../media-topics.ts'
import { SfuWorker } from './sfu-worker.ts'
import type { SfuTiming, SfuWorkerOptions } from './sfu-worker.ts'

export interface SfuOptions {
  readonly listen: IceListen[]
  /** UDP port of the first process of each environment; 0 takes any free one, also for further ones. */
  readonly ports: readonly [number, number]
  /** Of each environment, whether any free one will do where another program has taken a port before it is needed. */
  readonly orAny?: readonly [boolean, boolean]
  /** Most that each environment has; as many as this computer has use for where it is left out. */
  readonly processes?: number
  /** When a channel goes on in another process. */
  readonly spread?: SpreadLimits
}

export interface SfuWorkersParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOffTiming
  readonly timing: SfuTiming
}

const ENVIRONMENTS = [0, 1] as const

/** Of a channel of a service that has not been started. */
const NOWHERE: SfuRoom = {
  request: () => Promise.reject(refusal('SERVICE_UNAVAILABLE')),
  settled: () => null,
  leave: () => undefined,
}

/**
 * The SFU processes. Each environment has its own, so that what happens in one leaves the other alone. The first of
 * environment 0 starts with the service, every other one when it is needed.
 */
export class SfuWorkers implements SfuMedia {
  /** What the processes tell, and that one is gone. */
  readonly topics = new Topics<SfuTopics>()
  readonly #parts: SfuWorkersParts
  readonly #listeners: ListenerSet<[Environment]>
  #options: SfuOptions | null = null
  /** Null before the start. */
  #environments: readonly [SfuEnvironment, SfuEnvironment] | null = null

  constructor(parts: SfuWorkersParts) {
    this.#parts = parts
    this.#listeners = new ListenerSet(parts.logger, 'SFU processes')
  }

  /**
   * Starts the first process of environment 0.
   * @throws Error when it cannot be started or its port cannot be bound
   */
  async start(options: SfuOptions): Promise<void> {
    this.#options = options
    this.#environments = [this.#environment(0), this.#environment(1)]
    await this.#environments[0].start()
  }

  room(environment: Environment, channelId: ChannelId): SfuRoom {
    return this.#environments?.[environment].room(channelId) ?? NOWHERE
  }

  /** Of the processes of the environment that were started; where one is being started again, that is said. */
  state(environment: Environment): KeptState {
    return this.#environments?.[environment].state ?? 'stopped'
  }

  /** Whether a process of the environment takes connections. */
  serves(environment: Environment): boolean {
    return this.#environments?.[environment].serves ?? false
  }

  /** UDP port of the environment's first process: the wanted one until it has bound one. */
  port(environment: Environment): number {
    return this.#environments?.[environment].port ?? 0
  }

  /** UDP ports of further processes that were started, those of environment 0 first. */
  get furtherPorts(): { readonly environment: Environment; readonly port: number }[] {
    return ENVIRONMENTS.flatMap((environment) => {
      const ports = this.#environments?.[environment].furtherPorts ?? []
      return ports.map((port) => ({ environment, port }))
    })
  }

  /** UDP ports that media may come by, also those of processes that are not needed yet; lowest first. */
  get possiblePorts(): number[] {
    const all = [...this.#numbered().flat(), ...this.furtherPorts.map(({ port }) => port)].filter(
      (port) => port !== 0,
    )
    return [...new Set(all)].toSorted((a, b) => a - b)
  }

  /** Tells whose `state` or ports changed; returns how to stop listening. */
  onState(listener: (environment: Environment) => void): () => void {
    return this.#listeners.add(listener)
  }

  /**
   * Ends the environment's connections and starts its processes anew, or the first one for the first time; resolves
   * when they are there. The other environment goes on.
   * @throws Refusal SERVICE_UNAVAILABLE when one could not be started; it is tried again
   */
  async restart(environment: Environment): Promise<void> {
    if (!this.#environments) throw refusal('SERVICE_UNAVAILABLE')
    await this.#environments[environment].restart()
  }

  /** Ends all; resolves when they are gone. */
  async close(): Promise<void> {
    await Promise.all(this.#environments?.map((environment) => environment.close()) ?? [])
  }

  #environment(environment: Environment): SfuEnvironment {
    const further = Array.from({ length: this.#count() - 1 }, (_, i) => this.#place(environment, i + 1))
    return new SfuEnvironment(this.#place(environment, 0), further, this.#options?.spread)
  }

  #place(environment: Environment, index: number): SfuPlace {
    const { backOff, clock, logger } = this.#parts
    return new SfuPlace({
      isFurther: index > 0,
      worker: (hears) =>
        new SfuWorker({
          ...this.#parts,
          ...hears,
          environment,
          topics: this.topics,
          backOff: new BackOff(backOff),
          onState: () => this.#listeners.tell(environment),
        }),
      options: () => this.#optionsOf(environment, index),
      clock,
      onLost: ({ channelIds, connectionIds }) => {
        this.topics.tell('sfu.lost', { environment, channelIds })
        if (connectionIds.length > 0) this.topics.tell('sfu.part-lost', { connectionIds })
      },
      onFailed: (error) => {
        const { port } = this.#optionsOf(environment, index)
        const which = { environment, process: index + 1, port }
        logger.error({ err: error, ...which }, 'SFU process could not be started')
      },
    })
  }

  #optionsOf(environment: Environment, index: number): SfuWorkerOptions {
    if (!this.#options) throw new Error('asked for options before the start')
    const { listen, ports, orAny = [false, false] } = this.#options
    if (index === 0) return { listen, port: ports[environment], orAny: orAny[environment] }
    const port = this.#numbered()[environment][index] ?? 0
    return { listen, port, orAny: orAny[environment] || ports[environment] === 0 }
  }

  /** Ports of all processes that there may be, by their number. */
  #numbered(): readonly [number[], number[]] {
    return sfuPorts([this.port(0), this.port(1)], this.#count())
  }

  #count(): number {
    return this.#options?.processes ?? usualSfuProcesses()
  }
}
