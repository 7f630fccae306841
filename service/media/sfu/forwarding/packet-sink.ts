/** What forwarding needs from a connection, and what it tells. */
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import type { IncomingStream } from './incoming-stream.ts'

/** Sends one RTP or RTCP packet at once; false where the transport does not take it. The bytes are copied. */
export interface PacketSink {
  send(packet: Uint8Array): boolean
}

/** Someone who gets the packets of a producer besides its consumers, such as the relay to HLS. */
export interface ProducerTap {
  /**
   * A new packet, in the order of arrival; retransmissions are unwrapped, duplicates left out, padding
   * (without payload) comes too, so that no gap is seen where none is. The view is only lent.
   * @param stream another one of the same layer where the sender has begun anew
   * @param nowMs monotonic
   */
  packet(stream: IncomingStream, packet: RtpPacketView, nowMs: number): void
  /** A sender report: NTP time in ms since 1900 of an RTP time of this stream. */
  senderReport(stream: IncomingStream, ntpMs: number, rtpTimestamp: number, nowMs: number): void
}
