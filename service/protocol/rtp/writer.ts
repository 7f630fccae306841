/**
 * Writes RTP headers. A forwarder writes header and extensions once for each packet that comes in, puts the
 * payload behind them, and then patches for each receiver only what differs.
 */
import { writeUint16, writeUint24, writeUint32 } from '../bytes.ts'
import { EXTENSIONS } from './extensions.ts'
import { FIXED_HEADER_LENGTH } from './packet.ts'

/** Bytes that a header with all extensions has at most; what a caller's buffer has to hold before the payload. */
export const MAX_HEADER_LENGTH = 552

/** Longest value in bytes of the one-byte form (RFC 8285 4.2). */
const MAX_ONE_BYTE_LENGTH = 16
const ONE_BYTE_PROFILE = 0xbede
const TWO_BYTE_PROFILE = 0x1000

/** Those that are undefined, null or below 0 are not written, so that a packet view's fields may be given. */
export interface HeaderExtensions {
  /** See `absSendTime`. */
  readonly absSendTime?: number
  readonly transportSequenceNumber?: number
  /** 0 to 127 in -dBov (RFC 6464). */
  readonly audioLevel?: number
  readonly voice?: boolean
  /** The whole byte of 3GPP TS 26.114 7.4.5. */
  readonly videoOrientation?: number
  /** 1 to 255 bytes. */
  readonly dependencyDescriptor?: Uint8Array | null
  /** 1 to 255 ASCII characters. */
  readonly mid?: string | null
}

export interface RtpHeader {
  readonly payloadType: number
  readonly marker: boolean
  readonly sequenceNumber: number
  readonly timestamp: number
  readonly ssrc: number
  readonly extensions: HeaderExtensions
}

/** Where a written header has what is patched: offsets in the target, -1 for what was not written. */
export interface HeaderLayout {
  /** Bytes of the header; the offset of the payload where the header stands at 0. */
  readonly length: number
  readonly transportSequenceNumberAt: number
  readonly dependencyDescriptorAt: number
}

/**
 * Writes a header (RFC 3550 5.1) at the start of a buffer, without padding and contributing sources. The
 * extensions stand in the one-byte form, or in the two-byte form where a value is longer than 16 bytes
 * (RFC 8285), which receivers take by `a=extmap-allow-mixed`.
 * @param target at least MAX_HEADER_LENGTH bytes
 */
export function writeHeader(target: Uint8Array, header: RtpHeader): HeaderLayout {
  target[0] = 0x80
  target[1] = (header.marker ? 0x80 : 0) | header.payloadType
  patchSequenceNumber(target, header.sequenceNumber)
  patchTimestamp(target, header.timestamp)
  patchSsrc(target, header.ssrc)

  const extensions = new ElementWriter(target, needsTwoBytes(header.extensions))
  const { absSendTime = -1, transportSequenceNumber = -1, audioLevel = -1 } = header.extensions
  const { voice = false, videoOrientation = -1, dependencyDescriptor, mid } = header.extensions
  let transportSequenceNumberAt = -1
  let dependencyDescriptorAt = -1
  if (absSendTime >= 0) {
    writeUint24(target, extensions.begin(EXTENSIONS.absSendTime.id, 3), absSendTime)
  }
  if (transportSequenceNumber >= 0) {
    transportSequenceNumberAt = extensions.begin(EXTENSIONS.transportSequenceNumber.id, 2)
    writeUint16(target, transportSequenceNumberAt, transportSequenceNumber)
  }
  if (audioLevel >= 0) {
    target[extensions.begin(EXTENSIONS.audioLevel.id, 1)] = (voice ? 0x80 : 0) | audioLevel
  }
  if (videoOrientation >= 0) {
    target[extensions.begin(EXTENSIONS.videoOrientation.id, 1)] = videoOrientation
  }
  if (dependencyDescriptor && dependencyDescriptor.length > 0) {
    dependencyDescriptorAt = extensions.begin(EXTENSIONS.dependencyDescriptor.id, dependencyDescriptor.length)
    target.set(dependencyDescriptor, dependencyDescriptorAt)
  }
  if (mid) {
    const at = extensions.begin(EXTENSIONS.mid.id, mid.length)
    for (let i = 0; i < mid.length; i++) target[at + i] = mid.charCodeAt(i)
  }
  return { length: extensions.end(), transportSequenceNumberAt, dependencyDescriptorAt }
}

function needsTwoBytes({ dependencyDescriptor, mid }: HeaderExtensions): boolean {
  return Math.max(dependencyDescriptor?.length ?? 0, mid?.length ?? 0) > MAX_ONE_BYTE_LENGTH
}

/** Lays out the elements of a header extension (RFC 8285 4). */
class ElementWriter {
  readonly #target: Uint8Array
  readonly #twoBytes: boolean
  #at = FIXED_HEADER_LENGTH + 4

  constructor(target: Uint8Array, twoBytes: boolean) {
    this.#target = target
    this.#twoBytes = twoBytes
  }

  /** Writes the head of an element. Returns where its value goes. */
  begin(id: number, length: number): number {
    if (this.#twoBytes) {
      this.#target[this.#at++] = id
      this.#target[this.#at++] = length
    } else {
      this.#target[this.#at++] = (id << 4) | (length - 1)
    }
    const start = this.#at
    this.#at += length
    return start
  }

  /** Pads the block and writes its head; nothing where it is empty. Returns the length of the header. */
  end(): number {
    const start = FIXED_HEADER_LENGTH + 4
    if (this.#at === start) return FIXED_HEADER_LENGTH
    while ((this.#at & 3) !== 0) this.#target[this.#at++] = 0
    this.#target[0] = 0x90
    writeUint16(this.#target, start - 4, this.#twoBytes ? TWO_BYTE_PROFILE : ONE_BYTE_PROFILE)
    writeUint16(this.#target, start - 2, (this.#at - start) / 4)
    return this.#at
  }
}

/** Of the packet that stands at the start of the target; so for the others. */
export function patchPayloadType(target: Uint8Array, payloadType: number): void {
  target[1] = ((target[1] ?? 0) & 0x80) | payloadType
}

export function patchSequenceNumber(target: Uint8Array, sequenceNumber: number): void {
  writeUint16(target, 2, sequenceNumber)
}

export function patchTimestamp(target: Uint8Array, timestamp: number): void {
  writeUint32(target, 4, timestamp)
}

export function patchSsrc(target: Uint8Array, ssrc: number): void {
  writeUint32(target, 8, ssrc)
}

/**
 * @param at as the layout has it; does nothing where the header was written without it
 * @param value 16 bits; -1 for a receiver that does not know it: padding stands in its place (RFC 8285 4.1.2)
 */
export function patchTransportSequenceNumber(target: Uint8Array, at: number, value: number): void {
  if (at < 0) return
  const { id } = EXTENSIONS.transportSequenceNumber
  const isShort = target[FIXED_HEADER_LENGTH] === ONE_BYTE_PROFILE >> 8
  if (isShort) target[at - 1] = value < 0 ? 0 : (id << 4) | 1
  else {
    target[at - 2] = value < 0 ? 0 : id
    target[at - 1] = value < 0 ? 0 : 2
  }
  writeUint16(target, at, value < 0 ? 0 : value)
}

/**
 * A time as abs-send-time tells it: seconds modulo 64 with 18 bits behind the point, 24 bits together.
 * @param epochMs of any clock that goes steadily
 */
export function absSendTime(epochMs: number): number {
  return Math.round(epochMs * 262.144) & 0xffffff
}
