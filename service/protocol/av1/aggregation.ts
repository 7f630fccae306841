import { ProtocolError } from '../protocol-error.ts'
import { readLeb128 } from './leb128.ts'

/**
 * A view on the aggregation header of one AV1 packet (RTP Payload Format For AV1 4.4). It is reused, so
 * nothing is allocated per packet.
 */
export class Av1AggregationView {
  /** Z: the first element goes on with an OBU of the packet before. */
  continuesPrevious = false
  /** Y: the last element goes on in the next packet. */
  continuesInNext = false
  /** W: elements in the packet, 1 to 3, of which the last has no length; 0 where each has one. */
  elementCount = 0
  /** N: a coded video sequence, and with it a key frame, starts in this packet. */
  keyFrame = false
  /** Offset of the first element. */
  payloadStart = 0

  /**
   * @param start, end offsets of the RTP payload
   * @returns false where it is broken; the fields then mean nothing. Never throws.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    if (end - start < 2) return false
    const header = bytes[start] ?? 0
    this.continuesPrevious = (header & 0x80) !== 0
    this.continuesInNext = (header & 0x40) !== 0
    this.elementCount = (header >> 4) & 3
    this.keyFrame = (header & 0x08) !== 0
    this.payloadStart = start + 1
    // What starts a sequence goes on with nothing.
    return !(this.keyFrame && this.continuesPrevious)
  }
}

/**
 * The OBU elements of a payload: whole OBUs, except where the header says that the first or last is a piece.
 * @param elementCount as the aggregation header says
 * @throws ProtocolError where a length passes the end
 */
export function splitElements(payload: Uint8Array, elementCount: number): Uint8Array[] {
  const elements: Uint8Array[] = []
  let at = 1
  while (at < payload.length) {
    if (elementCount > 0 && elements.length === elementCount - 1) {
      elements.push(payload.subarray(at))
      return elements
    }
    const length = readLeb128(payload, at)
    if (length === null || length.next + length.value > payload.length) {
      throw new ProtocolError('av1', 'an OBU element passes the end of the payload')
    }
    elements.push(payload.subarray(length.next, length.next + length.value))
    at = length.next + length.value
  }
  if (elementCount > elements.length)
    throw new ProtocolError('av1', 'a payload must have all its OBU elements')
  return elements
}
