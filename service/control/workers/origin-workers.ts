import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import type { OriginRequests, OriginTls } from '../../contract/origin-worker.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { WORKER_PROTOCOL_VERSION } from '../../contract/worker-protocol.ts'
import type {
  ClockReading,
  ListenAddress,
  PlaylistAccess,
  PlaylistGate,
} from '../../contract/worker-protocol.ts'
import { Audience } from '../../platform/audience/audience.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import type { Logger } from '../../platform/logger.ts'
import { canSharePorts } from '../../platform/net/shared-ports.ts'
import type { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import type { Topics } from '../../platform/topics.ts'
import { BackOff } from './back-off.ts'
import type { BackOffTiming } from './back-off.ts'
import { OriginWorker } from './origin-worker.ts'
import type { OriginPorts } from './origin-worker.ts'
import type { IngestTopics } from '../media-topics.ts'

export interface OriginOptions {
  readonly https: ListenAddress
  readonly http: ListenAddress
  readonly certificate: ServedCertificate
  /** True: other computers have to speak TLS with `http` too. */
  readonly protectHttp?: boolean
  /** Names of this computer besides those of its addresses, by which files may be asked for. */
  readonly names?: readonly string[]
  /** Where ingest keeps segments and playlists. */
  readonly hlsDirectory: string
  /** Who may load playlists; asked at each start of a process. */
  readonly gate: () => PlaylistGate
  /** As many as this computer has use for where it is left out; one where ports cannot be shared. */
  readonly originProcesses?: number
  /** What each keeps in memory of what is on air. */
  readonly originMemoryBytes?: Bytes
}

export interface OriginWorkersParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff: BackOffTiming
  /** Told once a second who watches. */
  readonly topics: Pick<Topics<IngestTopics>, 'tell'>
  /** Has ingest wait for one more process. @throws Error while ingest is not there */
  readonly feed: () => Promise<OriginRequests['attach'][0]>
}

const STATS_EVERY: Milliseconds = 1000
/** Sessions are resumed for as long as they are sealed alike. */
const SEAL_EVERY: Milliseconds = 12 * 3_600_000
const TICKET_KEY_BYTES: Bytes = 48
const DEFAULT_ORIGIN_MEMORY: Bytes = 16 * 1024 * 1024

/**
 * One for two cores, as the rest is for what makes the media, and at most four: each has its own copy of what is on
 * air, and four fill a line of 10 Gbit/s.
 */
export const usualOriginProcesses = (cores = availableParallelism()): number =>
  Math.min(4, Math.max(1, Math.floor(cores / 2)))

/** The processes of the HLS origin. They share their ports; while one is started again the others serve. */
export class OriginWorkers {
  readonly #parts: OriginWorkersParts
  readonly #audience: Audience
  #options: OriginOptions | null = null
  #ingest: Promise<unknown> = Promise.resolve()
  #shared = false
  #workers: readonly OriginWorker[] = []
  #timers: readonly Timer[] = []
  #stopFollowing: () => void = () => undefined
  #ticketKeys = randomBytes(TICKET_KEY_BYTES)

  constructor(parts: OriginWorkersParts) {
    this.#parts = parts
    this.#audience = new Audience()
  }

  /**
   * Starts them; resolves when the first one listens.
   * @param ingest what listening waits for: the disk is in order then
   * @throws Error when that fails, or the first one cannot be started or cannot listen
   */
  async start(options: OriginOptions, ingest: Promise<unknown>): Promise<OriginPorts> {
    this.#options = options
    this.#ingest = ingest
    const { clock, topics } = this.#parts
    const wanted = options.originProcesses ?? usualOriginProcesses()
    this.#shared = wanted > 1 && (await canSharePorts())
    this.#workers = Array.from({ length: this.#shared ? wanted : 1 }, () => this.#worker())
    this.#timers = [
      clock.every(STATS_EVERY, () => topics.tell('viewers.stats', this.#audience.take())),
      clock.every(SEAL_EVERY, () => this.#sealAnew()),
    ]
    this.#stopFollowing = options.certificate.onReplace(() => this.#sealAnew())
    const [first, ...others] = this.#workers
    if (!first) throw new Error('no process was asked for')
    const ports = await first.start()
    const { http, https } = options
    this.#options = {
      ...options,
      http: { ...http, port: ports.httpPort },
      https: { ...https, port: ports.httpsPort },
    }
    for (const worker of others) this.#join(worker)
    return ports
  }

  /** Whether viewers are answered, by whichever of them. */
  get serve(): boolean {
    return this.#workers.some(({ listens }) => listens)
  }

  setPlaylistAccess(access: PlaylistAccess): void {
    for (const worker of this.#workers) worker.tell('playlists.access', access)
  }

  setPlaylistClock(reading: ClockReading): void {
    for (const worker of this.#workers) worker.tell('playlists.clock', reading)
  }

  /** Ingest is at work, for the first time or again. */
  ingestRunning(): void {
    for (const worker of this.#workers) worker.attach()
  }

  /** Ends all; resolves when they are gone. */
  async close(): Promise<void> {
    for (const timer of this.#timers) timer.cancel()
    this.#stopFollowing()
    await Promise.all(this.#workers.map((worker) => worker.close()))
  }

  #worker(): OriginWorker {
    const { backOff, host, clock, logger, feed } = this.#parts
    return new OriginWorker({
      ...{ host, clock, logger, feed, backOff: new BackOff(backOff) },
      request: () => this.#request(),
      onAttendance: (attendance) => this.#audience.add(attendance),
    })
  }

  /** One more, which others do not wait for. */
  #join(worker: OriginWorker): void {
    worker.start().catch((error: unknown) => {
      this.#parts.logger.error({ err: error }, 'one more process of the origin could not be started')
    })
  }

  async #request(): Promise<OriginRequests['start'][0]> {
    await this.#ingest
    if (!this.#options) throw new Error('asked to listen before the options are there')
    const { http, https, protectHttp, names, hlsDirectory, gate, originMemoryBytes } = this.#options
    const isFirst = !this.#workers.some(({ listens }) => listens)
    return {
      ...this.#tls(),
      ...{ version: WORKER_PROTOCOL_VERSION, http, https, hlsDirectory, gate: gate() },
      share: !this.#shared ? 'alone' : isFirst ? 'first' : 'join',
      memoryBytes: originMemoryBytes ?? DEFAULT_ORIGIN_MEMORY,
      ...(protectHttp !== undefined && { protectHttp }),
      ...(names !== undefined && { names }),
    }
  }

  /** Who comes back after that is shown the certificate that is served now. */
  #sealAnew(): void {
    this.#ticketKeys = randomBytes(TICKET_KEY_BYTES)
    for (const worker of this.#workers) worker.tell('tls.replace', this.#tls())
  }

  #tls(): OriginTls {
    if (!this.#options) throw new Error('asked for a certificate before it is there')
    return { tls: this.#options.certificate.material, ticketKeys: this.#ticketKeys }
  }
}
