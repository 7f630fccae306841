import { ProtocolError } from '../protocol-error.ts'

/** One tag of an FLV file; `type` is 8, 9 or 18 in files that follow the specification. */
export interface FlvFileTag {
  readonly type: number
  /** Signed 32 bits, milliseconds. */
  readonly timestampMs: number
  readonly body: Buffer
}

const FILE_HEADER_BYTES = 9
const TAG_HEADER_BYTES = 11
const SIZE_BYTES = 4

/**
 * Walks the tags of an FLV file (Adobe FLV specification 10.1, E.2 to E.4.1).
 * @throws ProtocolError where the file is not FLV or ends within a tag
 */
export function* readFlvFile(file: Buffer): Generator<FlvFileTag> {
  if (file.length < FILE_HEADER_BYTES || file.toString('latin1', 0, 3) !== 'FLV') {
    throw new ProtocolError('flv', 'the file does not begin with FLV')
  }
  let at = file.readUInt32BE(5) + SIZE_BYTES
  while (at < file.length) {
    if (at + TAG_HEADER_BYTES > file.length) throw new ProtocolError('flv', 'the file ends within a tag')
    const length = file.readUIntBE(at + 1, 3)
    const body = at + TAG_HEADER_BYTES
    if (body + length > file.length) throw new ProtocolError('flv', 'the file ends within a tag')
    yield {
      type: file.readUInt8(at) & 31,
      timestampMs: file.readUIntBE(at + 4, 3) | (file.readUInt8(at + 7) << 24),
      body: file.subarray(body, body + length),
    }
    at = body + length + SIZE_BYTES
  }
}
