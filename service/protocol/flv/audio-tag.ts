import { ProtocolError } from '../protocol-error.ts'
import { audioCodecName, fourCcName } from './codec-names.ts'
import { IGNORED } from './content.ts'
import type { FlvTag } from './content.ts'

const SOUND_FORMAT = { enhanced: 9, aac: 10 } as const

/** AACPacketType (Adobe FLV specification 10.1, E.4.2.1). */
const AAC_CONFIG = 0

/** AudioPacketType (Enhanced RTMP v2, "Enhanced Audio"). */
const PACKET = { sequenceStart: 0, codedFrames: 1, multitrack: 5 } as const

/** Reads the body of an audio tag, which is not empty. */
export function parseAudioTag(body: Buffer): FlvTag {
  const format = body.readUInt8(0) >> 4
  if (format === SOUND_FORMAT.enhanced) return enhanced(body)
  if (format !== SOUND_FORMAT.aac)
    return { type: 'unsupported', kind: 'audio', codec: audioCodecName(format) }
  if (body.length < 2) throw new ProtocolError('flv', 'an AAC tag must have at least 2 bytes')
  return aac(body.readUInt8(1) === AAC_CONFIG, body.subarray(2))
}

function aac(config: boolean, data: Buffer): FlvTag {
  if (config) return { type: 'audio-config', decoderConfig: data }
  return data.length === 0 ? IGNORED : { type: 'audio', data }
}

function enhanced(body: Buffer): FlvTag {
  const packet = body.readUInt8(0) & 15
  if (packet === PACKET.multitrack) return { type: 'unsupported', kind: 'audio', codec: 'multitrack audio' }
  if (packet !== PACKET.sequenceStart && packet !== PACKET.codedFrames) return IGNORED
  if (body.length < 5) throw new ProtocolError('flv', 'an enhanced audio tag must have at least 5 bytes')
  const fourCc = body.toString('latin1', 1, 5)
  if (fourCc !== 'mp4a') return { type: 'unsupported', kind: 'audio', codec: fourCcName(fourCc) }
  return aac(packet === PACKET.sequenceStart, body.subarray(5))
}
