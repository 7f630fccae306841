import type { ArchiveNotifications, ArchiveRequests } from '../../contract/archive-worker.ts'
import type { TestStep } from '../../contract/console/destinations.ts'
import { DAY } from '../../contract/units.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import { ListenerSet } from '../../platform/listener-set.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import type { ArchiveProcess } from '../archive/archive-process.ts'
import type { PublishProcess } from '../publishing/publish-process.ts'
import type { BackOff } from './back-off.ts'
import { bindOrAny } from './bind-or-any.ts'
import { KeptProcess } from './kept-process.ts'
import { LOADED_WITHIN } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

type Asked = Exclude<keyof ArchiveRequests, 'start' | 'stop'>
type ArchiveRpc = Rpc<ArchiveRequests, Record<string, never>>

export interface ArchiveTiming {
  /** From the start of the process until its player listens. */
  readonly startMs: Milliseconds
  /** How long the process gets to let go of its work; uploads go on after the next start. */
  readonly stopMs: Milliseconds
  /** From then until it is gone. */
  readonly exitMs: Milliseconds
}

export const DEFAULT_ARCHIVE_TIMING: ArchiveTiming = { startMs: LOADED_WITHIN, stopMs: 3000, exitMs: 2000 }

const MINUTE: Milliseconds = 60_000
/**
 * Limits for a broken process; none may cut honest work, of which the process itself tells what stalls. A
 * timer takes at most 24 days.
 */
const DEADLINES: Readonly<Record<Asked, Milliseconds>> = {
  'spool.read': 10 * MINUTE,
  'recording.seal': DAY,
  'spool.remove': 60 * MINUTE,
  'file.upload': 20 * DAY,
  'upload.cancel': MINUTE,
  'objects.delete': DAY,
  'destination.test': 30 * MINUTE,
  'player.open': MINUTE,
  'publish.set': MINUTE,
}

export interface ArchiveWorkerParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOff
  readonly timing: ArchiveTiming
}

export interface ArchiveWorkerOptions {
  /** Of an emulator or a sovereign cloud; null for the public service. */
  readonly azblobEndpoint: string | null
  readonly gsEndpoint: string | null
  /** Loopback; port 0 takes any free one, as does one that is taken by then where `orAny` is true. */
  readonly player: { readonly host: string; readonly port: number; readonly orAny?: boolean }
  /** Pages that may play; asked at each start of the process. */
  readonly origins: () => string[]
  /** TCP ports that the service itself listens at; asked at each start of the process. */
  readonly ownPorts: () => readonly number[]
}

/**
 * The archive process. It is started by the first request, and has the same port after each restart.
 * Requests wait while it is started.
 */
export class ArchiveWorker implements ArchiveProcess, PublishProcess {
  readonly #parts: ArchiveWorkerParts
  readonly #process: KeptProcess<ArchiveRequests>
  readonly #progressListeners: ListenerSet<[ArchiveNotifications['upload.progress']]>
  readonly #startListeners: ListenerSet
  readonly #reportListeners: ListenerSet<[ArchiveNotifications['publish.report']]>
  readonly #doneListeners: ListenerSet<[ArchiveNotifications['publish.done']]>
  readonly #testListeners: ListenerSet<[id: string, step: TestStep]>
  /** Requests that wait until the process may start, or has. */
  readonly #waiting = new Set<() => void>()
  #options: ArchiveWorkerOptions | null = null
  #closing = false

