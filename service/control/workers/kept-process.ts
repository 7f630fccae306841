import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { RequestMap } from '../../contract/worker-protocol.ts'
import { Refusal, refusal } from '../../contract/refusal/refusal.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Host, WorkerName } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { RpcError } from '../../platform/rpc.ts'
import type { Rpc } from '../../platform/rpc.ts'
import type { BackOff } from './back-off.ts'
import { endNow, endWithin, watchWorker } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

export type KeptState = 'stopped' | 'starting' | 'running' | 'restarting'
type RpcTo<Requests extends RequestMap<Requests>> = Rpc<Requests, Record<string, never>>

export interface KeptProcessParts<Requests extends RequestMap<Requests>> {
  readonly name: WorkerName
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOff
  /** Makes the link to a process that has just started, before any request goes there. */
  readonly connect: (worker: WorkerHandle) => RpcTo<Requests>
  /** Puts it to work, at each start; it counts as running when this resolves. */
  readonly begin: (rpc: RpcTo<Requests>) => Promise<void>
  /** Asks it to end; it is killed where this fails. */
  readonly stop: (rpc: RpcTo<Requests>) => Promise<unknown>
  /** From then until it is gone. */
  readonly exitMs: Milliseconds
  readonly onState: (state: KeptState) => void
  /** A process that was at work is gone, for whatever reason. */
  readonly onGone: () => void
}

/**
 * A process that is there as long as the service: started, watched, and started again when it dies. While
 * it is not there, requests to it fail at once.
 */
export class KeptProcess<Requests extends RequestMap<Requests>> {
  readonly #parts: KeptProcessParts<Requests>
  #state: KeptState = 'stopped'
  /** The process, once it is at work. */
  #worker: WorkerHandle | null = null
  /** The process while it is being started. */
  #pending: WorkerHandle | null = null
  /** The process that is ended in order to be started anew. */
  #replaced: WorkerHandle | null = null
  #rpc: RpcTo<Requests> | null = null
  #startedAt: EpochMilliseconds = 0
  #restartTimer: Timer | null = null
  #launching: Promise<void> = Promise.resolve()
  #closing = false

  constructor(parts: KeptProcessParts<Requests>) {
    this.#parts = parts
  }

  get state(): KeptState {
    return this.#state
  }

  /** True while it keeps dying and waits until it is started again. */
  get rests(): boolean {
    return this.#restartTimer !== null
  }

  /** Asked again after each wait. */
  #isClosing(): boolean {
    return this.#closing
  }

  /**
   * Starts the process; waits where it is being started, for the first time or again. While a process that
   * keeps dying is paused, it returns at once.
   * @throws Error when it cannot be started, or not be put to work; the next call tries again
   */
  async start(): Promise<void> {
    const isLaunching = this.#state === 'starting' || (this.#state === 'restarting' && !this.#restartTimer)
    if (isLaunching) return this.#launching
    if (this.#state !== 'stopped') return
    this.#setState('starting')
    try {
      await this.#launch()
      // It may have died again already, before this line.
      if (this.#worker?.alive) this.#setState('running')
    } catch (error) {
      this.#setState('stopped')
      throw error
    }
  }

  /**
   * @throws Refusal SERVICE_UNAVAILABLE when the process is not there, ends, fails or does not answer in time,
   *   and what the process refuses
   */
  async request<Name extends keyof Requests & string>(
    name: Name,
    body: Requests[Name][0],
    deadlineMs: Milliseconds,
  ): Promise<Requests[Name][1]> {
    if (this.#state !== 'running' || !this.#rpc) throw refusal('SERVICE_UNAVAILABLE')
    try {
      return await this.#rpc.request(name, body, deadlineMs)
    } catch (error) {
      if (error instanceof Refusal) throw error
      const refused = error instanceof RpcError && error.refused
      const { logger, name: process } = this.#parts
      // One that is ended answers no more, which is nobody's fault.
      const level = this.#isClosing() ? 'info' : refused ? 'warn' : 'error'
      logger[level]({ err: error, process, request: name }, 'media process failed to answer')
      throw refusal('SERVICE_UNAVAILABLE', {}, { cause: error })
    }
  }

  /**
   * Ends the process and starts it anew, without a pause; resolves when it is at work.
   * @throws Error when it cannot be started; it is tried again
   */
  async restart(): Promise<void> {
    if (this.#state === 'stopped') return this.start()
    if (this.#worker) {
      this.#replaced = this.#worker
      await this.#end(this.#worker)
    } else if (this.#restartTimer) {
      this.#restartTimer.cancel()
      void this.#startAgain()
    }
    await this.#launching
  }

  /** Has the process end, kills it when it takes too long; resolves when it is gone. */
  async close(): Promise<void> {
    this.#closing = true
    this.#restartTimer?.cancel()
    this.#pending?.process.kill()
    await this.#launching.catch(() => undefined)
    if (this.#worker) await this.#end(this.#worker)
    this.#setState('stopped')
  }

  async #end(worker: WorkerHandle): Promise<void> {
    const { clock, logger, name, stop, exitMs } = this.#parts
    if (!worker.alive || !this.#rpc) return
    await stop(this.#rpc).catch((error: unknown) => {
      logger.warn({ err: error, process: name }, 'media process did not stop when asked')
      worker.process.kill()
    })
    await endWithin(worker, exitMs, clock)
  }

  #launch(): Promise<void> {
    this.#restartTimer = null
    const launching = this.#launchNow()
    this.#launching = launching
    return launching
  }

  async #launchNow(): Promise<void> {
    const { clock, host, logger, name, connect, begin } = this.#parts
    this.#startedAt = clock.now()
    if (this.#isClosing()) throw new Error('The service is shutting down.')
    const worker = watchWorker(await host.start(name))
    this.#pending = worker
    try {
      const rpc = connect(worker)
      if (this.#isClosing()) throw new Error('The service is shutting down.')
      await begin(rpc)
      this.#worker = worker
      this.#rpc = rpc
      void worker.exited.then(() => this.#ended(worker))
      logger.info({ process: name, pid: worker.process.pid }, 'media process is at work')
    } catch (error) {
      await endNow(worker)
      throw error
    } finally {
      this.#pending = null
    }
  }

  #ended(worker: WorkerHandle): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#rpc = null
    const { clock, logger, name, onGone } = this.#parts
    if (this.#closing) return onGone()
    const replaced = this.#replaced === worker
    if (!replaced)
      logger.error({ process: name, pid: worker.process.pid }, 'media process ended unexpectedly')
    this.#setState('restarting')
    onGone()
    if (replaced) void this.#startAgain()
    else this.#restart(clock.now() - this.#startedAt)
  }

  #restart(ranMs: Milliseconds): void {
    const delay = this.#parts.backOff.next(ranMs)
    if (delay === 0) return void this.#startAgain()
    this.#restartTimer = this.#parts.clock.after(delay, () => void this.#startAgain())
  }

  async #startAgain(): Promise<void> {
    if (this.#isClosing()) return
    try {
      await this.#launch()
      // It may have died again already, before this line.
      if (this.#worker?.alive) this.#setState('running')
    } catch (error) {
      const { logger, name } = this.#parts
      logger.error({ err: error, process: name }, 'media process could not be started again')
      if (!this.#isClosing()) this.#restart(0)
    }
  }

  #setState(state: KeptState): void {
    if (this.#state === state) return
    this.#state = state
    this.#parts.onState(state)
  }
}
