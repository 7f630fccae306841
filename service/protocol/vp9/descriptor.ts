import { readUint16 } from '../bytes.ts'
import type { PictureIdBits } from '../rtp/picture-id.ts'

/** Most reference indices of a packet in flexible mode (RFC 9628 4.2). */
const MAX_REFERENCES = 3

/**
 * A view on the payload descriptor of one VP9 packet (RFC 9628 4.2). It is reused, so nothing is allocated
 * per packet. Offsets count from the start of `bytes`.
 */
export class Vp9DescriptorView {
  /** Offset behind the descriptor. */
  payloadStart = 0
  /** 7 or 15 bits; -1 where absent. */
  pictureId = -1
  pictureIdAt = -1
  /** 7 or 15; 0 where absent. */
  pictureIdBits: PictureIdBits = 0
  /** The F bit: references are told in each packet, and there is no tl0PicIdx. */
  flexible = false
  /** 8 bits; -1 where absent. */
  tl0PicIdx = -1
  tl0PicIdxAt = -1
  /** Temporal and spatial layer, 0 to 7; -1 where absent. */
  tid = -1
  sid = -1
  /** The U bit: a receiver may switch up to this temporal layer here. */
  switchingUpPoint = false
  /** The D bit: needs the spatial layer below of the same picture. */
  interLayerDependency = false
  /** The P bit: needs earlier pictures. */
  interPicturePredicted = false
  /** The B and E bits: first and last packet of a layer's frame. */
  startOfFrame = false
  endOfFrame = false
  /** The Z bit: no higher spatial layer needs this frame. */
  notReference = false
  /** Null where this is not the first packet of a frame; false also for upper layers of a key picture. */
  keyFrame: boolean | null = null
  /** Pixels of the highest spatial layer, where a scalability structure tells; else null. */
  width: number | null = null
  height: number | null = null
  /** Spatial layers that the scalability structure describes; 0 where there is none. */
  spatialLayers = 0

  /**
   * @param start, end offsets of the RTP payload
   * @returns false where it is broken; the fields then mean nothing. Never throws.
   */
  read(bytes: Uint8Array, start: number, end: number): boolean {
    this.#forget()
    const first = bytes[start] ?? 0
    let at = start + 1
    this.interPicturePredicted = (first & 0x40) !== 0
    this.flexible = (first & 0x10) !== 0
    this.startOfFrame = (first & 0x08) !== 0
    this.endOfFrame = (first & 0x04) !== 0
    this.notReference = (first & 0x01) !== 0
    if ((first & 0x80) !== 0) at = this.#readPictureId(bytes, at)
    if ((first & 0x20) !== 0) at = this.#readLayers(bytes, at)
    if (this.flexible && this.interPicturePredicted) {
      at = skipReferences(bytes, at)
      if (at < 0) return false
    }
    if ((first & 0x02) !== 0) at = this.#readStructure(bytes, at)
    this.payloadStart = at
    if (at >= end) return false
    if (this.startOfFrame) this.keyFrame = !this.interPicturePredicted && this.sid <= 0
    return true
  }

  #forget(): void {
    this.pictureId = -1
    this.pictureIdAt = -1
    this.pictureIdBits = 0
    this.tl0PicIdx = -1
    this.tl0PicIdxAt = -1
    this.tid = -1
    this.sid = -1
    this.switchingUpPoint = false
    this.interLayerDependency = false
    this.keyFrame = null
    this.width = null
    this.height = null
    this.spatialLayers = 0
  }

  #readPictureId(bytes: Uint8Array, at: number): number {
    this.pictureIdAt = at
    const isLong = (bytes[at] ?? 0) >= 0x80
    this.pictureIdBits = isLong ? 15 : 7
    this.pictureId = isLong ? readUint16(bytes, at) & 0x7fff : (bytes[at] ?? 0)
    return at + (isLong ? 2 : 1)
  }

  #readLayers(bytes: Uint8Array, at: number): number {
    const layers = bytes[at] ?? 0
    this.tid = layers >> 5
    this.switchingUpPoint = (layers & 0x10) !== 0
    this.sid = (layers >> 1) & 7
    this.interLayerDependency = (layers & 1) !== 0
    if (this.flexible) return at + 1
    this.tl0PicIdxAt = at + 1
    this.tl0PicIdx = bytes[at + 1] ?? 0
    return at + 2
  }

  /** The scalability structure (RFC 9628 4.2.1). Returns the offset behind it, which may pass the end. */
  #readStructure(bytes: Uint8Array, start: number): number {
    const head = bytes[start] ?? 0
    let at = start + 1
    this.spatialLayers = (head >> 5) + 1
    if ((head & 0x10) !== 0) {
      at += this.spatialLayers * 4
      if (at <= bytes.length) {
        this.width = readUint16(bytes, at - 4)
        this.height = readUint16(bytes, at - 2)
      }
    }
    if ((head & 0x08) !== 0) {
      const pictures = bytes[at++] ?? 0
      for (let i = 0; i < pictures; i++) at += 1 + (((bytes[at] ?? 0) >> 2) & 3)
    }
    return at
  }
}

/** Passes over P_DIFF. Returns -1 where there are too many. */
function skipReferences(bytes: Uint8Array, start: number): number {
  for (let i = 0; i < MAX_REFERENCES; i++) if (((bytes[start + i] ?? 0) & 1) === 0) return start + i + 1
  return -1
}
