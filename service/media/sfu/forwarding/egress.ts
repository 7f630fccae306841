import type { Bytes, Milliseconds } from '../../../contract/units.ts'
import type { Counters, RtcpKind } from './counters.ts'
import type { OutgoingPacket } from './outgoing-packet.ts'
import { writePadding } from './padding.ts'
import type { RtxHeader } from './padding.ts'
import type { PacketSink } from './packet-sink.ts'

/** Larger packets are not sent again: none that crossed a network is. */
const MAX_PACKET: Bytes = 4096

/** Who is told of each packet that leaves, for congestion control. */
export interface SendObserver {
  /** @param transportSeq 16 bits; -1 for a packet whose arrival is never reported */
  sent(transportSeq: number, bytes: Bytes, nowMs: Milliseconds): void
}

/** Everything that leaves towards one connection. Nothing does before it is open. */
export class Egress {
  isOpen = false
  readonly counters: Counters
  readonly #sink: PacketSink
  readonly #observer: SendObserver
  readonly #scratch = new Uint8Array(MAX_PACKET)
  /** Transport-wide, over all streams whose arrivals are reported. */
  #transportSequence = 0

  constructor(sink: PacketSink, observer: SendObserver, counters: Counters) {
    this.#sink = sink
    this.#observer = observer
    this.counters = counters
  }

  /** @param isReported whether the receiver reports the arrivals of its stream */
  send(
    packet: OutgoingPacket,
    sequence: number,
    timestamp: number,
    ssrc: number,
    isReported: boolean,
    nowMs: Milliseconds,
  ): void {
    const transportSequence = this.#next(isReported)
    packet.patch(sequence, timestamp, ssrc, transportSequence)
    this.#deliver(packet.bytes, transportSequence, nowMs)
  }

  /** @param sequence number that the packet had */
  resend(
    packet: OutgoingPacket,
    sequence: number,
    rtx: RtxHeader,
    isReported: boolean,
    nowMs: Milliseconds,
  ): void {
    if (packet.bytes.length + 2 > MAX_PACKET) return
    const transportSequence = this.#next(isReported)
    packet.patch(sequence, rtx.timestamp, rtx.ssrc, transportSequence)
    const retransmission = packet.writeRetransmission(this.#scratch, rtx.payloadType, rtx.sequence)
    this.#deliver(retransmission, transportSequence, nowMs)
  }

  /** @returns bytes sent */
  pad(rtx: RtxHeader, isReported: boolean, nowMs: Milliseconds): Bytes {
    const transportSequence = this.#next(isReported)
    const padding = writePadding(this.#scratch, rtx, transportSequence, nowMs)
    this.#deliver(padding, transportSequence, nowMs)
    return padding.length
  }

  sendRtcp(bytes: Uint8Array, ...kinds: readonly RtcpKind[]): void {
    if (this.isOpen && this.#sink.send(bytes)) this.counters.sentRtcp(bytes.length, kinds)
  }

  /** The number of a packet that is about to leave; -1 for none. */
  #next(isReported: boolean): number {
    return isReported ? this.#transportSequence : -1
  }

  #deliver(bytes: Uint8Array, transportSequence: number, nowMs: Milliseconds): void {
    if (!this.#sink.send(bytes)) return
    if (transportSequence >= 0) this.#transportSequence = (transportSequence + 1) & 0xffff
    this.#observer.sent(transportSequence, bytes.length, nowMs)
    const { rtp } = this.counters
    rtp.total_sent_rtp += 1
    rtp.total_sent_rtp_byte_size += bytes.length
  }
}
