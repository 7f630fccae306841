import { joinBytes, readUint16 } from '../bytes.ts'
import { ProtocolError } from '../protocol-error.ts'
import type { DepacketizedFrame, VideoDepacketizer } from '../rtp/depacketized-frame.ts'
import { buildAvcConfiguration } from './avcc.ts'
import { joinLengthPrefixed, NAL_TYPE, nalType } from './nal.ts'
import { PACKET_TYPE } from './rtp-payload.ts'
import { parseSps } from './sps.ts'

/**
 * Joins the payloads of H.264 in packetization mode 0 or 1 (RFC 6184 5.4) to access units. Parameter sets
 * stay in them, access unit delimiters do not.
 */
export class H264Depacketizer implements VideoDepacketizer {
  frame(payloads: readonly Uint8Array[]): DepacketizedFrame {
    const nals = nalUnits(payloads).filter((nal) => nalType(nal) !== NAL_TYPE.accessUnitDelimiter)
    if (nals.length === 0) throw new ProtocolError('h264', 'a frame must have at least one NAL unit')
    const sps = nals.filter((nal) => nalType(nal) === NAL_TYPE.sps)
    const pps = nals.filter((nal) => nalType(nal) === NAL_TYPE.pps)
    const first = sps[0]
    const size = first === undefined ? null : parseSps(first)
    return {
      data: joinLengthPrefixed(nals),
      key: nals.some((nal) => nalType(nal) === NAL_TYPE.idr),
      width: size?.width ?? null,
      height: size?.height ?? null,
      decoderConfig: sps.length > 0 && pps.length > 0 ? buildAvcConfiguration(sps, pps) : null,
    }
  }
}

function nalUnits(payloads: readonly Uint8Array[]): Uint8Array[] {
  const nals: Uint8Array[] = []
  /** Of the NAL unit that is in pieces; empty where none is. */
  let fragments: Uint8Array[] = []
  for (const payload of payloads) {
    const type = nalType(payload)
    if (type === PACKET_TYPE.fuA) {
      const whole = addFragment(fragments, payload)
      if (whole) {
        nals.push(joinBytes(fragments))
        fragments = []
      }
      continue
    }
    if (fragments.length > 0) throw new ProtocolError('h264', 'a fragmented NAL unit must be ended')
    if (type === PACKET_TYPE.stapA) nals.push(...aggregated(payload))
    else if (type >= 1 && type < PACKET_TYPE.stapA) nals.push(payload)
    else throw new ProtocolError('h264', `packet type ${type} must not occur in packetization mode 1`)
  }
  if (fragments.length > 0) throw new ProtocolError('h264', 'a fragmented NAL unit must be ended')
  return nals
}

/** RFC 6184 5.7.1. */
function aggregated(payload: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = []
  let at = 1
  while (at < payload.length) {
    const end = at + 2 + readUint16(payload, at)
    if (end > payload.length || end === at + 2)
      throw new ProtocolError('h264', 'a STAP-A must hold whole NAL units')
    nals.push(payload.subarray(at + 2, end))
    at = end
  }
  return nals
}

/** RFC 6184 5.8. Returns true where the NAL unit is whole. */
function addFragment(fragments: Uint8Array[], payload: Uint8Array): boolean {
  if (payload.length < 3) throw new ProtocolError('h264', 'a fragment must not be empty')
  const [indicator = 0, header = 0] = payload
  const starts = (header & 0x80) !== 0
  if (starts !== (fragments.length === 0)) {
    throw new ProtocolError('h264', 'fragments must begin with a start and have no other')
  }
  if (starts) fragments.push(Uint8Array.of((indicator & 0xe0) | (header & 31)))
  fragments.push(payload.subarray(2))
  return (header & 0x40) !== 0
}
