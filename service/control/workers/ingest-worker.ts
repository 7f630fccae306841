import type { CloseReason } from '../../contract/close-reasons.ts'
import { LiveError } from '../../contract/errors.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type {
  ControlRequests,
  IngestNotifications,
  IngestRequests,
  ListenAddress,
  TlsMaterial,
} from '../../contract/worker-protocol.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import type { BackOff } from './back-off.ts'
import type { IngestEvents } from './ports.ts'
import { endNow, endWithin, watchWorker } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface IngestOptions {
  readonly rtmp: ListenAddress
  readonly https: ListenAddress
  readonly http: ListenAddress
  readonly tls: TlsMaterial
  readonly hlsDirectory: string
  /** Channels that exist now; asked at each start of the process. */
  readonly channels: () => ChannelId[]
}

export type IngestPorts = IngestRequests['start'][1]
export type IngestState = 'stopped' | 'starting' | 'running' | 'restarting'
type StartTranscoder = (
  request: ControlRequests['transcoder.start'][0],
) => Promise<ControlRequests['transcoder.start'][1]>
type IngestRpc = Rpc<IngestRequests, Record<string, never>>

export interface IngestWorkerParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOff
  readonly timing: IngestTiming
  readonly startTranscoder: StartTranscoder
  readonly onStateChange: (state: IngestState) => void
}

export interface IngestTiming {
  /** From the start of the process until it listens. */
  readonly startMs: Milliseconds
  /** To close connections and write the end marks of playlists. */
  readonly stopMs: Milliseconds
  /** From then until it is gone. */
  readonly exitMs: Milliseconds
}

export const DEFAULT_INGEST_TIMING: IngestTiming = { startMs: 20_000, stopMs: 8_000, exitMs: 2_000 }

/**
 * The ingest process: started, watched, and started again when it dies, on the ports that it had. While it
 * is not there, requests to it fail at once.
 */
export class IngestWorker {
  readonly #parts: IngestWorkerParts
  #options: IngestOptions | null = null
  #events: IngestEvents | null = null
  #state: IngestState = 'stopped'
  /** The process, once it listens. */
  #worker: WorkerHandle | null = null
  /** The process while it is being started. */
  #pending: WorkerHandle | null = null
  #rpc: IngestRpc | null = null
  #startedAt: EpochMilliseconds = 0
  #restartTimer: Timer | null = null
  #launching: Promise<unknown> = Promise.resolve()
  #closeReason: CloseReason | null = null

  constructor(parts: IngestWorkerParts) {
    this.#parts = parts
  }

  get state(): IngestState {
    return this.#state
  }

