import { encodeAmf } from '../amf0/encode.ts'
import type { AmfObject, AmfValue } from '../amf0/value.ts'
import { encodeMessage } from './chunk-writer.ts'
import { CHUNK_STREAM, MESSAGE_TYPE, USER_CONTROL } from './message.ts'

/** Chunk size of what this side sends; its first messages are shorter than the default of 128. */
const SENT_CHUNK_SIZE = 4096

/** Bytes after which either side acknowledges (RTMP specification 5.4.4). */
const ACKNOWLEDGEMENT_WINDOW = 2_500_000

/** A protocol control message (RTMP specification 5.4): unsigned 32-bit numbers on chunk stream 2. */
function control(type: number, payload: Uint8Array): Buffer {
  const message = { type, streamId: 0, timestampMs: 0, payload }
  return encodeMessage(CHUNK_STREAM.control, message, SENT_CHUNK_SIZE)
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value >>> 0)
  return bytes
}

/** Announces the chunk size of what follows. */
function setChunkSize(bytes: number): Buffer {
  return control(MESSAGE_TYPE.setChunkSize, uint32(bytes))
}

/** @param receivedBytes all bytes so far; written modulo 2^32 */
export function acknowledgement(receivedBytes: number): Buffer {
  return control(MESSAGE_TYPE.acknowledgement, uint32(receivedBytes % 2 ** 32))
}

function windowAcknowledgementSize(bytes: number): Buffer {
  return control(MESSAGE_TYPE.windowAcknowledgementSize, uint32(bytes))
}

/** Sets the peer's window with limit type 2, dynamic (RTMP specification 5.4.5). */
function setPeerBandwidth(bytes: number): Buffer {
  return control(MESSAGE_TYPE.setPeerBandwidth, Buffer.concat([uint32(bytes), Buffer.from([2])]))
}

/** A user control event with one 32-bit number (RTMP specification 7.1.7). */
export function userControl(event: number, value: number): Buffer {
  const payload = Buffer.alloc(6)
  payload.writeUInt16BE(event)
  payload.writeUInt32BE(value >>> 0, 2)
  return control(MESSAGE_TYPE.userControl, payload)
}

/** An AMF0 command (RTMP specification 7.1.1). */
function command(streamId: number, values: readonly AmfValue[], chunkSize: number = SENT_CHUNK_SIZE): Buffer {
  const message = { type: MESSAGE_TYPE.command, streamId, timestampMs: 0, payload: encodeAmf(values) }
  return encodeMessage(streamId === 0 ? CHUNK_STREAM.command : CHUNK_STREAM.status, message, chunkSize)
}

/** Everything that answers `connect` (RTMP specification 7.2.1.1), window sizes and chunk size included. */
export function connectResult(transaction: number): Buffer {
  const properties: AmfObject = { fmsVer: 'FMS/3,5,7,7009', capabilities: 31 }
  const information: AmfObject = {
    level: 'status',
    code: 'NetConnection.Connect.Success',
    description: 'Connection succeeded.',
    objectEncoding: 0,
  }
  return Buffer.concat([
    windowAcknowledgementSize(ACKNOWLEDGEMENT_WINDOW),
    setPeerBandwidth(ACKNOWLEDGEMENT_WINDOW),
    setChunkSize(SENT_CHUNK_SIZE),
    command(0, ['_result', transaction, properties, information]),
  ])
}

/** The answer to a call that has no information object, `createStream` for one (7.2.1.3). */
export function callResult(transaction: number, result: AmfValue): Buffer {
  return command(0, ['_result', transaction, null, result])
}

/** Tells the encoder what became of its stream (RTMP specification 7.2.2). */
export function onStatus(
  streamId: number,
  level: 'status' | 'error',
  code: string,
  description: string,
): Buffer {
  return command(streamId, ['onStatus', 0, null, { level, code, description }])
}

/** Answers an accepted `publish` (RTMP specification 7.2.2.6). */
export function publishStart(streamId: number): Buffer {
  return Buffer.concat([
    userControl(USER_CONTROL.streamBegin, streamId),
    onStatus(streamId, 'status', 'NetStream.Publish.Start', 'The stream may be sent.'),
  ])
}
