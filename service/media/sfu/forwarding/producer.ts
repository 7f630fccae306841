import type { Rid } from '../../../contract/sfu-api.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import { newId } from '../../../platform/ids.ts'
import {
  OPUS_CLOCK_RATE,
  OPUS_PAYLOAD_TYPE,
  VIDEO_CLOCK_RATE,
  VIDEO_PAYLOAD_TYPES,
} from '../../../protocol/rtp/payload-types.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { IncomingStream } from './incoming-stream.ts'
import { KEY_FRAME_INTERVAL, Layer } from './layer.ts'
import type { LayerState } from './layer.ts'
import type { OutgoingPacket } from './outgoing-packet.ts'
import { PICTURE_READERS } from './picture/reader.ts'
import type { PictureReader } from './picture/reader.ts'
import type { ProducerTap } from './packet-sink.ts'
import { RESTARTED } from './received-window.ts'
import type { SenderReport } from './sender-clock.ts'

/** One who gets the packets of a producer as they are sent on. */
export interface PacketReceiver {
  take(packet: OutgoingPacket, stream: IncomingStream, nowMs: Milliseconds): void
  /** Layers began or ended. */
  layersChanged(): void
  /** Whether it gets this stream now. */
  watches(stream: IncomingStream): boolean
  /** Whether it is to get anything at all. */
  readonly isWanting: boolean
}

export interface ProducerParts {
  readonly connectionId: string
  readonly codec: VideoCodec | 'OPUS'
  /** Identification of the m-line by which it comes. */
  readonly mid: string
  /** Simulcast layers, lowest first; null without simulcast. */
  readonly rids: readonly Rid[] | null
  /** Asks the sender for a key frame of the stream. */
  readonly askKeyFrame: (ssrc: number) => void
  readonly now: () => Milliseconds
  /** Track id where it has one already: packets then come from the process that made it, which fills all gaps. */
  readonly replicaOf?: string
}

/** One track that a connection sends. */
export class Producer {
  /** Track id, the same in all processes. */
  readonly id: string
  readonly connectionId: string
  readonly kind: 'audio' | 'video'
  readonly codec: VideoCodec | 'OPUS'
  readonly mid: string
  readonly rids: readonly Rid[] | null
  /** Of its packets of media. */
  readonly payloadType: number
  /**
   * Hears every new packet of sound that tells its level.
   * @param level 0 (loud) to 127 (silence), -dBov
   */
  onAudioLevel?: (level: number, voice: boolean, nowMs: Milliseconds) => void
  readonly #layers: readonly Layer[]
  readonly #parts: ProducerParts
  readonly #readPicture: PictureReader | null
  #receivers: readonly PacketReceiver[] = []
  #taps: readonly ProducerTap[] = []

  constructor(parts: ProducerParts) {
    const { codec } = parts
    this.#parts = parts
    this.id = parts.replicaOf ?? newId<string & { readonly __brand: 'TrackId' }>()
    this.connectionId = parts.connectionId
    this.codec = codec
    this.kind = codec === 'OPUS' ? 'audio' : 'video'
    this.mid = parts.mid
    this.payloadType = codec === 'OPUS' ? OPUS_PAYLOAD_TYPE : VIDEO_PAYLOAD_TYPES[codec].media
    this.rids = parts.rids
    this.#readPicture = codec === 'OPUS' ? null : PICTURE_READERS[codec]()
    const streamKind =
      codec === 'OPUS'
        ? { clockRate: OPUS_CLOCK_RATE, retransmits: false, fillsGaps: false }
        : { clockRate: VIDEO_CLOCK_RATE, retransmits: true, fillsGaps: parts.replicaOf === undefined }
    this.#layers = (parts.rids ?? [null]).map((rid) => new Layer(rid, streamKind))
  }

  /** Lowest first; one without simulcast. */
  get layers(): readonly LayerState[] {
    return this.#layers
  }

  /** The same, for those who receive them. */
  get sources(): readonly Layer[] {
    return this.#layers
  }

  /** Whether any receiver is to get it. */
  get isWanted(): boolean {
    return this.#receivers.some(({ isWanting }) => isWanting)
  }

  /** @returns the end of it */
  addTap(tap: ProducerTap): () => void {
    this.#taps = [...this.#taps, tap]
    return () => {
      this.#taps = this.#taps.filter((other) => other !== tap)
    }
  }

  addReceiver(receiver: PacketReceiver): void {
    this.#receivers = [...this.#receivers, receiver]
  }

