import type { Rid } from '../../../contract/sfu-api.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import { roundTripMs } from '../../../protocol/rtcp/ntp.ts'
import type { ReportBlock, SenderReport } from '../../../protocol/rtcp/packet.ts'
import { VIDEO_PAYLOAD_TYPES } from '../../../protocol/rtp/payload-types.ts'
import type { Egress } from './egress.ts'
import type { IncomingStream } from './incoming-stream.ts'
import type { Layer } from './layer.ts'
import { chooseLayer, lower } from './layer-choice.ts'
import type { LayerWish } from './layer-choice.ts'
import type { OutgoingPacket } from './outgoing-packet.ts'
import type { PacketReceiver, Producer } from './producer.ts'
import { ResendGuard } from './resend-guard.ts'
import { beginSegment, continueSegment } from './segment.ts'
import type { LastSent, Segment } from './segment.ts'

/** Segments whose packets may still be asked for. */
const KEPT_SEGMENTS = 4

export interface ConsumerParts {
  readonly producer: Producer
  readonly ssrc: number
  /** Null for sound, which is not retransmitted. */
  readonly rtxSsrc: number | null
  readonly egress: Egress
  /** First sequence numbers, of media and of retransmissions, below 2^15 (RFC 3711 3.3.1). */
  readonly firstSequence: number
  readonly firstRtxSequence: number
}

/** One producer as one receiver gets it. */
export class Consumer implements PacketReceiver {
  readonly producer: Producer
  readonly ssrc: number
  readonly rtxSsrc: number | null
  /** Of the m-line that the receiver gets it by; nothing is sent before it answered that. */
  mid: string | null = null
  onSwitched?: (from: Rid | null, to: Rid | null) => void
  /** The SSRC as signed 32 bits, which need no memory of their own. */
  readonly #ssrcBits: number
  readonly #egress: Egress
  readonly #guard = new ResendGuard()
  #wanted: LayerWish = null
  #cap: LayerWish = null
  #isPaused = false
  #isAnswered = false
  #isReported = true
  /** What it is to get; differs from what it gets until a key frame comes. */
  #target: Layer | null = null
  #current: Segment | null = null
  /** The latest first; the current one among them. */
  #segments: readonly Segment[] = []
  readonly #last: LastSent
  #rtxSequence: number
  #packets = 0
  #octets = 0

  constructor(parts: ConsumerParts) {
    this.producer = parts.producer
    this.ssrc = parts.ssrc
    this.#ssrcBits = parts.ssrc | 0
    this.rtxSsrc = parts.rtxSsrc
    this.#egress = parts.egress
    this.#last = { sequence: parts.firstSequence - 1, timestamp: 0, picture: 0, temporal: 0, atMs: 0 }
    this.#rtxSequence = parts.firstRtxSequence
    this.producer.addReceiver(this)
  }

  /** Layer that it gets now; null without simulcast, or where it gets nothing. */
  get currentRid(): Rid | null {
    return this.#current?.stream.rid ?? null
  }

  /** @param rid layer at most; null for the best that there is */
  setWanted(rid: LayerWish): void {
    this.#wanted = rid
    this.layersChanged()
  }

  /** What congestion control allows. */
  setCap(rid: LayerWish): void {
    this.#cap = rid
    this.layersChanged()
  }

  setPaused(paused: boolean): void {
    this.#isPaused = paused
    this.layersChanged()
  }

  /** Layer that was asked for, whatever bandwidth allows; 'none' while paused. */
  get wish(): LayerWish {
    return this.#isPaused || !this.#isAnswered ? 'none' : this.#wanted
  }

  get isWanting(): boolean {
    return this.#egress.isOpen && this.wish !== 'none'
  }

  /**
   * @param answered whether the receiver has agreed to the m-line
   * @param reported whether it reports when each of its packets came
   */
  setAnswered(answered: boolean, reported: boolean): void {
    this.#isAnswered = answered
    this.#isReported = reported
    this.layersChanged()
  }

