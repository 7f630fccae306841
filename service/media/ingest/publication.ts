import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { RenditionPlan, SourceVideoCodec } from '../../contract/media.ts'
import type { ConnectionStats, UnsupportedCodec } from '../../contract/worker-protocol.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ConnectionStream } from '../hls/connection-stream.ts'
import type { LinkPeer } from '../link/media-link.ts'
import { Arrival } from './arrival.ts'
import { Backlog } from './backlog.ts'
import { Content } from './content.ts'
import { videoStillHolds } from './passthrough.ts'
import { RenditionFeeds } from './rendition-feeds.ts'
import { mayPass, routeRenditions } from './routes.ts'
import type { Measurements } from './routes.ts'
import type { Kind, Source, SourceUnit } from './source.ts'
import { Transcoding } from './transcoding.ts'

/** Names of codecs as operators know them. */
const CODEC_NAMES: Readonly<Record<SourceVideoCodec, string>> = {
  h264: 'H.264',
  vp8: 'VP8',
  vp9: 'VP9',
  av1: 'AV1',
}

/** Media since the last key frame that is kept for another transcoder. */
const KEPT_MS: Milliseconds = 30_000
const KEPT_WHERE_KEYS_CAN_BE_ASKED_MS: Milliseconds = 5_000

/** How long the last frames of a transcoder may pause. */
const DRAIN_MS: Milliseconds = 15_000
/** The same where another one follows: viewers of what passed through wait meanwhile. */
const TAKE_OVER_MS: Milliseconds = 3_000

/** Who sends what is published: an RTMP publisher, or the SFU for a WebRTC client. */
export interface Sender {
  /** Ends it; the publication is then told that it is `closed`. */
  close(reason: CloseReason, text?: string): void
  /** Bytes of it so far. */
  receivedBytes(): number
  /** Asks for a key frame, where its protocol has a way to. */
  requestKeyFrame?(): void
}

export interface PublicationOptions {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly renditions: readonly RenditionPlan[]
  readonly sender: Sender
  /** A kind that has not shown itself after this much media is taken as not sent. */
  readonly patience: Milliseconds
  readonly stream: ConnectionStream
  connectTranscoder(): Promise<LinkPeer>
  /** True while segments can't be written to disk. */
  diskFull(): boolean
  /** Levels are there to be taken of its content. */
  onSound(): void
  /** The publisher is gone; called once, before its last media is packaged. */
  onClosed(reason: CloseReason, receivedBytes: number, unsupported?: UnsupportedCodec): void
  readonly clock: Clock
  readonly logger: Logger
}

/** One publisher on air: decides what of its media is transcoded, and feeds the packager. */
export class Publication {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly stream: ConnectionStream
  /** Takes what the publisher sends. */
  readonly arrival: Arrival
  /** What is known of what viewers hear and see. */
  readonly content: Content
  readonly #options: PublicationOptions
  readonly #backlog: Backlog
  readonly #transcoding: Transcoding
  readonly #feeds: RenditionFeeds
  #deciding = false
  /** Settles when another transcoder makes everything; what comes meanwhile waits in the backlog. */
  #takingOver: Promise<void> | null = null
  #closed = false
  readonly #drained = Promise.withResolvers<undefined>()

