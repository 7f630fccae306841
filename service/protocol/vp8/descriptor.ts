import { readUint16 } from '../bytes.ts'
import type { PictureIdBits } from '../rtp/picture-id.ts'

/** Start code of a key frame (RFC 6386 9.1), behind the frame tag of 3 bytes. */
const START_CODE = [0x9d, 0x01, 0x2a] as const

/**
 * A view on the payload descriptor of one VP8 packet (RFC 7741 4.2) and, in the first packet of a frame, on
 * the frame header. It is reused, so nothing is allocated per packet. Offsets count from the start of `bytes`.
 */
export class Vp8DescriptorView {
  /** Offset behind the descriptor. */
  payloadStart = 0
  /** The S bit. */
  startOfPartition = false
  partitionId = 0
  /** The N bit: no later frame needs this one. */
  nonReference = false
  /** 7 or 15 bits; -1 where absent. */
  pictureId = -1
  pictureIdAt = -1
  /** 7 or 15; 0 where absent. */
  pictureIdBits: PictureIdBits = 0
  /** 8 bits; -1 where absent. */
  tl0PicIdx = -1
  tl0PicIdxAt = -1
  /** Temporal layer, 0 to 3; -1 where absent. */
  tid = -1
  /** The Y bit: the frame needs nothing of its own layer, so a receiver may switch up to it here. */
  layerSync = false
  /** Null where this is not the first packet of a frame. */
  keyFrame: boolean | null = null
  /** Pixels, from the first packet of a key frame; else null. */
  width: number | null = null
  height: number | null = null

  /**
   * @param start, end offsets of the RTP payload
   * @returns false where it is broken; the fields then mean nothing. Never throws.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.#forget()
    const first = bytes[start] ?? 0
    let at = start + 1
    this.nonReference = (first & 0x20) !== 0
    this.startOfPartition = (first & 0x10) !== 0
    this.partitionId = first & 7
    if ((first & 0x80) !== 0) at = this.#readExtension(bytes, at)
    this.payloadStart = at
    // A packet without a byte of the frame says nothing.
    if (at >= end) return false
    if (this.startOfPartition && this.partitionId === 0) this.#readFrameHeader(bytes, at, end)
    return true
  }

  #forget(): void {
    this.pictureId = -1
    this.pictureIdAt = -1
    this.pictureIdBits = 0
    this.tl0PicIdx = -1
    this.tl0PicIdxAt = -1
    this.tid = -1
    this.layerSync = false
    this.keyFrame = null
    this.width = null
    this.height = null
  }

  /** The bytes that the X bit announces. Returns the offset behind them, which may pass the end. */
  #readExtension(bytes: Uint8Array, start: number): number {
    const flags = bytes[start] ?? 0
    let at = start + 1
    if ((flags & 0x80) !== 0) {
      this.pictureIdAt = at
      const isLong = (bytes[at] ?? 0) >= 0x80
      this.pictureIdBits = isLong ? 15 : 7
      this.pictureId = isLong ? readUint16(bytes, at) & 0x7fff : (bytes[at] ?? 0)
      at += isLong ? 2 : 1
    }
    if ((flags & 0x40) !== 0) {
      this.tl0PicIdxAt = at
      this.tl0PicIdx = bytes[at++] ?? 0
    }
    if ((flags & 0x30) !== 0) {
      const byte = bytes[at++] ?? 0
      if ((flags & 0x20) !== 0) {
        this.tid = byte >> 6
        this.layerSync = (byte & 0x20) !== 0
      }
    }
    return at
  }

  /** RFC 6386 9.1. */
  #readFrameHeader(bytes: Uint8Array, at: number, end: number): void {
    this.keyFrame = ((bytes[at] ?? 0) & 1) === 0
    if (!this.keyFrame || at + 10 > end) return
    if (START_CODE.some((byte, i) => bytes[at + 3 + i] !== byte)) return
    this.width = ((bytes[at + 7] ?? 0) & 0x3f) * 256 + (bytes[at + 6] ?? 0)
    this.height = ((bytes[at + 9] ?? 0) & 0x3f) * 256 + (bytes[at + 8] ?? 0)
  }
}
