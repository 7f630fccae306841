import type { KeyPicture } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { ThumbnailRequests } from '../../contract/worker-protocol.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc, RpcError } from '../../platform/rpc.ts'
import type { BackOff } from './back-off.ts'
import { endNow, LOADED_WITHIN, watchWorker } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

/** After so long without a request nobody looks any more. */
const IDLE_MS: Milliseconds = 60_000

export interface ThumbnailWorkerParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOff
}

interface Running {
  readonly worker: WorkerHandle
  readonly rpc: Rpc<ThumbnailRequests, Record<string, never>>
}

/**
 * The process that decodes pictures: started when first asked, ended after a minute without a request, and
 * started again by the next request where it died; after several deaths only after a pause.
 */
export class ThumbnailWorker {
  readonly #parts: ThumbnailWorkerParts
  #running: Promise<Running> | null = null
  #idle: Timer | null = null
  /** Runs after several deaths. */
  #pause: Timer | null = null
  #closed = false

  constructor(parts: ThumbnailWorkerParts) {
    this.#parts = parts
  }

  /**
   * @param deadlineMs for the drawing, once there is a process
   * @returns a whole JPEG file; null where the picture cannot be decoded
   * @throws Error when there is no process, it dies or does not answer in time; it is ended then
   */
  async draw(picture: KeyPicture, deadlineMs: Milliseconds): Promise<Uint8Array | null> {
    this.#stayAwake()
    const { worker, rpc } = await this.#process()
    try {
      return (await rpc.request('draw', picture, deadlineMs)).jpeg
    } catch (error) {
      if (error instanceof RpcError && error.refused) return null
      // What hangs on one picture would keep all others waiting.
      if (worker.alive) worker.process.kill()
      throw error
    }
  }

  /** Ends the process; resolves when it is gone. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#end()
  }

  #process(): Promise<Running> {
    const { clock, logger, backOff } = this.#parts
    if (this.#closed) return Promise.reject(new Error('the service ends'))
    if (this.#running) return this.#running
    if (this.#pause) return Promise.reject(new Error('the thumbnail process keeps dying'))
    const startedAt = clock.now()
    const running = this.#start(() => {
      // One that was ended on purpose may go only after the next was started.
      if (this.#running !== running) return
      this.#running = null
      const delay = backOff.next(clock.now() - startedAt)
      if (delay > 0) this.#pause = clock.after(delay, () => (this.#pause = null))
      logger.warn('the thumbnail process died')
    })
    this.#running = running
    return running
  }

  /** @param onGone called when it ended, or could not be started */
  async #start(onGone: () => void): Promise<Running> {
    let worker: WorkerHandle | null = null
    try {
      worker = watchWorker(await this.#parts.host.start('thumbnail'))
      const rpc = Rpc.connect<ThumbnailRequests, Record<string, never>>(worker.process, {})
      void worker.exited.then(onGone)
      await rpc.request('begin', {}, LOADED_WITHIN)
      return { worker, rpc }
    } catch (error) {
      if (worker?.alive) worker.process.kill()
      onGone()
      throw error
    }
  }

  #stayAwake(): void {
    this.#idle?.cancel()
    if (!this.#closed) this.#idle = this.#parts.clock.after(IDLE_MS, () => void this.#end())
  }

  async #end(): Promise<void> {
    this.#idle?.cancel()
    const running = this.#running
    this.#running = null
    const started = await running?.catch(() => null)
    if (started) await endNow(started.worker)
  }
}
