import { ProtocolError } from '../protocol-error.ts'
import { leb128, readLeb128 } from './leb128.ts'

/** obu_type (AV1 specification 6.2.2). */
export const OBU_TYPE = {
  sequenceHeader: 1,
  temporalDelimiter: 2,
  frameHeader: 3,
  frame: 6,
  tileList: 8,
  padding: 15,
} as const

const EXTENSION_FLAG = 0x04
const HAS_SIZE_FLAG = 0x02

/** An open bitstream unit (AV1 specification 5.3). */
export interface Obu {
  readonly type: number
  /** One or two bytes; obu_has_size_field is 0. */
  readonly header: Uint8Array
  readonly payload: Uint8Array
}

/**
 * Reads one OBU with or without a size, which is not kept.
 * @throws ProtocolError where it is broken
 */
export function parseObu(bytes: Uint8Array): Obu {
  const first = bytes[0] ?? 0
  const headerLength = (first & EXTENSION_FLAG) === 0 ? 1 : 2
  if (bytes.length < headerLength) throw new ProtocolError('av1', 'an OBU must have a whole header')
  if (first >= 0x80) throw new ProtocolError('av1', 'obu_forbidden_bit must be 0')
  const header = bytes.slice(0, headerLength)
  header[0] = first & ~HAS_SIZE_FLAG
  const type = (first >> 3) & 15
  if ((first & HAS_SIZE_FLAG) === 0) return { type, header, payload: bytes.subarray(headerLength) }
  const size = readLeb128(bytes, headerLength)
  if (size === null || size.next + size.value > bytes.length) {
    throw new ProtocolError('av1', 'an OBU passes the end of its element')
  }
  return { type, header, payload: bytes.subarray(size.next, size.next + size.value) }
}

/** The parts of an OBU with its size, as the low-overhead format wants it (AV1 specification 5.2). */
export function sizedObu({ header, payload }: Obu): Uint8Array[] {
  const sized = header.slice()
  sized[0] = (sized[0] ?? 0) | HAS_SIZE_FLAG
  return [sized, leb128(payload.length), payload]
}
