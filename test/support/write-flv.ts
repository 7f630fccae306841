import type { FlvFileTag } from '../../service/protocol/flv/file.ts'

const FILE_HEADER_BYTES = 9
const TAG_HEADER_BYTES = 11
const SIZE_BYTES = 4

/** The head of an FLV file, first PreviousTagSize included. */
export function flvFileHeader(has: { audio: boolean; video: boolean }): Buffer {
  const flags = (has.audio ? 4 : 0) | (has.video ? 1 : 0)
  return Buffer.from([0x46, 0x4c, 0x56, 1, flags, 0, 0, 0, FILE_HEADER_BYTES, 0, 0, 0, 0])
}

/** One tag with the PreviousTagSize behind it. */
export function encodeFlvFileTag({ type, timestampMs, body }: FlvFileTag): Buffer {
  const bytes = Buffer.alloc(TAG_HEADER_BYTES + body.length + SIZE_BYTES)
  bytes[0] = type
  bytes.writeUIntBE(body.length, 1, 3)
  bytes.writeUIntBE(timestampMs & 0xffffff, 4, 3)
  bytes[7] = (timestampMs >>> 24) & 255
  body.copy(bytes, TAG_HEADER_BYTES)
  bytes.writeUInt32BE(TAG_HEADER_BYTES + body.length, TAG_HEADER_BYTES + body.length)
  return bytes
}