  removeReceiver(receiver: PacketReceiver): void {
    this.#receivers = this.#receivers.filter((other) => other !== receiver)
  }

  /**
   * Asks the sender for a key frame: at once, or as soon as the last request for the layer is 300 ms old.
   * @param rid all layers where it is left out
   */
  requestKeyFrame(rid?: Rid | null): void {
    if (this.kind === 'audio') return
    for (const layer of this.#layers) {
      if (rid === undefined || rid === null || layer.rid === null || layer.rid === rid) layer.wantKeyFrame()
    }
    this.#askKeyFrames(this.#parts.now())
  }

  /**
   * Hands a key frame of the layer, and what came behind it, to one who has nothing of it yet. Only one so
   * young that its sender would make no other: the one who joins would wait, and all others get it as well.
   * @returns false where there is none
   */
  catchUp(receiver: PacketReceiver, { stream }: Layer): boolean {
    const nowMs = this.#parts.now()
    const packets = stream?.sinceEntry(nowMs - KEY_FRAME_INTERVAL) ?? []
    if (!stream || packets.length === 0) return false
    for (const packet of packets) receiver.take(packet, stream, nowMs)
    return true
  }

  /**
   * A packet of one of the layers.
   * @returns false where it came before
   */
  packet(layer: Layer, view: RtpPacketView, isRetransmission: boolean, nowMs: Milliseconds): boolean {
    let stream = layer.stream ?? layer.begin(view.ssrc)
    let extended = stream.add(view, isRetransmission, nowMs)
    if (extended === RESTARTED) {
      stream = layer.begin(view.ssrc)
      extended = stream.add(view, isRetransmission, nowMs)
    }
    if (layer.arrived(view.bytes.length, nowMs)) this.#tellLayers()
    if (extended < 0) return false
    for (const tap of this.#taps) tap.packet(stream, view, nowMs)
    if (view.payloadEnd > view.payloadStart) {
      if (view.audioLevel >= 0) this.onAudioLevel?.(view.audioLevel, view.voice, nowMs)
    } else if (stream.isNewest) {
      // Mere padding. Where it comes late its number is taken, so that receivers would miss it.
      stream.numbers.leaveOut(extended)
      return true
    }
    if (this.#receivers.length > 0) this.#forward(layer, stream, view, extended, nowMs)
    return true
  }

  senderReport(stream: IncomingStream, report: SenderReport): void {
    stream.senderReport = report
    for (const tap of this.#taps)
      tap.senderReport(stream, report.ntpMs, report.rtpTimestamp, report.arrivedMs)
  }

  /** Key frames that are due, layers that fell silent, packets that will not come. */
  tick(nowMs: Milliseconds): void {
    let changed = false
    for (const layer of this.#layers) {
      if (layer.expire(nowMs)) changed = true
      const { stream } = layer
      if (stream?.missing?.takeGivenUp() && this.#isWatched(stream)) layer.wantKeyFrame()
    }
    if (changed) this.#tellLayers()
    this.#askKeyFrames(nowMs)
  }

  /** Once a second. */
  measure(nowMs: Milliseconds): void {
    for (const layer of this.#layers) layer.measure(nowMs)
  }

  #forward(
    layer: Layer,
    stream: IncomingStream,
    view: RtpPacketView,
    extended: number,
    nowMs: Milliseconds,
  ): void {
    const number = stream.numbers.numberOf(extended)
    const packet = stream.packets.place(number, nowMs)
    packet.build(view, number, nowMs)
    if (this.#readPicture === null) packet.isEntry = stream.isNewest
    else if (this.#readPicture(packet)) {
      layer.keyFrameCame()
      packet.isEntry = stream.isNewest
      if (packet.isEntry) stream.entered(packet)
    }
    const receivers = this.#receivers
    for (let i = 0; i < receivers.length; i++) receivers[i]?.take(packet, stream, nowMs)
  }

  #askKeyFrames(nowMs: Milliseconds): void {
    for (const layer of this.#layers) {
      const ssrc = layer.takeKeyFrameRequest(nowMs)
      if (ssrc !== null) this.#parts.askKeyFrame(ssrc)
    }
  }

  #isWatched(stream: IncomingStream): boolean {
    return this.#taps.length > 0 || this.#receivers.some((receiver) => receiver.watches(stream))
  }

  #tellLayers(): void {
    for (const receiver of this.#receivers) receiver.layersChanged()
  }
}
