import { ProtocolError } from '../protocol-error.ts'
import { NAL_TYPE, nalType, splitAnnexB } from './nal.ts'
import { hasHighFields, parseSps } from './sps.ts'

/** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 5.3.3.1). */
export interface AvcConfiguration {
  readonly profileIdc: number
  /** The constraint flags as one byte. */
  readonly compatibility: number
  readonly levelIdc: number
  /** Bytes of the length before each NAL unit. */
  readonly lengthSize: 1 | 2 | 4
  /** At least one. */
  readonly sps: readonly Uint8Array[]
  /** At least one. */
  readonly pps: readonly Uint8Array[]
}

/**
 * Reads and checks a decoder configuration.
 * @throws ProtocolError naming the rule that it breaks
 */
export function parseAvcConfiguration(bytes: Uint8Array): AvcConfiguration {
  const [version = 0, profileIdc = 0, compatibility = 0, levelIdc = 0, fifth = 0] = bytes
  if (bytes.length < 7) throw new ProtocolError('h264', 'a decoder configuration must have at least 7 bytes')
  if (version !== 1) throw new ProtocolError('h264', `configurationVersion must be 1, not ${version}`)
  const lengthSize = (fifth & 3) + 1
  if (lengthSize === 3) throw new ProtocolError('h264', 'lengthSizeMinusOne must be 0, 1 or 3')
  const cursor = { at: 5 }
  const sps = parameterSets(bytes, cursor, 31, NAL_TYPE.sps)
  const pps = parameterSets(bytes, cursor, 255, NAL_TYPE.pps)
  return { profileIdc, compatibility, levelIdc, lengthSize: lengthSize as 1 | 2 | 4, sps, pps }
}

function parameterSets(bytes: Uint8Array, cursor: { at: number }, mask: number, type: 7 | 8): Uint8Array[] {
  const name = type === NAL_TYPE.sps ? 'SPS' : 'PPS'
  const early = `a decoder configuration ends within a ${name}`
  if (cursor.at >= bytes.length) throw new ProtocolError('h264', early)
  const count = (bytes[cursor.at++] ?? 0) & mask
  if (count === 0) throw new ProtocolError('h264', `a decoder configuration must hold at least one ${name}`)
  const sets: Uint8Array[] = []
  for (let i = 0; i < count; i++) {
    const start = cursor.at + 2
    const end = start + (bytes[cursor.at] ?? 0) * 256 + (bytes[cursor.at + 1] ?? 0)
    if (end > bytes.length || start > bytes.length) throw new ProtocolError('h264', early)
    const set = bytes.subarray(start, end)
    if (nalType(set) !== type) {
      throw new ProtocolError('h264', `${name} in a decoder configuration must be NAL type ${type}`)
    }
    sets.push(set)
    cursor.at = end
  }
  return sets
}

/**
 * Makes a decoder configuration with lengths of 4 bytes; for the High profiles with the four bytes that
 * they have more.
 * @throws ProtocolError where a set is missing, too long or broken
 */
export function buildAvcConfiguration(sps: readonly Uint8Array[], pps: readonly Uint8Array[]): Uint8Array {
  const first = sps[0]
  if (first === undefined || sps.length > 31) throw new ProtocolError('h264', 'there must be 1 to 31 SPS')
  if (pps.length < 1 || pps.length > 255) throw new ProtocolError('h264', 'there must be 1 to 255 PPS')
  const parsed = parseSps(first)
  const parts: number[][] = [
    [1, first[1] ?? 0, first[2] ?? 0, first[3] ?? 0, 0xff, 0xe0 | sps.length],
    ...sps.map(withLength),
    [pps.length],
    ...pps.map(withLength),
  ]
  if (hasHighFields(parsed.profileIdc)) {
    const { chromaFormatIdc, bitDepthLuma, bitDepthChroma } = parsed
    parts.push([0xfc | chromaFormatIdc, 0xf8 | (bitDepthLuma - 8), 0xf8 | (bitDepthChroma - 8), 0])
  }
  return Uint8Array.from(parts.flat())
}

function withLength(set: Uint8Array): number[] {
  if (set.length > 0xffff) throw new ProtocolError('h264', 'a parameter set must have at most 65535 bytes')
  return [set.length >> 8, set.length & 255, ...set]
}

/**
 * Makes a decoder configuration from what an encoder with a global header gives: SPS and PPS behind start
 * codes.
 * @throws ProtocolError as `buildAvcConfiguration`
 */
export function avcConfigurationFromAnnexB(extradata: Uint8Array): Uint8Array {
  const nals = splitAnnexB(extradata)
  return buildAvcConfiguration(
    nals.filter((nal) => nalType(nal) === NAL_TYPE.sps),
    nals.filter((nal) => nalType(nal) === NAL_TYPE.pps),
  )
}
