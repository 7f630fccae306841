import { SERVING_PARTS } from '../../contract/console/probes.ts'
import type { ServingPart } from '../../contract/console/probes.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { IngestRequests, ClockReading, PlaylistAccess } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Host } from '../../platform/host.ts'
import { ListenerSet } from '../../platform/listener-set.ts'
import type { Logger } from '../../platform/logger.ts'
import { allOrFirstError } from '../../platform/all-or-first-error.ts'
import { Topics } from '../../platform/topics.ts'
import { ArchiveWorker, DEFAULT_ARCHIVE_TIMING } from './archive-worker.ts'
import { BackOff, DEFAULT_BACK_OFF } from './back-off.ts'
import type { BackOffTiming } from './back-off.ts'
import { DEFAULT_INGEST_TIMING, IngestWorker } from './ingest-worker.ts'
import type { IngestOptions, IngestState, IngestTiming } from './ingest-worker.ts'
import { OriginWorkers } from './origin-workers.ts'
import type { OriginOptions } from './origin-workers.ts'
import type { OriginPorts } from './origin-worker.ts'
import type { Authorize } from '../connection/authorize.ts'
import type { IngestTopics } from '../media-topics.ts'
import { DEFAULT_SFU_TIMING } from './sfu-worker.ts'
import { SfuWorkers } from './sfu-workers.ts'
import { TestPictures } from './test-pictures.ts'
import { ThumbnailWorker } from './thumbnail-worker.ts'
import { Thumbnails } from './thumbnails.ts'
import { DEFAULT_TRANSCODER_TIMING, TranscoderPool } from './transcoder-pool.ts'
import type { TranscoderTiming } from './transcoder-pool.ts'

const REQUEST_DEADLINE: Milliseconds = 5_000

export type FleetOptions = IngestOptions & OriginOptions
export type FleetPorts = IngestRequests['start'][1] & OriginPorts

export interface FleetParts {
  readonly host: Host
  readonly clock: Clock
  readonly logger: Logger
  readonly backOff?: BackOffTiming
  readonly ingestTiming?: IngestTiming
  readonly transcoderTiming?: TranscoderTiming
}

/**
 * The media processes: the ingest process, those of the origin, the SFU processes, the archive process, the
 * transcoders, the test pictures and the thumbnail process.
 */
export class WorkerFleet {
  /** What the ingest process tells, and what the fleet tells about that process. */
  readonly ingest = new Topics<IngestTopics>()
  readonly sfu: SfuWorkers
  readonly archive: ArchiveWorker
  /** Small pictures of what is on air. */
  readonly thumbnails: Thumbnails
  readonly #thumbnailWorker: ThumbnailWorker
  readonly #ingestWorker: IngestWorker
  readonly #origins: OriginWorkers
  readonly #transcoders: TranscoderPool
  readonly #testPictures: TestPictures
  readonly #stateListeners: ListenerSet
  readonly #pictureListeners: ListenerSet<[ChannelId]>
  /** Channels closed while the ingest process was not there to be told. */
  readonly #toClose = new Map<ChannelId, CloseReason>()

