import { EXTENDED_TIMESTAMP } from './message.ts'
import type { RtmpMessage } from './message.ts'

/**
 * One message as chunks: a type 0 chunk with the full header, then type 3 chunks (RTMP specification 5.3.1).
 * @param chunkStreamId 2 to 65,599
 * @param chunkSize bytes of payload in one chunk, as announced by SetChunkSize
 */
export function encodeMessage(chunkStreamId: number, message: RtmpMessage, chunkSize: number): Buffer {
  const { payload } = message
  const extended = message.timestampMs >= EXTENDED_TIMESTAMP
  const basic = basicHeader(0, chunkStreamId)
  const next = basicHeader(3, chunkStreamId)
  const extra = extended ? 4 : 0
  const chunks = Math.max(1, Math.ceil(payload.length / chunkSize))
  const size = basic.length + 11 + extra + payload.length + (chunks - 1) * (next.length + extra)
  const bytes = Buffer.allocUnsafe(size)
  let at = write(bytes, basic, 0)
  at = bytes.writeUIntBE(Math.min(message.timestampMs, EXTENDED_TIMESTAMP), at, 3)
  at = bytes.writeUIntBE(payload.length, at, 3)
  at = bytes.writeUInt8(message.type, at)
  at = bytes.writeUInt32LE(message.streamId, at)
  if (extended) at = bytes.writeUInt32BE(message.timestampMs, at)
  at = write(bytes, payload.subarray(0, chunkSize), at)
  for (let from = chunkSize; from < payload.length; from += chunkSize) {
    at = write(bytes, next, at)
    if (extended) at = bytes.writeUInt32BE(message.timestampMs, at)
    at = write(bytes, payload.subarray(from, from + chunkSize), at)
  }
  return bytes
}

/** Chunk type and chunk stream id (RTMP specification 5.3.1.1). */
export function basicHeader(type: 0 | 1 | 2 | 3, chunkStreamId: number): Buffer {
  const top = type << 6
  if (chunkStreamId < 64) return Buffer.from([top | chunkStreamId])
  const rest = chunkStreamId - 64
  if (rest < 256) return Buffer.from([top, rest])
  return Buffer.from([top | 1, rest & 255, rest >> 8])
}

function write(bytes: Buffer, part: Uint8Array, at: number): number {
  bytes.set(part, at)
  return at + part.length
}
