import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { ConnectionStream } from '../hls/connection-stream.ts'
import type { LinkPeer } from '../link/media-link.ts'
import type { PublisherSink, RtmpPublisher } from '../rtmp/listener.ts'
import { Backlog } from './backlog.ts'
import { Incoming } from './incoming.ts'
import { Outlet } from './outlet.ts'
import { PassedTrack } from './passed-track.ts'
import { videoStillHolds } from './passthrough.ts'
import { mayPass, routeRenditions } from './routes.ts'
import type { Measurements, Routing } from './routes.ts'
import type { Source, SourceUnit } from './source.ts'
import { Transcoding } from './transcoding.ts'

export interface PublicationOptions {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly renditions: readonly RenditionPlan[]
  readonly publisher: RtmpPublisher
  readonly stream: ConnectionStream
  connectTranscoder(): Promise<LinkPeer>
  /** True while segments can't be written to disk. */
  diskFull(): boolean
  /** The publisher is gone; called once, before its last media is packaged. */
  onClosed(reason: CloseReason, receivedBytes: number): void
  readonly clock: Clock
  readonly logger: Logger
}

/** One publisher on air: takes its messages, decides what is transcoded, and feeds the packager. */
export class Publication implements PublisherSink {
  readonly channelId: ChannelId
  readonly connectionId: ConnectionId
  readonly stream: ConnectionStream
  readonly #options: PublicationOptions
  readonly #incoming: Incoming
  readonly #backlog = new Backlog()
  readonly #transcoding: Transcoding
  #outlets: Outlet[] = []
  #routing: Routing | null = null
  #passed: { video: PassedTrack | null; audio: PassedTrack | null } = { video: null, audio: null }
  #deciding = false
  #lastMediaAt: EpochMilliseconds
  #closed = false
  readonly #drained = Promise.withResolvers<undefined>()

