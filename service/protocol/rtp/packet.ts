import { readUint16, readUint32 } from '../bytes.ts'
import { EXTENSIONS } from './extensions.ts'

/** Length in bytes of the fixed header (RFC 3550 5.1). */
export const FIXED_HEADER_LENGTH = 12

const VERSION = 2
const ONE_BYTE_PROFILE = 0xbede
/** The low 4 bits are free for the application (RFC 8285 4.3). */
const TWO_BYTE_PROFILE = 0x1000
/** Ends the elements of a one-byte block (RFC 8285 4.2). */
const RESERVED_ID = 15

/** True for RTCP where it shares a port with RTP (RFC 5761 4). */
export function isRtcp(bytes: Uint8Array): boolean {
  const type = bytes[1] ?? 0
  return type >= 192 && type <= 223
}

/**
 * A view on one RTP packet (RFC 3550 5.1) with the header extensions that the SFU negotiates (RFC 8285).
 * It is reused, so nothing is allocated per packet. All fields are valid after `read` returned true; a
 * user may change them, for example to take a retransmission for what it repeats.
 */
export class RtpPacketView {
  bytes: Uint8Array = new Uint8Array()
  payloadType = 0
  marker = false
  /** 16 bits. */
  sequenceNumber = 0
  /** 32 bits, in ticks of the payload's clock. */
  timestamp = 0
  /** 32 bits. */
  ssrc = 0
  /** Offset of the payload's first byte. */
  payloadStart = 0
  /** Offset behind the payload's last byte; padding is excluded. */
  payloadEnd = 0
  /** 16 bits, counted over all streams of a transport; -1 where absent. */
  transportSequenceNumber = -1
  /** 0 (loud) to 127 (silence) in -dBov (RFC 6464); -1 where absent. */
  audioLevel = -1
  /** Whether the sender hears a voice (RFC 6464). */
  voice = false
  /** The byte of 3GPP TS 26.114 7.4.5: camera, flip, rotation; -1 where absent. */
  videoOrientation = -1
  /** Offset of the AV1 dependency descriptor; -1 where absent. */
  dependencyDescriptorStart = -1
  /** Bytes. */
  dependencyDescriptorLength = 0
  readonly #mid = new TextField()
  readonly #rid = new TextField()
  readonly #repairedRid = new TextField()

  /** Identification of the m-line (RFC 9143 15); null where absent. Decoded only when asked. */
  mid(): string | null {
    return this.#mid.text(this.bytes)
  }

  /** Identification of the simulcast layer (RFC 8852); null where absent. */
  rid(): string | null {
    return this.#rid.text(this.bytes)
  }

  /** In a retransmission, the layer of what it repeats (RFC 8852); null where absent. */
  repairedRid(): string | null {
    return this.#repairedRid.text(this.bytes)
  }

  /**
   * Reads the headers. The bytes are kept, not copied.
   * @returns false where this is not a whole, sane RTP packet; the fields then mean nothing. Never throws.
   */
  read(bytes: Uint8Array): boolean {
    const first = bytes[0] ?? 0
    if (bytes.length < FIXED_HEADER_LENGTH || first >> 6 !== VERSION) return false
    const second = bytes[1] ?? 0
    this.bytes = bytes
    this.marker = second >= 128
    this.payloadType = second & 127
    this.sequenceNumber = readUint16(bytes, 2)
    this.timestamp = readUint32(bytes, 4)
    this.ssrc = readUint32(bytes, 8)
    this.#forgetExtensions()

    let start = FIXED_HEADER_LENGTH + (first & 15) * 4
    if ((first & 0x10) !== 0) {
      const elements = start + 4
      if (elements > bytes.length) return false
      const end = elements + readUint16(bytes, start + 2) * 4
      if (end > bytes.length) return false
      const profile = readUint16(bytes, start)
      if (profile === ONE_BYTE_PROFILE) this.#readOneByteElements(elements, end)
      else if ((profile & 0xfff0) === TWO_BYTE_PROFILE) this.#readTwoByteElements(elements, end)
      start = end
    }
    const padding = (first & 0x20) === 0 ? 0 : (bytes[bytes.length - 1] ?? 0)
    this.payloadStart = start
    this.payloadEnd = bytes.length - padding
    return start <= this.payloadEnd && ((first & 0x20) === 0 || padding > 0)
  }

  #forgetExtensions(): void {
    this.transportSequenceNumber = -1
    this.audioLevel = -1
    this.voice = false
    this.videoOrientation = -1
    this.dependencyDescriptorStart = -1
    this.dependencyDescriptorLength = 0
    this.#mid.start = -1
    this.#rid.start = -1
    this.#repairedRid.start = -1
  }

  /** RFC 8285 4.2. A broken element ends the block; those before it count. */
  #readOneByteElements(start: number, end: number): void {
    let at = start
    while (at < end) {
      const head = this.bytes[at++] ?? 0
      if (head === 0) continue // padding
      const id = head >> 4
      const length = (head & 15) + 1
      if (id === 0 || id === RESERVED_ID || at + length > end) return
      this.#readElement(id, at, length)
      at += length
    }
  }

  /** RFC 8285 4.3. */
  #readTwoByteElements(start: number, end: number): void {
    let at = start
    while (at < end) {
      const id = this.bytes[at++] ?? 0
      if (id === 0) continue // padding
      const length = this.bytes[at++] ?? 0
      if (at + length > end) return
      this.#readElement(id, at, length)
      at += length
    }
  }

  #readElement(id: number, at: number, length: number): void {
    if (length === 0) return
    const first = this.bytes[at] ?? 0
    switch (id) {
      case EXTENSIONS.transportSequenceNumber.id:
        if (length >= 2) this.transportSequenceNumber = readUint16(this.bytes, at)
        break
      case EXTENSIONS.audioLevel.id:
        this.voice = first >= 128
        this.audioLevel = first & 127
        break
      case EXTENSIONS.videoOrientation.id:
        this.videoOrientation = first
        break
      case EXTENSIONS.dependencyDescriptor.id:
        this.dependencyDescriptorStart = at
        this.dependencyDescriptorLength = length
        break
      case EXTENSIONS.mid.id:
        this.#mid.set(at, length)
        break
      case EXTENSIONS.rid.id:
        this.#rid.set(at, length)
        break
      case EXTENSIONS.repairedRid.id:
        this.#repairedRid.set(at, length)
        break
    }
  }
}

/** Where the text of an SDES extension lies. */
class TextField {
  start = -1
  #length = 0

  set(start: number, length: number): void {
    this.start = start
    this.#length = length
  }

  /** The characters are those of SDP tokens, one byte each. */
  text(bytes: Uint8Array): string | null {
    return this.start < 0
      ? null
      : String.fromCharCode(...bytes.subarray(this.start, this.start + this.#length))
  }
}
