import { ProtocolError } from '../protocol-error.ts'
import { fourCcName, videoCodecName } from './codec-names.ts'
import { IGNORED } from './content.ts'
import type { FlvTag } from './content.ts'

const CODEC_H264 = 7

/** FrameType (Adobe FLV specification 10.1, E.4.3.1). */
const FRAME = { key: 1, generatedKey: 4, command: 5 } as const

/** AVCPacketType (Adobe FLV specification 10.1, E.4.3.1). */
const AVC = { config: 0, picture: 1 } as const

/** VideoPacketType (Enhanced RTMP v2, "Enhanced Video"). */
const PACKET = { sequenceStart: 0, codedFrames: 1, codedFramesX: 3, multitrack: 6 } as const

/** Reads the body of a video tag, which is not empty. */
export function parseVideoTag(body: Buffer): FlvTag {
  const first = body.readUInt8(0)
  const frame = (first >> 4) & 7
  if (frame === FRAME.command) return IGNORED
  const key = frame === FRAME.key || frame === FRAME.generatedKey
  if (first >= 0x80) return enhanced(body, key)
  const codec = first & 15
  if (codec !== CODEC_H264) return { type: 'unsupported', kind: 'video', codec: videoCodecName(codec) }
  if (body.length < 5) throw new ProtocolError('flv', 'an H.264 tag must have at least 5 bytes')
  const packet = body.readUInt8(1)
  if (packet === AVC.config) return { type: 'video-config', decoderConfig: body.subarray(5) }
  if (packet === AVC.picture) return picture(key, body.readIntBE(2, 3), body.subarray(5))
  return IGNORED
}

function picture(key: boolean, compositionMs: number, data: Buffer): FlvTag {
  return data.length === 0 ? IGNORED : { type: 'video', key, compositionMs, data }
}

function enhanced(body: Buffer, key: boolean): FlvTag {
  const packet = body.readUInt8(0) & 15
  switch (packet) {
    case PACKET.multitrack:
      return { type: 'unsupported', kind: 'video', codec: 'multitrack video' }
    case PACKET.sequenceStart:
    case PACKET.codedFrames:
    case PACKET.codedFramesX:
      return coded(packet, body, key)
    default: // Ends of sequence and metadata.
      return IGNORED
  }
}

function coded(packet: 0 | 1 | 3, body: Buffer, key: boolean): FlvTag {
  if (body.length < 5) throw new ProtocolError('flv', 'an enhanced video tag must have at least 5 bytes')
  const fourCc = body.toString('latin1', 1, 5)
  if (fourCc !== 'avc1') return { type: 'unsupported', kind: 'video', codec: fourCcName(fourCc) }
  if (packet === PACKET.sequenceStart) return { type: 'video-config', decoderConfig: body.subarray(5) }
  if (packet === PACKET.codedFramesX) return picture(key, 0, body.subarray(5))
  if (body.length < 8) throw new ProtocolError('flv', 'an enhanced H.264 picture must have at least 8 bytes')
  return picture(key, body.readIntBE(5, 3), body.subarray(8))
}