  layersChanged(): void {
    const wish = this.#egress.isOpen ? lower(this.wish, this.#cap) : 'none'
    const chosen = chooseLayer(this.producer.sources, wish)
    // Where all layers are silent, the one that it has is as good as any.
    const target = chosen ?? (wish === 'none' ? null : this.#target)
    if (target === this.#target) return
    this.#target = target
    if (target === null) this.#stop()
    else this.tick()
  }

  watches(stream: IncomingStream): boolean {
    return this.#current?.stream === stream
  }

  /** The hottest path: once for each packet and receiver. */
  take(packet: OutgoingPacket, stream: IncomingStream, nowMs: Milliseconds): void {
    let segment = this.#current
    if (segment?.stream !== stream) {
      if (!packet.isEntry || this.#target?.stream !== stream) return
      segment = this.#switch(packet, stream)
    } else if (packet.number < segment.first) return

    const sequence = packet.number + segment.sequence
    const timestamp = (packet.timestamp + segment.timestamp) | 0
    const picture = packet.picture + segment.picture
    const temporal = packet.temporal + segment.temporal
    packet.patchPicture(picture, temporal)
    const last = this.#last
    if (sequence > last.sequence) {
      last.sequence = sequence
      last.timestamp = timestamp
      last.picture = picture
      last.temporal = temporal
      last.atMs = nowMs
    }
    this.#packets += 1
    this.#octets += packet.payloadLength
    this.#guard.sent(packet.bytes.length)
    this.#egress.send(packet, sequence, timestamp, this.#ssrcBits, this.#isReported, nowMs)
  }

  /** Gets the key frame that a switch waits for: the first one may be there, others are asked for. */
  tick(): void {
    const target = this.#target
    if (target === null || (this.#current && this.#current.stream === target.stream)) return
    if (this.#segments.length === 0 && this.producer.catchUp(this, target)) return
    this.producer.requestKeyFrame(target.rid)
  }

  /** The receiver can not decode what it gets. */
  keyFrameWanted(): void {
    const rid = this.currentRid ?? this.#target?.rid
    if (this.#target !== null) this.producer.requestKeyFrame(rid)
  }

  /** Sends packets again that the receiver lacks, where they are kept and were not sent just now. */
  resend(sequenceNumbers: readonly number[], nowMs: Milliseconds): void {
    const { codec } = this.producer
    if (this.rtxSsrc === null || codec === 'OPUS') return
    const payloadType = VIDEO_PAYLOAD_TYPES[codec].rtx
    for (const number of sequenceNumbers) {
      const sequence = this.#last.sequence - ((this.#last.sequence - number) & 0xffff)
      const segment = this.#segments.find(({ first, sequence: offset }) => sequence >= first + offset)
      const packet = segment?.stream.packets.get(sequence - segment.sequence)
      if (!segment || !packet || !this.#guard.allows(sequence, packet.bytes.length, nowMs)) continue
      packet.patchPicture(packet.picture + segment.picture, packet.temporal + segment.temporal)
      const timestamp = (packet.timestamp + segment.timestamp) | 0
      this.#rtxSequence += 1
      this.#egress.resend(
        packet,
        sequence,
        { payloadType, ssrc: this.rtxSsrc, sequence: this.#rtxSequence, timestamp },
        this.#isReported,
        nowMs,
      )
    }
  }

  /** Padding needs no media beside it, as it may be what finds out that there is room for some, but a wish for it. */
  get canPad(): boolean {
    return this.rtxSsrc !== null && this.isWanting
  }

  /**
   * Sends padding as a retransmission of nothing.
   * @returns bytes sent; 0 where there are no retransmissions
   */
  pad(nowMs: Milliseconds): number {
    const { codec } = this.producer
    if (this.rtxSsrc === null || codec === 'OPUS') return 0
    this.#rtxSequence += 1
    const { timestamp } = this.#last
    const payloadType = VIDEO_PAYLOAD_TYPES[codec].rtx
    return this.#egress.pad(
      { payloadType, ssrc: this.rtxSsrc, sequence: this.#rtxSequence, timestamp },
      this.#isReported,
      nowMs,
    )
  }

  /** How the receiver gets it, for the round trip time. */
  reported(block: ReportBlock, nowMs: Milliseconds): void {
    const ntpMs = this.#ntpNow(nowMs)
    const roundTrip = ntpMs === null ? null : roundTripMs(block, ntpMs)
    if (roundTrip !== null) this.#guard.roundTripMs = roundTrip
  }

  /**
   * The sender's report of the stream that it gets, as one of the stream that it sees: the sender's clock
   * goes on, so that sound and picture fit as they did. Null before there is any.
   */
  senderReport(nowMs: Milliseconds): SenderReport | null {
    const report = this.#current?.stream.senderReport
    const ntpMs = this.#ntpNow(nowMs)
    if (!this.#current || !report || ntpMs === null || this.#packets === 0) return null
    const { clockRate } = this.#current.stream
    const elapsedTicks = Math.round(((nowMs - report.arrivedMs) * clockRate) / 1000)
    return {
      ssrc: this.ssrc,
      ntpMs,
      rtpTimestamp: (report.rtpTimestamp + elapsedTicks + this.#current.timestamp) >>> 0,
      packets: this.#packets >>> 0,
      octets: this.#octets % 2 ** 32,
    }
  }

  /** No packets of the producer come any more. */
  release(): void {
    this.producer.removeReceiver(this)
    this.#target = null
    this.#current = null
  }

  /** The sender's clock now. */
  #ntpNow(nowMs: Milliseconds): Milliseconds | null {
    const report = this.#current?.stream.senderReport
    return report ? report.ntpMs + nowMs - report.arrivedMs : null
  }

  #switch(packet: OutgoingPacket, stream: IncomingStream): Segment {
    const [before] = this.#segments
    const from = this.currentRid
    const segment = before
      ? continueSegment(before, this.#last, packet, stream)
      : beginSegment(packet, stream, this.#last.sequence + 1)
    this.#current = segment
    this.#segments = [segment, ...this.#segments.slice(0, KEPT_SEGMENTS - 1)]
    this.#tellSwitch(from)
    return segment
  }

  #stop(): void {
    const from = this.currentRid
    this.#current = null
    this.#tellSwitch(from)
  }

  #tellSwitch(from: Rid | null): void {
    const to = this.currentRid
    if (from === to) return
    if (from !== null && to !== null) this.#egress.counters.simulcastAuto.total_switched += 1
    this.onSwitched?.(from, to)
  }
}