  constructor(options: PublicationOptions) {
    this.#options = options
    this.channelId = options.channelId
    this.connectionId = options.connectionId
    this.stream = options.stream
    this.content = new Content(options.clock)
    this.#feeds = new RenditionFeeds(options.stream)
    const canAsk = options.sender.requestKeyFrame !== undefined
    this.#backlog = new Backlog(
      canAsk ? KEPT_WHERE_KEYS_CAN_BE_ASKED_MS : KEPT_MS,
      () => this.#feeds.packagedUntil * 1000,
    )
    const listener = {
      onSource: (source: Source) => this.#onSource(source),
      onReconfigured: (kind: Kind) => this.#onReconfigured(kind),
      onUnit: (unit: SourceUnit, at: EpochMilliseconds) => {
        this.stream.arrivals.arrived(unit.pts, at)
        this.#onUnit(unit)
      },
      onJump: () => this.stream.arrivals.jumped(),
    }
    this.arrival = new Arrival(listener, options.clock, options.patience)
    this.#transcoding = new Transcoding({
      connect: () => options.connectTranscoder(),
      backlog: () => this.#backlog.units,
      from: () => this.#feeds.resumeAt,
      onConsuming: (consuming) => (this.#backlog.consumed = consuming),
      onTrack: (kind, output, track) => this.#feeds.track(kind, output, track),
      onUnit: (kind, output, unit) => this.#feeds.unit(kind, output, unit),
      onMeasured: (frame) => {
        if (frame.type !== 'sound-measured') return this.content.pictureMeasured(frame.measured)
        this.content.soundMeasured(frame.measured)
        options.onSound()
      },
      onRestart: () => this.#restarted(),
      onGivenUp: () => options.sender.close('media-failed'),
      onKeyWanted: () => options.sender.requestKeyFrame?.(),
      clock: options.clock,
      logger: options.logger,
    })
  }

  /** Resolves when the publisher is gone and all its media is packaged. */
  get drained(): Promise<undefined> {
    return this.#drained.promise
  }

  /**
   * How much later its media may come without anybody noticing, ms: a part of a segment where it is only packaged, and
   * none where it is transcoded or viewers are close behind.
   */
  get mayWait(): Milliseconds {
    const { renditions } = this.#options
    if (this.#feeds.routing?.plan !== null || renditions.some(({ lowLatency }) => lowLatency)) return 0
    return Math.min(...renditions.map(({ segmentSeconds }) => segmentSeconds * 50))
  }

  /** True where a rendition asks for the kind. */
  wants(kind: Kind): boolean {
    return this.#options.renditions.some((rendition) => rendition[kind] !== null)
  }

  /** The publisher is gone. */
  closed(reason: CloseReason, receivedBytes: number, unsupported?: UnsupportedCodec): void {
    if (this.#closed) return
    this.#closed = true
    this.#options.onClosed(reason, receivedBytes, unsupported)
    // Nothing is shown of an encoder that is refused for what it sends before anything was known of it.
    if (reason !== 'unsupported-codec' && reason !== 'protocol-error') this.arrival.end()
    void this.#drain()
  }

  close(reason: CloseReason): void {
    this.#options.sender.close(reason)
  }

  /** What is measured of the publisher now. */
  stats(): ConnectionStats {
    const { meters, lastMediaAt, totals, announced, soundBehindMs } = this.arrival
    const { audio } = announced
    const video = announced.video?.width ? announced.video : null
    return {
      connectionId: this.connectionId,
      receivedBytes: this.#options.sender.receivedBytes(),
      lastMediaAt,
      arrived: totals,
      video: video && {
        width: video.width,
        height: video.height,
        frameRate: meters.video.frameRate,
        nominalFrameRate: video.nominalFrameRate ?? null,
        bitRateBps: meters.video.bitRateBps,
        keyFrameIntervalSeconds: meters.video.gopSeconds ?? 0,
        profile: video.passable?.profile ?? CODEC_NAMES[video.codec],
      },
      audio: audio && {
        sampleRate: audio.sampleRate,
        channels: audio.channels,
        bitRateBps: meters.audio.bitRateBps,
      },
      sound: this.content.sound,
      picture: this.content.picture,
      transcoderRestarts: this.#transcoding.restarts,
      passthrough: this.#feeds.routing?.plan === null,
      segments: this.stream.segmentCount,
      listed: this.stream.listedLate,
      diskFull: this.#options.diskFull(),
      soundBehindMs,
      transcodingBehindMs: this.#transcoding.behindMs,
    }
  }

  /** Transcodes what was passed through and no longer keeps the rendition's promises. */
  checkPassthrough(): void {
    const { renditions } = this.#options
    const { routing } = this.#feeds
    if (this.#closed || !routing || this.#deciding) return
    const measured = this.#measure()
    const alone = routing.routes.every((r) => r.video?.from !== 'transcoder')
    const broken = routing.routes.some((route, i) => {
      const target = renditions[i]?.video
      return route.video?.from === 'source' && target && !videoStillHolds(measured.video, target, !alone)
    })
    if (broken) this.#transcodeAll()
  }

  #onSource(source: Source): void {
    this.#options.logger.info(
      { video: source.video?.codec, width: source.video?.width, audio: source.audio?.codec },
      'source known',
    )
    if (this.#feeds.routing) this.#transcodeAll()
    else if (mayPass(this.#options.renditions, source)) this.#deciding = true
    else this.#route(null)
  }

  /** Units take their configuration to a transcoder; what is passed through has it in its track. */
  #onReconfigured(kind: Kind): void {
    const passes = this.#feeds.routing?.routes.some((route) => route[kind]?.from === 'source')
    if (this.#deciding || passes) this.#transcodeAll()
  }

  #onUnit(unit: SourceUnit): void {
    this.#backlog.add(unit)
    if (this.#deciding) {
      this.#decide(unit)
      return
    }
    if (this.#takingOver) return
    this.#transcoding.push(unit)
    this.#feeds.pass(unit)
  }

  /** Waits for one whole group of pictures, measures it, and settles what is passed through. */
  #decide(unit: SourceUnit): void {
    const longest = Math.max(...this.#options.renditions.map((r) => r.segmentSeconds))
    const complete =
      unit.kind === 'video' && unit.key && unit.dts > 0 && this.arrival.meters.video.gopSeconds !== null
    if (complete) this.#route(this.#measure())
    else if (unit.dts / 1000 > longest * 1.1) this.#route(null)
  }

  #measure(): Measurements {
    const { hasOpenGroups, meters } = this.arrival
    const { frameRate, bitRateBps, gopSeconds } = meters.video
    return {
      video: { frameRate, bitRateBps, gopSeconds, hasOpenGroups },
      audioBitRateBps: meters.audio.bitRateBps,
    }
  }

  /**
   * Transcodes everything from now on. What passes is further than what is transcoded, and all go on at one date:
   * what is transcoded is waited for, or pictures in between would be lost.
   */
  #transcodeAll(): void {
    if (this.#takingOver) return
    if (!this.#feeds.passes || !this.#feeds.routing?.plan) return this.#route(null)
    this.#backlog.consumed = false
    this.#takingOver = this.#deliverAll(TAKE_OVER_MS).then(() => {
      this.#takingOver = null
      this.#route(null)
    })
  }

  /** Settles the routes anew and starts what they need; the backlog is handed to it first. */
  #route(measured: Measurements | null): void {
    const { source } = this.arrival
    this.#deciding = false
    const routing = routeRenditions(this.#options.renditions, source, measured)
    // What goes on being decoded is told of again at once.
    this.content.forget()
    this.#options.logger.info({ routes: routing.routes }, 'routes')
    this.#feeds.route(routing, source, this.#backlog.units)
    this.#transcoding.run(routing.plan)
    if (!routing.plan) this.#backlog.consumed = true
  }

  #restarted(): void {
    this.content.forget()
    this.#feeds.restart(this.arrival.source, this.#backlog.units)
  }

  async #drain(): Promise<void> {
    if (this.#takingOver) await this.#takingOver
    // A broadcast that ended before its first group of pictures did is still shown.
    if (this.#deciding) this.#route(this.#measure())
    await this.#deliverAll(DRAIN_MS)
    this.stream.flush()
    this.#drained.resolve(undefined)
  }

  /** Has what came so far packaged. */
  async #deliverAll(pause: Milliseconds): Promise<void> {
    await this.#transcoding.end(pause)
    this.#feeds.flush()
  }
}