  constructor(parts: FleetParts) {
    const { host, clock, logger, backOff = DEFAULT_BACK_OFF } = parts
    this.#stateListeners = new ListenerSet(logger, 'the ingest process')
    this.#pictureListeners = new ListenerSet(logger, 'test pictures')
    const timing = parts.transcoderTiming ?? DEFAULT_TRANSCODER_TIMING
    this.#transcoders = new TranscoderPool({ host, clock, logger, backOff, timing })
    this.#testPictures = new TestPictures(host, logger, (channelId) => this.#pictureListeners.tell(channelId))
    // A transcoder has nothing to do once its connection is over.
    this.ingest.on({
      'connection.closed': ({ connectionId }) => this.#transcoders.connectionEnded(connectionId),
      'ingest.lost': () => this.#transcoders.allConnectionsEnded(),
    })
    this.archive = new ArchiveWorker({
      ...{ host, clock, logger, backOff: new BackOff(backOff), timing: DEFAULT_ARCHIVE_TIMING },
    })
    this.sfu = new SfuWorkers({ host, clock, logger, backOff, timing: DEFAULT_SFU_TIMING })
    this.#ingestWorker = new IngestWorker({
      host,
      clock,
      logger,
      backOff: new BackOff(backOff),
      timing: parts.ingestTiming ?? DEFAULT_INGEST_TIMING,
      startTranscoder: (request) => this.#transcoders.start(request),
      topics: this.ingest,
      onStateChange: (state) => this.#ingestChanged(state),
    })
    this.#origins = new OriginWorkers({
      ...{ host, clock, logger, backOff, topics: this.ingest },
      feed: () => this.#ingestWorker.request('origin.attach', {}, REQUEST_DEADLINE),
    })
    this.#thumbnailWorker = new ThumbnailWorker({ host, clock, logger, backOff: new BackOff(backOff) })
    this.thumbnails = new Thumbnails({
      clock,
      logger,
      source: async (channelId, deadlineMs) => {
        return (await this.#ingestWorker.request('picture.source', { channelId }, deadlineMs)).picture
      },
      draw: (picture, deadlineMs) => this.#thumbnailWorker.draw(picture, deadlineMs),
    })
  }

  /**
   * Starts the ingest process and the origin.
   * @param authorize decides about each publisher
   * @returns the ports they listen on, the same after each restart
   * @throws Error when one of them cannot listen; `close` ends the other
   */
  async start(options: FleetOptions, authorize: Authorize): Promise<FleetPorts> {
    const ingest = this.#ingestWorker.start(options, async (request, run) => {
      const reply = await authorize(request, run)
      if (reply.allow) this.#testPictures.accepted(request.query, reply.connectionId)
      return reply
    })
    const [rtmp, hls] = await allOrFirstError([ingest, this.#origins.start(options, ingest)])
    return { ...rtmp, ...hls }
  }

  /** Keeps a transcoder started in advance. Called when the service is ready. */
  warmUp(): void {
    this.#transcoders.warmUp()
  }

  get ingestState(): IngestState {
    return this.#ingestWorker.state
  }

  /**
   * What serves nobody at the moment. Of several processes one is enough; those of environment 1 are not asked, for
   * they start when they are needed.
   */
  get notServing(): ServingPart[] {
    const serving = {
      ingest: this.#ingestWorker.state === 'running',
      origin: this.#origins.serve,
      sfu: this.sfu.serves(0),
    }
    return SERVING_PARTS.filter((part) => !serving[part])
  }

  /** Tells when `ingestState` changed; returns how to stop listening. */
  onIngestState(listener: () => void): () => void {
    return this.#stateListeners.add(listener)
  }

  /**
   * Ends the channel's broadcasts and playlists, and its test picture. While the ingest process is away
   * nothing of the channel runs; the fleet tells it when it is back.
   * @throws Refusal SERVICE_UNAVAILABLE when the process does not answer in time
   */
  async closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> {
    const picture = this.#testPictures.stop(channelId)
    try {
      await this.#ingestWorker.request('channel.close', { channelId, reason }, REQUEST_DEADLINE)
    } catch (error) {
      if (this.#ingestWorker.state === 'running') throw error
      this.#toClose.set(channelId, reason)
    } finally {
      await picture
    }
  }

  /**
   * Has the ingest process make playlists of a WebRTC connection.
   * @throws Refusal SERVICE_UNAVAILABLE
   */
  openRelay(request: IngestRequests['relay.open'][0]): Promise<IngestRequests['relay.open'][1]> {
    return this.#ingestWorker.request('relay.open', request, REQUEST_DEADLINE)
  }

  /** @throws Refusal SERVICE_UNAVAILABLE */
  async closeConnection(connectionId: ConnectionId, reason: CloseReason): Promise<void> {
    await this.#ingestWorker.request('connection.close', { connectionId, reason }, REQUEST_DEADLINE)
  }

  /** Tells the origin who may load a channel's playlists. One that starts is told of all. */
  setPlaylistAccess(access: PlaylistAccess): void {
    this.#origins.setPlaylistAccess(access)
  }

  /** Tells the origin by which clock addresses of playlists end. */
  setPlaylistClock(reading: ClockReading): void {
    this.#origins.setPlaylistClock(reading)
  }

  /**
   * Puts the test picture on air; does nothing where it is already.
   * @throws Refusal TEST_PICTURE_REFUSED, TEST_PICTURE_FAILED, SERVICE_UNAVAILABLE
   */
  startTestPicture(channelId: ChannelId, url: string): Promise<void> {
    return this.#testPictures.start(channelId, url)
  }

  /** Takes the test picture off air at once: an operator ends its connection. */
  async stopTestPicture(channelId: ChannelId): Promise<void> {
    const connectionId = this.#testPictures.connectionOf(channelId)
    // Without an ingest process it is off air already.
    if (connectionId) await this.closeConnection(connectionId, 'operator-closed').catch(() => undefined)
    await this.#testPictures.stop(channelId)
  }

  /** Whether an encoder is a test picture of ours. @param query of its publishing address */
  isTestPicture(query: string): boolean {
    return this.#testPictures.isOne(query)
  }

  testPictureRunning(channelId: ChannelId): boolean {
    return this.#testPictures.running(channelId)
  }

  /** Processes that work for this channel alone: its test picture, and transcoders of these connections. */
  processesOf(channelId: ChannelId, connectionIds: readonly ConnectionId[]): readonly number[] {
    const picture = this.#testPictures.processOf(channelId)
    const transcoders = connectionIds.flatMap((id) => this.#transcoders.processesOf(id))
    return picture === null ? transcoders : [picture, ...transcoders]
  }

  /** Process id of the transcoder that waits for a connection; null while none does. */
  get spareProcess(): number | null {
    return this.#transcoders.spareProcess
  }

  /** Tells which channel's test picture started or ended; returns how to stop listening. */
  onTestPicture(listener: (channelId: ChannelId) => void): () => void {
    return this.#pictureListeners.add(listener)
  }

  /** Ends everything, broadcasts and their recordings first; resolves when no process is left. */
  async close(reason: CloseReason = 'service-closed'): Promise<void> {
    await this.#ingestWorker.close(reason)
    await Promise.all([
      this.#origins.close(),
      this.#transcoders.close(),
      this.#testPictures.close(),
      this.sfu.close(),
      this.archive.close(),
      this.#thumbnailWorker.close(),
    ])
  }

  #ingestChanged(state: IngestState): void {
    if (state === 'running') {
      for (const [channelId, reason] of this.#toClose)
        void this.closeChannel(channelId, reason).catch(() => undefined)
      this.#toClose.clear()
      this.#origins.ingestRunning()
      this.ingest.tell('ingest.running', {})
    }
    this.#stateListeners.tell()
  }
}
