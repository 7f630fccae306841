import { randomBytes } from 'node:crypto'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { KeyPicture } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type {
  ControlRequests,
  IngestNotifications,
  IngestRequests,
  TlsMaterial,
} from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { ArmedRules } from '../../platform/faults/armed-rules.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Rpc } from '../../platform/rpc.ts'
import { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import { assertRoom, fillable, freeSpace } from '../faults/full-disk.ts'
import { IngestFaults, noRules } from './faults/ingest-faults.ts'
import { localDisk } from '../spool/spool-disk.ts'
import { ChannelStream } from '../hls/channel-stream.ts'
import { ConnectionStream } from '../hls/connection-stream.ts'
import { recoverStore } from '../hls/recover-store.ts'
import { SegmentStore } from '../hls/segment-store.ts'
import { startMediaLink } from '../link/media-link.ts'
import type { LinkPeer, MediaLink } from '../link/media-link.ts'
import { Handover } from '../origin/handover.ts'
import { startRtmpListener } from '../rtmp/listener.ts'
import type { PublishDecision, PublishRequest, RtmpListener } from '../rtmp/listener.ts'
import { ChannelOutput } from './channel-output.ts'
import { Publication } from './publication.ts'
import type { Sender } from './publication.ts'
import { Recordings } from './recordings.ts'
import { RelayFeed } from './relay-feed.ts'
import { RtmpFeed } from './rtmp-feed.ts'

/** The authentication webhook may take 5 s; control adds its own time. */
const AUTHORIZE_DEADLINE_MS: Milliseconds = 8000
const TRANSCODER_DEADLINE_MS: Milliseconds = 20_000
const ATTACH_DEADLINE_MS: Milliseconds = 2000
/** How long an SFU process may take to connect. */
const RELAY_DEADLINE_MS: Milliseconds = 10_000
/** The same of a process of the origin. */
const ORIGIN_DEADLINE_MS: Milliseconds = 10_000
/** Encoders interleave what they send; an SFU process says at once what a connection is going to send. */
const RTMP_PATIENCE_MS: Milliseconds = 500
const RELAY_PATIENCE_MS: Milliseconds = 0
const STATS_INTERVAL_MS: Milliseconds = 1000
/** How long levels are gathered before they are told. */
const LEVELS_MS: Milliseconds = 200
/** Files of a deleted channel stay this long for viewers that still load them. */
const DELETED_RETENTION_MS: Milliseconds = 60_000
/** How long who ends a channel, or the process, waits for what was recorded to be on disk. */
const RECORDED_MS: Milliseconds = 2000

export type ControlLink = Rpc<ControlRequests, IngestNotifications>
type StartRequest = IngestRequests['start'][0]
type RelayRequest = IngestRequests['relay.open'][0]
type Grant = Omit<RelayRequest, 'channelId'>

/** Everything that runs in the ingest process: RTMP and relayed WebRTC in, segments and playlists out. */
export class Ingest {
  readonly #control: ControlLink
  readonly #clock: Clock
  readonly #logger: Logger
  readonly #store: SegmentStore
  readonly #link: MediaLink
  readonly #recordings: Recordings
  readonly #channels = new Map<ChannelId, ChannelOutput>()
  /** Connections that an earlier process made files of. */
  readonly #recovered = new Set<ConnectionId>()
  readonly #certificate: ServedCertificate
  #listener: RtmpListener | null = null
  readonly #handover: Handover
  readonly #faults: IngestFaults
  #levelsDue = false
  #stopped: Promise<void> | null = null

  private constructor(
    control: ControlLink,
    clock: Clock,
    logger: Logger,
    store: SegmentStore,
    link: MediaLink,
    recordings: Recordings,
    handover: Handover,
    faults: IngestFaults,
    certificate: ServedCertificate,
  ) {
    this.#control = control
    this.#clock = clock
    this.#logger = logger
    this.#store = store
    this.#link = link
    this.#recordings = recordings
    this.#handover = handover
    this.#faults = faults
    this.#certificate = certificate
  }

  /**
   * Ends what an earlier process left without an end mark, then listens.
   * @throws Error with code EADDRINUSE when a port is taken
   */
  static async start(
    request: StartRequest,
    control: ControlLink,
    clock: Clock,
    logger: Logger,
    rules: ArmedRules = noRules(),
  ) {
    const recovered = await recoverStore(request.hlsDirectory, request.channels)
    const handover = new Handover()
    const store = new SegmentStore({
      ...{ directory: request.hlsDirectory, logger, follower: handover },
      ...(rules.isThere && { beforeWrite: () => assertRoom(rules) }),
    })
    const recordings = new Recordings({
      reserveBytes: request.spoolReserveBytes,
      notify: (name, body) => control.notify(name, body),
      disk: fillable(localDisk, rules),
      ...(rules.isThere && { statfs: (path: string) => freeSpace(path, rules) }),
      clock,
      logger,
    })
    const faults = new IngestFaults(rules, clock)
    const link = await startMediaLink()
    const certificate = new ServedCertificate(request.tls)
    const ingest = new Ingest(control, clock, logger, store, link, recordings, handover, faults, certificate)
    ingest.#listener = await startRtmpListener({
      ...request.rtmp,
      certificate,
      clock,
      logger,
      authorize: (publish) => ingest.#authorize(publish),
    })
    for (const { channelId, connectionId } of recovered) {
      ingest.#recovered.add(connectionId)
      ingest.#output(channelId).retire(connectionId)
    }
    clock.every(STATS_INTERVAL_MS, () => ingest.#report())
    return ingest
  }

  get ports(): IngestRequests['start'][1] {
    return { rtmpPort: this.#listener?.port ?? 0 }
  }

  /** Presents another certificate from the next encoder on. */
  replaceTls(tls: TlsMaterial): void {
    this.#certificate.replace(tls)
  }

  /**
   * Waits for an SFU process to send a WebRTC connection's media; where none comes in time, the connection
   * is closed like one whose client went.
   * @throws Error when this process is being stopped
   */
  openRelay({ channelId, ...grant }: RelayRequest): IngestRequests['relay.open'][1] {
    if (this.#stopped) throw new Error('The service is shutting down.')
    const feed = new RelayFeed()
    feed.feed(this.#publish(channelId, grant, feed, RELAY_PATIENCE_MS))
    const token = newToken()
    this.#link.accept(token, RELAY_DEADLINE_MS).then(
      (peer) => feed.start(peer),
      () => feed.close('client-lost'),
    )
    return { pipe: this.#link.path, token }
  }

  /** Waits for a process of the origin, and hands it what is written from then on. */
  attachOrigin(): IngestRequests['origin.attach'][1] {
    const token = newToken()
    this.#link.accept(token, ORIGIN_DEADLINE_MS).then(
      (peer) => this.#handover.attach(peer, this.#store.held),
      () => undefined,
    )
    return { pipe: this.#link.path, token }
  }

  async closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> {
    const output = this.#output(channelId)
    this.#channels.delete(channelId)
    await output.close(reason)
    await this.#recordings.settled(RECORDED_MS, channelId)
    output.remove(DELETED_RETENTION_MS)
  }

  /** The newest key picture of what viewers see of the channel; null while they see nothing. */
  picture(channelId: ChannelId): KeyPicture | null {
    return this.#channels.get(channelId)?.picture ?? null
  }

  closeConnection(connectionId: ConnectionId, reason: CloseReason): void {
    for (const output of this.#channels.values()) output.closeConnection(connectionId, reason)
  }

  /**
   * Closes every publisher, ends every playlist and recording and stops listening; a later call waits for
   * the same end.
   */
  stop(reason: CloseReason): Promise<void> {
    this.#stopped ??= this.#stop(reason)
    return this.#stopped
  }

  async #stop(reason: CloseReason): Promise<void> {
    await Promise.all([...this.#channels.values()].map((output) => output.close(reason)))
    await this.#listener?.close(reason)
    this.#handover.close()
    await this.#link.close()
    await this.#recordings.settled(RECORDED_MS)
  }

  async #authorize(request: PublishRequest): Promise<PublishDecision> {
    if (this.#stopped) {
      return { allow: false, reason: 'The service is shutting down.', closeReason: 'service-closed' }
    }
    const { channelId, query, remoteAddress, encoder } = request
    if (this.#faults.isAway(channelId)) return { allow: false, reason: null, closeReason: 'client-lost' }
    const decision = await this.#control.request(
      'publish.authorize',
      { channelId, query, remoteAddress, encoder },
      AUTHORIZE_DEADLINE_MS,
    )
    if (!decision.allow) return decision
    // An encoder that left while control decided is never attached, yet control counts it as connected.
    const { connectionId } = decision
    const lost = this.#clock.after(ATTACH_DEADLINE_MS, () => {
      this.#control.notify('connection.closed', { connectionId, reason: 'client-lost', receivedBytes: 0 })
      this.#recordings.abandon(decision.recordings)
    })
    return {
      allow: true,
      attach: (publisher) => {
        lost.cancel()
        const id = channelId as ChannelId
        const publication = this.#publish(id, decision, publisher, RTMP_PATIENCE_MS)
        const faults = this.#faults.of({ channelId, connectionId, systemId: decision.systemId })
        return new RtmpFeed(publication, publisher, this.#logger.child({ channelId, connectionId }), faults)
      },
    }
  }

  #publish(channelId: ChannelId, grant: Grant, sender: Sender, patience: Milliseconds): Publication {
    const { connectionId, renditions, encryption, recordings } = grant
    const logger = this.#logger.child({ channelId, connectionId })
    const output = this.#output(channelId)
    const stream = new ConnectionStream({
      channelId,
      connectionId,
      renditions,
      encryption,
      store: this.#store,
      clock: this.#clock,
      logger,
      firstNumber: this.#recovered.has(connectionId) ? this.#unusedNumber() : 0,
      taps: this.#recordings.open(channelId, recordings),
      onReady: () => this.#control.notify('playlist.ready', { connectionId }),
    })
    const publication: Publication = new Publication({
      channelId,
      connectionId,
      renditions,
      sender,
      patience,
      stream,
      connectTranscoder: () => this.#connectTranscoder(connectionId),
      diskFull: () => this.#store.diskFull,
      onSound: () => this.#gatherLevels(),
      onClosed: (reason, receivedBytes, unsupported) => {
        const told = { connectionId, reason, receivedBytes, ...(unsupported && { unsupported }) }
        this.#control.notify('connection.closed', told)
        output.closed(publication, reason)
      },
      clock: this.#clock,
      logger,
    })
    output.add(publication)
    return publication
  }

  /** More than any connection has files by now: there are less than two segments a second. */
  #unusedNumber(): number {
    return Math.floor(this.#clock.now() / 500) % 1e9
  }

  #output(channelId: ChannelId): ChannelOutput {
    const known = this.#channels.get(channelId)
    if (known) return known
    const clock = this.#clock
    const output = new ChannelOutput({
      stream: new ChannelStream({ channelId, store: this.#store, clock, logger: this.#logger }),
      clock,
      onPlaylistEnded: ({ connectionId }) => this.#control.notify('playlist.ended', { connectionId }),
    })
    this.#channels.set(channelId, output)
    return output
  }

  async #connectTranscoder(connectionId: ConnectionId): Promise<LinkPeer> {
    const token = newToken()
    const peer = this.#link.accept(token, TRANSCODER_DEADLINE_MS)
    peer.catch(() => undefined)
    const pipe = this.#link.path
    await this.#control.request('transcoder.start', { connectionId, pipe, token }, TRANSCODER_DEADLINE_MS)
    return peer
  }

  #publications(): Publication[] {
    return [...this.#channels.values()].flatMap((output) => output.publications)
  }

  #report(): void {
    const publications = this.#publications()
    for (const publication of publications) publication.checkPassthrough()
    this.#control.notify('connection.stats', { connections: publications.map((p) => p.stats()) })
  }

  /** Sound was measured somewhere. Where none is, this process is not woken for it. */
  #gatherLevels(): void {
    if (this.#levelsDue) return
    this.#levelsDue = true
    this.#clock.after(LEVELS_MS, () => this.#reportLevels())
  }

  #reportLevels(): void {
    this.#levelsDue = false
    const levels = this.#publications().flatMap(({ connectionId, content }) => {
      const peaksDb = content.takeLevels()
      return peaksDb ? [{ connectionId, peaksDb }] : []
    })
    if (levels.length > 0) this.#control.notify('sound.levels', { levels })
  }
}

/** Admits one process to the media link. */
function newToken(): string {
  return randomBytes(16).toString('hex')
}
