import { ProtocolError } from '../protocol-error.ts'

/** nal_unit_type (ITU-T H.264 table 7-1). */
export const NAL_TYPE = { slice: 1, idr: 5, sei: 6, sps: 7, pps: 8, accessUnitDelimiter: 9 } as const

/** Type of a NAL unit; 0 for an empty one. */
export function nalType(nal: Uint8Array): number {
  return (nal[0] ?? 0) & 31
}

/**
 * True for an IDR picture, from which decoding can start whatever was before it; false where it cannot be read.
 * @param data NAL units, each behind its length in 4 bytes
 */
export function isIdr(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  for (let at = 0; at + 4 < data.length; at += 4 + view.getUint32(at)) {
    if ((view.getUint8(at + 4) & 31) === NAL_TYPE.idr) return true
  }
  return false
}

/**
 * NAL units that stand behind start codes (ITU-T H.264 annex B). Zero bytes around them are left out.
 * @throws ProtocolError where there are bytes before the first start code
 */
export function splitAnnexB(data: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = []
  let start = -1
  for (let at = nextStartCode(data, 0); ; at = nextStartCode(data, at + 3)) {
    if (start < 0 && trimZeros(data, 0, at) > 0) {
      throw new ProtocolError('h264', 'there is no start code before the first NAL unit')
    }
    if (start >= 0) {
      const end = trimZeros(data, start, at)
      if (end > start) nals.push(data.subarray(start, end))
    }
    if (at === data.length) return nals
    start = at + 3
  }
}

/** Where 00 00 01 begins, or the end. */
function nextStartCode(data: Uint8Array, from: number): number {
  for (let at = data.indexOf(1, from + 2); at >= 0; at = data.indexOf(1, at + 1)) {
    if (data[at - 1] === 0 && data[at - 2] === 0) return at - 2
  }
  return data.length
}

function trimZeros(data: Uint8Array, start: number, end: number): number {
  let to = end
  while (to > start && data[to - 1] === 0) to -= 1
  return to
}

/** NAL units behind lengths of 4 bytes. */
export function joinLengthPrefixed(nals: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(nals.reduce((sum, nal) => sum + 4 + nal.length, 0))
  const view = new DataView(bytes.buffer)
  let at = 0
  for (const nal of nals) {
    view.setUint32(at, nal.length)
    bytes.set(nal, at + 4)
    at += 4 + nal.length
  }
  return bytes
}

/**
 * A picture as encoders give it (annex B) in the form of an access unit: lengths of 4 bytes, without access
 * unit delimiters, which ISO/IEC 14496-15 5.3.2 advises to leave out.
 * @throws ProtocolError as `splitAnnexB`
 */
export function annexBToLengthPrefixed(data: Uint8Array): Uint8Array {
  return joinLengthPrefixed(splitAnnexB(data).filter((nal) => nalType(nal) !== NAL_TYPE.accessUnitDelimiter))
}
