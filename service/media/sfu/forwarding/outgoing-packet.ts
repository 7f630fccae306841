import type { Milliseconds } from '../../../contract/units.ts'
import { writeUint16 } from '../../../protocol/bytes.ts'
import type { RtpPacketView } from '../../../protocol/rtp/packet.ts'
import {
  absSendTime,
  patchPayloadType,
  patchSequenceNumber,
  patchSsrc,
  patchTimestamp,
  patchTransportSequenceNumber,
  writeHeader,
} from '../../../protocol/rtp/writer.ts'

/** Of the header with what is forwarded, beside the dependency descriptor: in the longer form, and aligned. */
const MAX_HEADER = 40
/** Buffers come in multiples of this, so that the next packet in its place fits too. */
const GRAIN = 256
const EMPTY = new Uint8Array()

/**
 * A packet as it goes out: built once when it arrives, then patched for each receiver in its own bytes, and
 * kept for retransmission. The fields keep what came; only the bytes are a receiver's.
 */
export class OutgoingPacket {
  /** Exactly the packet. */
  bytes = EMPTY
  /** Position in its stream (`PacketNumbers`); -1 for none. */
  number = -1
  /** As signed 32 bits. */
  timestamp = 0
  /** Where decoding can begin, and a receiver may be switched to the stream. */
  isEntry = false
  /** Monotonic. */
  arrivedMs: Milliseconds = 0
  payloadStart = 0
  /** Dependency descriptor: offset, or -1; bytes. */
  descriptorAt = -1
  descriptorLength = 0
  /** Picture id (VP8, VP9) or frame number (AV1): offset, or -1; mask of its 7, 15 or 16 bits; value. */
  pictureAt = -1
  pictureMask = 0
  picture = 0
  /** TL0PICIDX (VP8, VP9), 8 bits: offset, or -1; value. */
  temporalAt = -1
  temporal = 0
  #transportSequenceAt = 0
  #buffer = EMPTY

  get payloadLength(): number {
    return this.bytes.length - this.payloadStart
  }

  /** Copies what receivers get of an incoming packet. A receiver's numbers are blank until {@link patch}. */
  build(incoming: RtpPacketView, number: number, nowMs: Milliseconds): void {
    this.number = number
    this.timestamp = incoming.timestamp | 0
    this.isEntry = false
    this.arrivedMs = nowMs
    this.pictureAt = -1
    this.temporalAt = -1

    const descriptorLength = incoming.dependencyDescriptorStart < 0 ? 0 : incoming.dependencyDescriptorLength
    const most = MAX_HEADER + descriptorLength + incoming.payloadEnd - incoming.payloadStart
    if (this.#buffer.length < most) this.#buffer = new Uint8Array(Math.ceil(most / GRAIN) * GRAIN)
    const layout = this.#writeHeader(incoming, descriptorLength, nowMs)
    this.payloadStart = layout.length
    this.descriptorAt = layout.dependencyDescriptorAt
    this.descriptorLength = descriptorLength
    this.#transportSequenceAt = layout.transportSequenceNumberAt
    this.#copyPayload(incoming)
  }

  /**
   * Header members of one receiver; timestamp and SSRC may be signed.
   * @param transportSequence -1 for a stream of which the receiver reports no arrivals
   */
  patch(sequenceNumber: number, timestamp: number, ssrc: number, transportSequence: number): void {
    const buffer = this.#buffer
    patchSequenceNumber(buffer, sequenceNumber)
    patchTimestamp(buffer, timestamp)
    patchSsrc(buffer, ssrc)
    patchTransportSequenceNumber(buffer, this.#transportSequenceAt, transportSequence)
  }

  /** Picture numbers of one receiver; those that the packet has not are ignored. */
  patchPicture(picture: number, temporal: number): void {
    const buffer = this.#buffer
    const at = this.pictureAt
    if (at >= 0) {
      if (this.pictureMask === 0x7fff) writeUint16(buffer, at, 0x8000 | (picture & 0x7fff))
      else if (this.pictureMask === 0x7f) buffer[at] = picture & 0x7f
      else writeUint16(buffer, at, picture)
    }
    if (this.temporalAt >= 0) buffer[this.temporalAt] = temporal
  }

  /**
   * Writes it, as patched, as a retransmission with another payload type and sequence number (RFC 4588 4).
   * @param target at least 2 bytes longer than the packet
   * @returns the bytes of the retransmission
   */
  writeRetransmission(target: Uint8Array, payloadType: number, sequenceNumber: number): Uint8Array {
    const { bytes, payloadStart } = this
    target.set(bytes.subarray(0, payloadStart))
    target.set(bytes.subarray(2, 4), payloadStart)
    target.set(bytes.subarray(payloadStart), payloadStart + 2)
    patchPayloadType(target, payloadType)
    patchSequenceNumber(target, sequenceNumber)
    return target.subarray(0, bytes.length + 2)
  }

  #writeHeader(incoming: RtpPacketView, descriptorLength: number, nowMs: Milliseconds) {
    const { dependencyDescriptorStart: start } = incoming
    return writeHeader(this.#buffer, {
      payloadType: incoming.payloadType,
      marker: incoming.marker,
      sequenceNumber: 0,
      timestamp: 0,
      ssrc: 0,
      extensions: {
        absSendTime: absSendTime(nowMs),
        transportSequenceNumber: 0,
        audioLevel: incoming.audioLevel,
        voice: incoming.voice,
        videoOrientation: incoming.videoOrientation,
        dependencyDescriptor:
          descriptorLength === 0 ? null : incoming.bytes.subarray(start, start + descriptorLength),
      },
    })
  }

  #copyPayload(incoming: RtpPacketView): void {
    const buffer = this.#buffer
    const payload = incoming.bytes.subarray(incoming.payloadStart, incoming.payloadEnd)
    buffer.set(payload, this.payloadStart)
    const length = this.payloadStart + payload.length
    if (this.bytes.buffer !== buffer.buffer || this.bytes.length !== length) {
      this.bytes = buffer.subarray(0, length)
    }
  }
}