  constructor(parts: ArchiveWorkerParts) {
    this.#parts = parts
    const { host, clock, logger, backOff, timing } = parts
    this.#progressListeners = new ListenerSet(logger, 'uploads')
    this.#startListeners = new ListenerSet(logger, 'the archive process')
    this.#reportListeners = new ListenerSet(logger, 'publishing')
    this.#doneListeners = new ListenerSet(logger, 'what is unpublished')
    this.#testListeners = new ListenerSet(logger, 'tests of destinations')
    this.#process = new KeptProcess<ArchiveRequests>({
      name: 'archive',
      host,
      clock,
      logger,
      backOff,
      connect: (worker) => this.#connect(worker),
      begin: (rpc) => this.#begin(rpc),
      stop: (rpc) => rpc.request('stop', {}, timing.stopMs),
      exitMs: timing.exitMs,
      onState: () => this.#goOn(),
      onGone: () => undefined,
    })
  }

  /** Where the archive process plays recordings; the port is the wanted one until the process has bound one. */
  get player(): { readonly host: string; readonly port: number } | null {
    return this.#options?.player ?? null
  }

  /** What the process is started with; requests wait for this. */
  configure(options: ArchiveWorkerOptions): void {
    this.#options = options
    this.#goOn()
  }

  async request<Name extends Asked>(
    name: Name,
    body: ArchiveRequests[Name][0],
  ): Promise<ArchiveRequests[Name][1]> {
    await this.#untilRunning()
    return this.#process.request(name, body, DEADLINES[name])
  }

  /** Tells of each start, when its player listens. */
  onStart(listener: () => void): void {
    this.#startListeners.add(listener)
  }

  onProgress(listener: (progress: ArchiveNotifications['upload.progress']) => void): void {
    this.#progressListeners.add(listener)
  }

  onReport(listener: (report: ArchiveNotifications['publish.report']) => void): void {
    this.#reportListeners.add(listener)
  }

  onDone(listener: (place: ArchiveNotifications['publish.done']) => void): void {
    this.#doneListeners.add(listener)
  }

  onTestStep(listener: (id: string, step: TestStep) => void): void {
    this.#testListeners.add(listener)
  }

  /** Ends the process; what it does is refused, and goes on in the next run of the service. */
  async close(): Promise<void> {
    this.#closing = true
    this.#goOn()
    await this.#process.close()
  }

  /** @throws Refusal SERVICE_UNAVAILABLE when it cannot be started, or the service ends */
  async #untilRunning(): Promise<void> {
    for (;;) {
      if (this.#closing) throw refusal('SERVICE_UNAVAILABLE')
      if (this.#process.state === 'running') return
      if (this.#options && this.#process.state === 'stopped') await this.#start()
      else await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  async #start(): Promise<void> {
    try {
      await this.#process.start()
    } catch (error) {
      if (!this.#closing) this.#parts.logger.error({ err: error }, 'archive process could not be started')
      throw refusal('SERVICE_UNAVAILABLE', {}, { cause: error })
    }
  }

  #goOn(): void {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const resolve of waiting) resolve()
  }

  /** The port of the first start is that of each other. */
  async #begin(rpc: ArchiveRpc): Promise<void> {
    if (!this.#options) throw new Error('asked to start before the options are there')
    const { azblobEndpoint, gsEndpoint, player, origins, ownPorts } = this.#options
    const version = WORKER_PROTOCOL_VERSION
    const { host, orAny = false } = player
    const bind = async (wish: number) => {
      const request = {
        version,
        azblobEndpoint,
        gsEndpoint,
        player: { host, port: wish },
        origins: origins(),
        ownPorts: ownPorts(),
      }
      return (await rpc.request('start', request, this.#parts.timing.startMs)).playerPort
    }
    const port = await bindOrAny(bind, player.port, orAny)
    this.#options = { ...this.#options, player: { host, port } }
    this.#startListeners.tell()
  }

  #connect(worker: WorkerHandle): ArchiveRpc {
    return Rpc.connect<ArchiveRequests, Record<string, never>, Record<string, never>, ArchiveNotifications>(
      worker.process,
      {},
      {
        'upload.progress': (progress) => this.#progressListeners.tell(progress),
        'publish.report': (report) => this.#reportListeners.tell(report),
        'publish.done': (place) => this.#doneListeners.tell(place),
        'test.step': ({ id, step }) => this.#testListeners.tell(id, step),
      },
    )
  }
}
