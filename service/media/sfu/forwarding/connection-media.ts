import type { Rid } from '../../../contract/sfu-api.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import type { BitsPerSecond, Milliseconds } from '../../../contract/units.ts'
import { isRtcp, RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { AnsweredLine } from '../negotiation/lines.ts'
import { Consumer } from './consumer.ts'
import { Counters } from './counters.ts'
import type { CounterGroup } from './counters.ts'
import { Downlink } from './downlink.ts'
import { Egress } from './egress.ts'
import type { PacketSink } from './packet-sink.ts'
import { Producer } from './producer.ts'
import { RtcpIn } from './rtcp-in.ts'
import { RtcpOut } from './rtcp-out.ts'
import { SsrcRoutes } from './ssrc-routes.ts'
import type { Route } from './ssrc-routes.ts'

const REPORT_INTERVAL: Milliseconds = 1000

export interface ConnectionMediaParts {
  readonly connectionId: string
  readonly sink: PacketSink
  /** Monotonic. */
  readonly now: () => Milliseconds
  /** Since 1970. */
  readonly wallNow: () => Milliseconds
  /** Unsigned, 32 bits, not 0. */
  readonly random: () => number
}

/** What a connection is going to send. */
export interface ExpectedMedia {
  readonly audio: { readonly mid: string } | null
  readonly video: {
    readonly mid: string
    readonly codec: VideoCodec
    /** Simulcast layers, lowest first; null without simulcast. */
    readonly rids: readonly Rid[] | null
  } | null
}

/** All media of one connection, in both directions. */
export class ConnectionMedia {
  readonly #parts: ConnectionMediaParts
  readonly #counters = new Counters()
  readonly #downlink = new Downlink()
  readonly #egress: Egress
  readonly #out: RtcpOut
  readonly #in: RtcpIn
  readonly #view = new RtpPacketView()
  #producers: readonly Producer[] = []
  #routes = new SsrcRoutes([])
  #consumers: readonly Consumer[] = []
  #reportedMs: Milliseconds | null = null
  #lastMediaMs: Milliseconds | null = null

  constructor(parts: ConnectionMediaParts) {
    this.#parts = parts
    this.#egress = new Egress(parts.sink, this.#downlink, this.#counters)
    this.#out = new RtcpOut(parts.random(), this.#egress)
    this.#in = new RtcpIn(this.#downlink, this.#counters)
  }

  get producers(): readonly Producer[] {
    return this.#producers
  }

  /** Since it last sent a picture or sound that was new; null before the first. */
  get mediaAgeMs(): Milliseconds | null {
    return this.#lastMediaMs === null ? null : this.#parts.now() - this.#lastMediaMs
  }

  /** Makes the producers of what the connection is going to send. Once only. */
  expect({ audio, video }: ExpectedMedia): void {
    const { connectionId, now } = this.#parts
    const shared = { connectionId, now, askKeyFrame: (ssrc: number) => this.#out.askKeyFrame(ssrc) }
    this.#producers = [
      ...(audio ? [new Producer({ ...shared, ...audio, codec: 'OPUS', rids: null })] : []),
      ...(video ? [new Producer({ ...shared, ...video })] : []),
    ]
    this.#routes = new SsrcRoutes(this.#producers)
  }

  /** What the client answered to the last offer. */
  announced(lines: readonly AnsweredLine[]): void {
    this.#routes.announce(lines)
    for (const consumer of this.#consumers) {
      const line = lines.find(({ mid }) => mid === consumer.mid)
      const answered = line ? line.direction === 'recvonly' || line.direction === 'sendrecv' : false
      consumer.setAnswered(consumer.mid === null || answered, line?.reportsArrivals ?? true)
    }
  }

  /** The transport is open: everything flows from now on. */
  start(): void {
    this.#egress.isOpen = true
    for (const consumer of this.#consumers) consumer.layersChanged()
    for (const producer of this.#producers) producer.tick(this.#parts.now())
  }

  /** A packet of the client: RTP or RTCP. */
  packet(bytes: Uint8Array): void {
    const nowMs = this.#parts.now()
    if (isRtcp(bytes)) this.#in.packet(bytes, this.#routes, this.#consumers, nowMs)
    else if (this.#view.read(bytes)) this.#rtp(this.#view, nowMs)
  }

  /** Its packets flow once the client has answered its m-line (`Consumer.mid`) and the transport is open. */
  consume(producer: Producer): Consumer {
    const { random } = this.#parts
    const consumer = new Consumer({
      producer,
      ssrc: random(),
      rtxSsrc: producer.kind === 'video' ? random() : null,
      egress: this.#egress,
      firstSequence: random() & 0x7fff,
      firstRtxSequence: random() & 0x7fff,
    })
    this.#consumers = [...this.#consumers, consumer]
    return consumer
  }

  release(consumer: Consumer): void {
    this.#consumers = this.#consumers.filter((other) => other !== consumer)
    consumer.release()
  }

  /** Tells the client the most that it is to send in all; null takes a limit back. */
  limitVideo(bps: BitsPerSecond | null): void {
    this.#out.limit(bps, this.#producers)
  }

  /** Every 20 ms. */
  tick(): void {
    const nowMs = this.#parts.now()
    for (const producer of this.#producers) {
      producer.tick(nowMs)
      for (const { stream } of producer.sources) if (stream) this.#out.requestMissing(stream, nowMs)
    }
    this.#out.tellArrivals(this.#producers, nowMs)
    for (const consumer of this.#consumers) consumer.tick()
    this.#downlink.tick(this.#consumers, nowMs)
    this.#reportedMs ??= nowMs
    if (nowMs - this.#reportedMs < REPORT_INTERVAL) return
    this.#reportedMs = nowMs
    this.#report(nowMs)
  }

  /** Groups of counters of statistics. */
  counters(): Record<string, CounterGroup> {
    return this.#counters.groups()
  }

  /** Ends all streams. */
  close(): void {
    this.#out.bye(this.#consumers)
    this.#egress.isOpen = false
    for (const consumer of this.#consumers) consumer.release()
    this.#consumers = []
  }

  #rtp(view: RtpPacketView, nowMs: Milliseconds): void {
    if (view.transportSequenceNumber >= 0) this.#out.arrived(view.transportSequenceNumber, nowMs)
    const route = this.#routes.get(view.ssrc) ?? this.#routes.learn(view)
    if (!route) {
      this.#counters.receivedRtp(view, null, false)
      this.#counters.rtp.total_received_rtp_unknown += 1
      return
    }
    this.#counters.receivedRtp(view, route.layer.rid, route.isRetransmission)
    if (route.isRetransmission ? !unwrap(view, route) : view.ssrc !== route.layer.stream?.ssrc) return
    if (view.payloadType !== route.producer.payloadType) return
    const isNew = route.producer.packet(route.layer, view, route.isRetransmission, nowMs)
    if (isNew) this.#lastMediaMs = nowMs
    else this.#counters.rtp.total_received_rtp_duplicate += 1
    const { stream } = route.layer
    if (stream?.missing?.isDue(nowMs)) this.#out.requestMissing(stream, nowMs)
  }

  /** Once a second. */
  #report(nowMs: Milliseconds): void {
    for (const producer of this.#producers) producer.measure(nowMs)
    this.#downlink.allocate(this.#consumers, nowMs)
    this.#counters.network(this.#downlink.takeFractionLost())
    this.#out.report(this.#producers, this.#consumers, nowMs)
  }
}

/**
 * Makes a retransmission what it repeats (RFC 4588 4).
 * @returns false where it repeats nothing, as padding does
 */
function unwrap(view: RtpPacketView, { producer, layer }: Route): boolean {
  if (view.payloadEnd - view.payloadStart < 2 || !layer.stream) return false
  const { bytes, payloadStart } = view
  view.sequenceNumber = ((bytes[payloadStart] ?? 0) << 8) | (bytes[payloadStart + 1] ?? 0)
  view.payloadStart = payloadStart + 2
  view.ssrc = layer.stream.ssrc
  view.payloadType = producer.payloadType
  return true
}
