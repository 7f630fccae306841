import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type {
  ControlRequests,
  IngestNotifications,
  IngestRequests,
  ListenAddress,
} from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { Rpc } from '../../platform/rpc.ts'
import type { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import type { Topics } from '../../platform/topics.ts'
import type { BackOff } from './back-off.ts'
import { KeptProcess } from './kept-process.ts'
import type { KeptState } from './kept-process.ts'
import type { Authorize } from '../connection/authorize.ts'
import type { IngestTopics } from '../media-topics.ts'
import { LOADED_WITHIN } from './worker-handle.ts'
import type { WorkerHandle } from './worker-handle.ts'

export interface IngestOptions {
  readonly rtmp: ListenAddress
  /** Encoders may speak RTMPS on the same port. */
  readonly certificate: ServedCertificate
  readonly hlsDirectory: string
  /** Free space below which nothing is recorded; the process's own limit where it is left out. */
  readonly spoolReserveBytes?: Bytes
  /** Channels that exist now; asked at each start of the process. */
  readonly channels: () => ChannelId[]
}

export type IngestState = KeptState
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
  /** Hear what the process tells, and that it is gone. */
  readonly topics: Topics<IngestTopics>
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

export const DEFAULT_INGEST_TIMING: IngestTiming = { startMs: LOADED_WITHIN, stopMs: 8_000, exitMs: 2_000 }

/** How long the process may take to present another certificate. */
const REPLACED_WITHIN: Milliseconds = 5000

/** The ingest process. It listens on the same port after each restart. */
export class IngestWorker {
  readonly #parts: IngestWorkerParts
  readonly #process: KeptProcess<IngestRequests>
  #options: IngestOptions | null = null
  #authorize: Authorize | null = null
  #closeReason: CloseReason | null = null
  #stopFollowing: () => void = () => undefined

  constructor(parts: IngestWorkerParts) {
    this.#parts = parts
    const { host, clock, logger, backOff, timing } = parts
    this.#process = new KeptProcess<IngestRequests>({
      name: 'ingest',
      host,
      clock,
      logger,
      backOff,
      connect: (worker) => this.#connect(worker),
      begin: (rpc) => this.#listen(rpc),
      stop: (rpc) => rpc.request('stop', { reason: this.#reason('service-closed') }, timing.stopMs),
      exitMs: timing.exitMs,
      onState: parts.onStateChange,
      onGone: () => parts.topics.tell('ingest.lost', { reason: this.#reason('worker-lost') }),
    })
  }

  get state(): IngestState {
    return this.#process.state
  }

  /**
   * Starts the process and has it listen.
   * @param authorize decides about each publisher
   * @throws Error when the process cannot be started, cannot listen, or speaks another version
   */
  async start(options: IngestOptions, authorize: Authorize): Promise<IngestRequests['start'][1]> {
    this.#options = options
    this.#authorize = authorize
    this.#stopFollowing = options.certificate.onReplace((tls) => {
      // One that is not there now is given it when it starts.
      this.request('tls.replace', tls, REPLACED_WITHIN).catch(() => undefined)
    })
    await this.#process.start()
    return { rtmpPort: this.#options.rtmp.port }
  }

  /**
   * @throws Refusal SERVICE_UNAVAILABLE when the process is not there, ends or does not answer in time
   */
  request<Name extends keyof IngestRequests>(
    name: Name,
    body: IngestRequests[Name][0],
    deadlineMs: Milliseconds,
  ): Promise<IngestRequests[Name][1]> {
    return this.#process.request(name, body, deadlineMs)
  }

  /** Has the process end everything it carries, kills it when it takes too long; resolves when it is gone. */
  close(reason: CloseReason): Promise<void> {
    this.#closeReason = reason
    this.#stopFollowing()
    return this.#process.close()
  }

  #reason(otherwise: CloseReason): CloseReason {
    return this.#closeReason ?? otherwise
  }

  /** The port of the first start is that of each other. */
  async #listen(rpc: IngestRpc): Promise<void> {
    if (!this.#options) throw new Error('asked to listen before the options are there')
    const version = WORKER_PROTOCOL_VERSION
    const { rtmp, certificate, hlsDirectory, spoolReserveBytes, channels } = this.#options
    const request = {
      ...{ version, rtmp, tls: certificate.material, hlsDirectory, channels: channels() },
      ...(spoolReserveBytes !== undefined && { spoolReserveBytes }),
    }
    const { rtmpPort } = await rpc.request('start', request, this.#parts.timing.startMs)
    const { material } = certificate
    if (material !== request.tls) await rpc.request('tls.replace', material, REPLACED_WITHIN)
    this.#options = { ...this.#options, rtmp: { ...rtmp, port: rtmpPort } }
  }

  #connect(worker: WorkerHandle): IngestRpc {
    const { startTranscoder, topics, clock } = this.#parts
    const authorize = this.#authorize
    if (!authorize) throw new Error('started before anybody decides about publishers')
    return Rpc.connect<IngestRequests, ControlRequests, Record<string, never>, IngestNotifications>(
      worker.process,
      {
        'publish.authorize': (request) => authorize(request, worker),
        'transcoder.start': (request) => startTranscoder(request),
      },
      topics.listeners,
      clock,
    )
  }
}
