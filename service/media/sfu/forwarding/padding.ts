import type { Milliseconds } from '../../../contract/units.ts'
import { absSendTime, writeHeader } from '../../../protocol/rtp/writer.ts'

/** Header of a packet of a retransmission stream (RFC 4588 4). */
export interface RtxHeader {
  readonly payloadType: number
  readonly ssrc: number
  readonly sequence: number
  readonly timestamp: number
}

/** The length stands in the last byte (RFC 3550 5.1). */
const MAX_PADDING = 255
const PADDING_FLAG = 0x20

/**
 * A packet of mere padding, which only tells how the network takes it.
 * @param target at least 600 bytes
 * @returns the bytes of the packet
 */
export function writePadding(
  target: Uint8Array,
  { payloadType, ssrc, sequence, timestamp }: RtxHeader,
  transportSequence: number,
  nowMs: Milliseconds,
): Uint8Array {
  const { length } = writeHeader(target, {
    payloadType,
    marker: false,
    sequenceNumber: sequence,
    timestamp,
    ssrc,
    extensions: { absSendTime: absSendTime(nowMs), transportSequenceNumber: transportSequence },
  })
  const packet = target.subarray(0, length + MAX_PADDING)
  packet.fill(0, length)
  packet[0] = (packet[0] ?? 0) | PADDING_FLAG
  packet[packet.length - 1] = MAX_PADDING
  return packet
}