  /** Asked again after each wait. */
  #isClosing(): boolean {
    return this.#closeReason !== null
  }

  /**
   * Starts the process and has it listen.
   * @throws Error when the process cannot be started, cannot listen, or speaks another version
   */
  async start(options: IngestOptions, events: IngestEvents): Promise<IngestPorts> {
    this.#options = options
    this.#events = events
    this.#setState('starting')
    try {
      const ports = await this.#launch(options, events)
      this.#options = {
        ...options,
        rtmp: { ...options.rtmp, port: ports.rtmpPort },
        https: { ...options.https, port: ports.httpsPort },
        http: { ...options.http, port: ports.httpPort },
      }
      this.#setState('running')
      return ports
    } catch (error) {
      this.#setState('stopped')
      throw error
    }
  }

  /**
   * @throws LiveError ServiceUnavailable when the process is not there, ends or does not answer in time
   */
  async request<Name extends keyof IngestRequests>(
    name: Name,
    body: IngestRequests[Name][0],
    deadlineMs: Milliseconds,
  ): Promise<IngestRequests[Name][1]> {
    if (this.#state !== 'running' || !this.#rpc) throw new LiveError('ServiceUnavailable')
    try {
      return await this.#rpc.request(name, body, deadlineMs)
    } catch (error) {
      this.#parts.logger.error({ err: error, request: name }, 'ingest process failed to answer')
      throw new LiveError('ServiceUnavailable')
    }
  }

  /** Has the process end everything it carries, kills it when it takes too long; resolves when it is gone. */
  async close(reason: CloseReason): Promise<void> {
    this.#closeReason = reason
    this.#restartTimer?.cancel()
    this.#pending?.process.kill()
    await this.#launching.catch(() => undefined)
    const [worker, rpc] = [this.#worker, this.#rpc]
    const { timing, clock, logger } = this.#parts
    if (worker?.alive && rpc) {
      await rpc.request('stop', { reason }, timing.stopMs).catch((error: unknown) => {
        logger.warn({ err: error }, 'ingest process did not stop when asked')
        worker.process.kill()
      })
      await endWithin(worker, timing.exitMs, clock)
    }
    this.#setState('stopped')
  }

  #launch(options: IngestOptions, events: IngestEvents): Promise<IngestPorts> {
    const launching = this.#launchNow(options, events)
    this.#launching = launching
    return launching
  }

  async #launchNow(options: IngestOptions, events: IngestEvents): Promise<IngestPorts> {
    this.#startedAt = this.#parts.clock.now()
    const worker = watchWorker(await this.#parts.host.start('ingest'))
    this.#pending = worker
    const rpc = this.#connect(worker, events)
    const { rtmp, https, http, tls, hlsDirectory } = options
    const version = WORKER_PROTOCOL_VERSION
    const request = { version, rtmp, https, http, tls, hlsDirectory, channels: options.channels() }
    try {
      if (this.#isClosing()) throw new Error('The service is shutting down.')
      const ports = await rpc.request('start', request, this.#parts.timing.startMs)
      this.#worker = worker
      this.#rpc = rpc
      void worker.exited.then(() => this.#ended(worker, events))
      this.#parts.logger.info({ pid: worker.process.pid, ...ports }, 'ingest process listens')
      return ports
    } catch (error) {
      await endNow(worker)
      throw error
    } finally {
      this.#pending = null
    }
  }

  #connect(worker: WorkerHandle, events: IngestEvents): IngestRpc {
    return Rpc.connect<IngestRequests, ControlRequests, Record<string, never>, IngestNotifications>(
      worker.process,
      {
        'publish.authorize': (request) => events.authorize(request, worker),
        'transcoder.start': (request) => this.#parts.startTranscoder(request),
      },
      {
        'connection.closed': (body) => events.connectionClosed(body),
        'playlist.ready': (body) => events.playlistReady(body),
        'playlist.ended': (body) => events.playlistEnded(body),
        'connection.stats': (body) => events.connectionStats(body),
        'viewers.stats': (body) => events.viewersStats(body),
      },
    )
  }

  #ended(worker: WorkerHandle, events: IngestEvents): void {
    if (this.#worker !== worker) return
    this.#worker = null
    this.#rpc = null
    if (this.#closeReason !== null) return events.ingestLost(this.#closeReason)
    this.#parts.logger.error({ pid: worker.process.pid }, 'ingest process ended unexpectedly')
    this.#setState('restarting')
    events.ingestLost('worker-lost')
    this.#restart(this.#parts.clock.now() - this.#startedAt)
  }

  #restart(ranMs: Milliseconds): void {
    const delay = this.#parts.backOff.next(ranMs)
    if (delay === 0) return void this.#startAgain()
    this.#restartTimer = this.#parts.clock.after(delay, () => void this.#startAgain())
  }

  async #startAgain(): Promise<void> {
    if (this.#isClosing() || !this.#options || !this.#events) return
    try {
      await this.#launch(this.#options, this.#events)
      // It may have died again already, before this line.
      if (this.#worker?.alive) this.#setState('running')
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'ingest process could not be started again')
      if (!this.#isClosing()) this.#restart(0)
    }
  }

  #setState(state: IngestState): void {
    if (this.#state === state) return
    this.#state = state
    this.#parts.onStateChange(state)
  }
}
