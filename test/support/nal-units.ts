/** NAL units out of samples, and as a bare H.264 stream: what the service itself never does. */
import { ProtocolError } from '../../service/protocol/protocol-error.ts'

/**
 * NAL units that stand behind their lengths (ISO/IEC 14496-15 5.3.4.2). Empty ones are left out.
 * @param lengthSize bytes of each length, 1 to 4
 * @throws ProtocolError where a length passes the end
 */
export function splitLengthPrefixed(data: Uint8Array, lengthSize: number): Uint8Array[] {
  const nals: Uint8Array[] = []
  let at = 0
  while (at < data.length) {
    if (at + lengthSize > data.length) throw new ProtocolError('h264', 'the picture ends within a length')
    let length = 0
    for (let i = 0; i < lengthSize; i++) length = length * 256 + (data[at + i] ?? 0)
    at += lengthSize
    if (length > data.length - at) throw new ProtocolError('h264', 'a NAL unit passes the end of the picture')
    if (length > 0) nals.push(data.subarray(at, at + length))
    at += length
  }
  return nals
}

/** NAL units behind start codes of 4 bytes. */
export function joinAnnexB(nals: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(nals.reduce((sum, nal) => sum + 4 + nal.length, 0))
  let at = 0
  for (const nal of nals) {
    bytes[at + 3] = 1
    bytes.set(nal, at + 4)
    at += 4 + nal.length
  }
  return bytes
}
