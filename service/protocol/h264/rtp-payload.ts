import { readUint16 } from '../bytes.ts'
import { NAL_TYPE } from './nal.ts'

/** Packet types of RTP beyond those of NAL units (RFC 6184 5.2). */
export const PACKET_TYPE = { stapA: 24, fuA: 28 } as const

/** Largest type of a NAL unit that stands alone. */
const LAST_SINGLE = 23

/**
 * A view on one H.264 payload in packetization mode 0 or 1 (RFC 6184 5.4). It is reused, so nothing is
 * allocated per packet.
 */
export class H264PayloadView {
  /** Bit n is set where a NAL unit of type n begins in this packet. */
  nalTypes = 0
  /** True where a key frame begins: an IDR picture, or the parameter sets before it. */
  keyFrame = false

  /** True where a NAL unit of this type begins in the packet. */
  hasNal(type: number): boolean {
    return ((this.nalTypes >>> type) & 1) === 1
  }

  /**
   * @param start, end offsets of the RTP payload
   * @returns false where it is broken or of another mode; the fields then mean nothing. Never throws.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.nalTypes = 0
    this.keyFrame = false
    if (end <= start) return false
    const type = (bytes[start] ?? 0) & 31
    if (type >= 1 && type <= LAST_SINGLE) this.nalTypes = 1 << type
    else if (type === PACKET_TYPE.stapA) {
      if (!this.#readAggregate(bytes, start + 1, end)) return false
    } else if (type === PACKET_TYPE.fuA) {
      // Indicator, header and at least one byte.
      if (end - start < 3) return false
      const header = bytes[start + 1] ?? 0
      if (header >= 0x80) this.nalTypes = 1 << (header & 31)
    } else return false
    this.keyFrame = this.hasNal(NAL_TYPE.idr) || this.hasNal(NAL_TYPE.sps)
    return true
  }

  /** RFC 6184 5.7.1. */
  #readAggregate(bytes: Uint8Array, start: number, end: number): boolean {
    let at = start
    while (at < end) {
      const length = readUint16(bytes, at)
      if (length === 0 || at + 2 + length > end) return false
      this.nalTypes |= 1 << ((bytes[at + 2] ?? 0) & 31)
      at += 2 + length
    }
    return at > start
  }
}