  constructor(options: PublicationOptions) {
    this.#options = options
    this.channelId = options.channelId
    this.connectionId = options.connectionId
    this.stream = options.stream
    this.#lastMediaAt = options.clock.now()
    this.#incoming = new Incoming({
      onSource: (source) => this.#onSource(source),
      onReconfigured: (kind, source) => this.#onReconfigured(kind, source),
      onUnit: (unit) => this.#onUnit(unit),
      onUnsupported: (kind, codec) => this.#onUnsupported(kind, codec),
    })
    this.#transcoding = new Transcoding({
      connect: () => options.connectTranscoder(),
      backlog: () => this.#backlog.units,
      onConsuming: (consuming) => (this.#backlog.consumed = consuming),
      onTrack: (kind, output, track) => this.#eachFedBy(kind, output, (outlet) => outlet.track(track)),
      onUnit: (kind, output, unit) => this.#eachFedBy(kind, output, (outlet) => outlet.unit(kind, unit)),
      onRestart: () => this.#reopen(),
      onGivenUp: () => options.publisher.close('media-failed'),
      clock: options.clock,
      logger: options.logger,
    })
  }

  /** Resolves when the publisher is gone and all its media is packaged. */
  get drained(): Promise<undefined> {
    return this.#drained.promise
  }

  message(type: 8 | 9 | 18, timestampMs: number, payload: Buffer): void {
    if (this.#closed) return
    this.#lastMediaAt = this.#options.clock.now()
    try {
      this.#incoming.message(type, timestampMs, payload)
    } catch (error) {
      this.#options.logger.info({ error: String(error) }, 'media that cannot be read')
      this.#options.publisher.close('protocol-error', error instanceof Error ? error.message : undefined)
    }
  }

  closed(reason: CloseReason, receivedBytes: number): void {
    if (this.#closed) return
    this.#closed = true
    this.#options.onClosed(reason, receivedBytes)
    void this.#drain()
  }

  close(reason: CloseReason): void {
    this.#options.publisher.close(reason)
  }

  /** What is measured of the publisher now. */
  stats(): ConnectionStats {
    const { video, audio } = this.#incoming.source
    const meters = this.#incoming.meters
    return {
      connectionId: this.connectionId,
      receivedBytes: this.#options.publisher.receivedBytes(),
      lastMediaAt: this.#lastMediaAt,
      video: video && {
        width: video.track.width,
        height: video.track.height,
        frameRate: meters.video.frameRate,
        bitRateBps: meters.video.bitRateBps,
        keyFrameIntervalSeconds: meters.video.gopSeconds ?? 0,
        profile: video.profile,
      },
      audio: audio && {
        sampleRate: audio.track.sampleRate,
        channels: audio.track.channels,
        bitRateBps: meters.audio.bitRateBps,
      },
      transcoderRestarts: this.#transcoding.restarts,
      passthrough: this.#routing !== null && this.#routing.plan === null,
      segments: this.stream.segmentCount,
      diskFull: this.#options.diskFull(),
    }
  }

  /** Transcodes what was passed through and no longer keeps the rendition's promises. */
  checkPassthrough(): void {
    const { renditions } = this.#options
    const routing = this.#routing
    if (this.#closed || !routing || this.#deciding) return
    const measured = this.#measure()
    const alone = routing.routes.every((r) => r.video?.from !== 'transcoder')
    const broken = routing.routes.some((route, i) => {
      const target = renditions[i]?.video
      return route.video?.from === 'source' && target && !videoStillHolds(measured.video, target, !alone)
    })
    if (broken) this.#route(null)
  }

  #onSource(source: Source): void {
    this.#options.logger.info(
      { video: source.video?.track.width, audio: source.audio?.track.sampleRate },
      'source known',
    )
    if (this.#routing) this.#route(null)
    else if (mayPass(this.#options.renditions, source)) this.#deciding = true
    else this.#route(null)
  }

  #onReconfigured(kind: 'video' | 'audio', source: Source): void {
    const passes = this.#routing?.routes.some((route) => route[kind]?.from === 'source')
    if (this.#deciding || passes) this.#route(null)
    else this.#transcoding.configure(kind, source[kind]?.track.decoderConfig ?? new Uint8Array())
  }

  #onUnsupported(kind: 'video' | 'audio', codec: string): void {
    if (!this.#options.renditions.some((r) => r[kind] !== null)) return
    const wanted = kind === 'video' ? 'H.264' : 'AAC'
    const text = `The encoder sends ${codec} ${kind}. Set it to ${wanted}.`
    this.#options.publisher.close('unsupported-codec', text)
  }

  #onUnit(unit: SourceUnit): void {
    this.#backlog.add(unit)
    if (this.#deciding) {
      this.#decide(unit)
      return
    }
    this.#transcoding.push(unit)
    this.#pass(unit)
  }

  /** Waits for one whole group of pictures, measures it, and settles what is passed through. */
  #decide(unit: SourceUnit): void {
    const longest = Math.max(...this.#options.renditions.map((r) => r.segmentSeconds))
    const complete =
      unit.kind === 'video' && unit.key && unit.dts > 0 && this.#incoming.meters.video.gopSeconds !== null
    if (complete) this.#route(this.#measure())
    else if (unit.dts / 1000 > longest * 1.1) this.#route(null)
  }

  #measure(): Measurements {
    const { video, audio } = this.#incoming.meters
    return {
      video: { frameRate: video.frameRate, bitRateBps: video.bitRateBps, gopSeconds: video.gopSeconds },
      audioBitRateBps: audio.bitRateBps,
    }
  }

  /** Settles the routes anew and starts what they need; the backlog is handed to it first. */
  #route(measured: Measurements | null): void {
    const source = this.#incoming.source
    const first = this.#routing === null
    this.#deciding = false
    const routing = routeRenditions(this.#options.renditions, source, measured)
    this.#routing = routing
    this.#options.logger.info({ routes: routing.routes }, 'routes')
    if (first) {
      this.#outlets = routing.routes.map((route, i) => new Outlet(this.stream, i, route))
    } else this.#reopen()
    this.#startPassing(source, routing)
    this.#transcoding.run(routing.plan)
    if (first) for (const unit of this.#backlog.units) this.#pass(unit)
    if (!routing.plan) this.#backlog.consumed = true
  }

  #startPassing(source: Source, routing: Routing): void {
    const passes = (kind: 'video' | 'audio') => routing.routes.some((r) => r[kind]?.from === 'source')
    this.#passed = {
      video: source.video && passes('video') ? new PassedTrack(source.video.track) : null,
      audio: source.audio && passes('audio') ? new PassedTrack(source.audio.track) : null,
    }
    for (const kind of ['video', 'audio'] as const) {
      const passed = this.#passed[kind]
      if (passed) this.#eachPassing(kind, (outlet) => outlet.track(passed.track))
    }
  }

  #pass(unit: SourceUnit): void {
    const passed = this.#passed[unit.kind]
    if (!passed) return
    for (const one of passed.push(unit)) this.#eachPassing(unit.kind, (outlet) => outlet.unit(unit.kind, one))
  }

  /** Each rendition starts again, after a discontinuity, when its tracks are known. */
  #reopen(): void {
    const routing = this.#routing
    if (!routing) return
    this.#outlets.forEach((outlet, i) => {
      const route = routing.routes[i]
      if (route) outlet.restart(route)
    })
    for (const kind of ['video', 'audio'] as const) {
      const passed = this.#passed[kind]
      if (passed) this.#eachPassing(kind, (outlet) => outlet.track(passed.track))
    }
  }

  async #drain(): Promise<void> {
    // A broadcast that ended before its first group of pictures did is still shown.
    if (this.#deciding) this.#route(this.#measure())
    await this.#transcoding.end()
    for (const kind of ['video', 'audio'] as const) {
      for (const unit of this.#passed[kind]?.flush() ?? []) {
        this.#eachPassing(kind, (outlet) => outlet.unit(kind, unit))
      }
    }
    this.stream.flush()
    this.#drained.resolve(undefined)
  }

  #eachFedBy(kind: 'video' | 'audio', output: number, run: (outlet: Outlet) => void): void {
    this.#routing?.routes.forEach((route, i) => {
      const feed = route[kind]
      const outlet = this.#outlets[i]
      if (feed?.from === 'transcoder' && feed.output === output && outlet) run(outlet)
    })
  }

  #eachPassing(kind: 'video' | 'audio', run: (outlet: Outlet) => void): void {
    this.#routing?.routes.forEach((route, i) => {
      const outlet = this.#outlets[i]
      if (route[kind]?.from === 'source' && outlet) run(outlet)
    })
  }
}
