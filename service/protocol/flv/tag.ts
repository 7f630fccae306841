import { decodeAmf } from '../amf0/decode.ts'
import { isAmfObject } from '../amf0/value.ts'
import { ProtocolError } from '../protocol-error.ts'
import { parseAudioTag } from './audio-tag.ts'
import { IGNORED } from './content.ts'
import type { FlvTag } from './content.ts'
import { parseVideoTag } from './video-tag.ts'

export type { FlvTag } from './content.ts'

/**
 * Reads the body of an FLV tag or RTMP message (Adobe FLV specification 10.1 annex E; Enhanced RTMP v2).
 * @throws ProtocolError for bodies that end too early or hold broken AMF0
 */
export function parseFlvTag(type: 8 | 9 | 18, body: Buffer): FlvTag {
  if (body.length === 0) return IGNORED
  if (type === 8) return parseAudioTag(body)
  if (type === 9) return parseVideoTag(body)
  return parseDataTag(body)
}

/** Encoders send `@setDataFrame`, `onMetaData`, object; files leave out the first. */
function parseDataTag(body: Buffer): FlvTag {
  const values = decodeAmf(body)
  const at = values[0] === '@setDataFrame' ? 1 : 0
  if (values[at] !== 'onMetaData') return IGNORED
  const value = values[at + 1]
  if (!isAmfObject(value)) throw new ProtocolError('flv', 'onMetaData must hold an object')
  return { type: 'metadata', value }
}
