import type { ConnectionId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { ControlRequests, TranscoderRequests } from '../../contract/worker-protocol.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import { BackOff } from './back-off.ts'
import type { BackOffTiming } from './back-off.ts'
import { endNow, endWithin, LOADED_WITHIN, watchWorker } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface TranscoderTiming {
  /** How long a process may take to accept its task, once it is warm. */
  readonly assignMs: Milliseconds
  /**
   * How long it may take to end after its connection did: what is in flight is still encoded. Ingest waits no longer
   * for one that delivers nothing, and ends it.
   */
  readonly drainMs: Milliseconds
  /** Pause before the next spare is started, so that it doesn't slow down the one just put to work. */
  readonly spareDelayMs: Milliseconds
}

export const DEFAULT_TRANSCODER_TIMING: TranscoderTiming = {
  assignMs: 10_000,
  drainMs: 60_000,
  spareDelayMs: 2_000,
}

export interface TranscoderPoolParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly timing: TranscoderTiming
  readonly backOff: BackOffTiming
}

interface Transcoder {
  readonly worker: WorkerHandle
  readonly rpc: Rpc<TranscoderRequests, Record<string, never>>
  /** Resolves when it is warm. */
  readonly warm: Promise<unknown>
}

/** Processes of one connection; more than one while a new one replaces one that failed. */
interface Team {
  readonly workers: Set<WorkerHandle>
  ended: boolean
}

/**
 * Transcoders: one process for each connection that needs one. A spare waits started, so that a broadcast
 * begins without the start of a process. Once assigned, a transcoder ends by itself when its pipe to the
 * ingest process ends.
 */
export class TranscoderPool {
  readonly #parts: TranscoderPoolParts
  readonly #spareBackOff: BackOff
  readonly #teams = new Map<ConnectionId, Team>()
  readonly #all = new Set<WorkerHandle>()
  #keepSpare = false
  #spare: Transcoder | null = null
  #spareTimer: Timer | null = null
  readonly #starting = new Set<Promise<unknown>>()
  #closed = false

  constructor(parts: TranscoderPoolParts) {
    this.#parts = parts
    this.#spareBackOff = new BackOff(parts.backOff)
  }

  /** Starts the spare and keeps one from now on. */
  warmUp(): void {
    this.#keepSpare = true
    this.#refill(0)
  }

  /** Processes that work for the connection. */
  processesOf(connectionId: ConnectionId): readonly number[] {
    return [...(this.#teams.get(connectionId)?.workers ?? [])].map(({ process }) => process.pid)
  }

  /** Process id of the spare; null while there is none. */
  get spareProcess(): number | null {
    return this.#spare?.worker.process.pid ?? null
  }

  /**
   * Puts a transcoder to work for a connection.
   * @throws Refusal SERVICE_UNAVAILABLE when none could be started
   */
  async start({
    connectionId,
    pipe,
    token,
  }: ControlRequests['transcoder.start'][0]): Promise<{ pid: number }> {
    const team = this.#teams.get(connectionId) ?? { workers: new Set(), ended: false }
    this.#teams.set(connectionId, team)
    const transcoder = await this.#assign({ pipe, token })
    // A short broadcast may be over by now; what it sent is still encoded.
    if (transcoder && team.ended) void this.#drain(transcoder.worker)
    if (!transcoder?.worker.alive) {
      this.#dropIfEmpty(connectionId, team)
      throw refusal('SERVICE_UNAVAILABLE')
    }
    const { worker } = transcoder
    team.workers.add(worker)
    void worker.exited.then(() => {
      team.workers.delete(worker)
      this.#dropIfEmpty(connectionId, team)
    })
    return { pid: worker.process.pid }
  }

  /** The connection is over; what has not ended by itself after a while is killed. */
  connectionEnded(connectionId: ConnectionId): void {
    const team = this.#teams.get(connectionId)
    if (!team || team.ended) return
    team.ended = true
    for (const worker of team.workers) void this.#drain(worker)
  }

  /** Every connection is over at once. */
  allConnectionsEnded(): void {
    for (const connectionId of [...this.#teams.keys()]) this.connectionEnded(connectionId)
  }

  /** Ends every process; resolves when they are gone. */
  async close(): Promise<void> {
    this.#closed = true
    this.#spareTimer?.cancel()
    await Promise.all(this.#starting)
    await Promise.all([...this.#all].map(endNow))
  }

  /** The spare if it takes the task, else a new process. Null when neither does. */
  async #assign(task: TranscoderRequests['assign'][0]): Promise<Transcoder | null> {
    const spare = this.#spare
    this.#spare = null
    if (spare && this.#keepSpare) this.#refill(this.#parts.timing.spareDelayMs)
    if (spare && (await this.#accepts(spare, task))) return spare
    const started = await this.#startProcess()
    return started && (await this.#accepts(started, task)) ? started : null
  }

  async #accepts({ rpc, worker, warm }: Transcoder, task: TranscoderRequests['assign'][0]): Promise<boolean> {
    try {
      await warm
      await rpc.request('assign', task, this.#parts.timing.assignMs)
      return true
    } catch (error) {
      this.#parts.logger.error({ err: error, pid: worker.process.pid }, 'transcoder took no task')
      await endNow(worker)
      return false
    }
  }

  #startProcess(): Promise<Transcoder | null> {
    const starting = this.#startProcessNow()
    this.#starting.add(starting)
    void starting.then(() => this.#starting.delete(starting))
    return starting
  }

  async #startProcessNow(): Promise<Transcoder | null> {
    if (this.#isClosing()) return null
    try {
      const worker = watchWorker(await this.#parts.host.start('transcode'))
      this.#all.add(worker)
      void worker.exited.then(() => this.#all.delete(worker))
      const rpc = Rpc.connect<TranscoderRequests, Record<string, never>>(worker.process, {})
      const warm = rpc.request('begin', {}, LOADED_WITHIN)
      // Whoever gives it a task is told.
      warm.catch(() => undefined)
      if (this.#isClosing()) await endNow(worker)
      return { worker, rpc, warm }
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'transcoder could not be started')
      return null
    }
  }

  /** Asked again after each wait. */
  #isClosing(): boolean {
    return this.#closed
  }

  #refill(delayMs: Milliseconds): void {
    this.#spareTimer?.cancel()
    if (this.#closed) return
    if (delayMs === 0) void this.#startSpare()
    else this.#spareTimer = this.#parts.clock.after(delayMs, () => this.#refill(0))
  }

  async #startSpare(): Promise<void> {
    const startedAt = this.#parts.clock.now()
    const ran = () => this.#parts.clock.now() - startedAt
    const spare = await this.#startProcess()
    if (!spare) return this.#refill(Math.max(this.#parts.backOff.firstMs, this.#spareBackOff.next(0)))
    this.#spare = spare
    void spare.worker.exited.then(() => {
      if (this.#spare !== spare) return
      this.#spare = null
      this.#refill(Math.max(this.#parts.backOff.firstMs, this.#spareBackOff.next(ran())))
    })
  }

  async #drain(worker: WorkerHandle): Promise<void> {
    const { timing, clock, logger } = this.#parts
    const timer = clock.after(timing.drainMs, () => {
      logger.warn({ pid: worker.process.pid }, 'transcoder did not end with its connection: killed')
    })
    await endWithin(worker, timing.drainMs, clock)
    timer.cancel()
  }

  #dropIfEmpty(connectionId: ConnectionId, team: Team): void {
    if (team.workers.size === 0 && this.#teams.get(connectionId) === team) this.#teams.delete(connectionId)
  }
}
