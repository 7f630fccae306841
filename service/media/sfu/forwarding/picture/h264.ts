import { NAL_TYPE } from '../../../../protocol/h264/nal.ts'
import { H264PayloadView } from '../../../../protocol/h264/rtp-payload.ts'
import type { OutgoingPacket } from '../outgoing-packet.ts'

/**
 * Key frames of H.264. Where the sender repeats its parameter sets, a key frame begins with them and not with
 * its slices: decoding can not begin without.
 */
export function h264Reader(): (packet: OutgoingPacket) => boolean {
  const payload = new H264PayloadView()
  let sendsParameterSets = false
  return (packet) => {
    if (!payload.read(packet.bytes, packet.payloadStart, packet.bytes.length)) return false
    const hasSps = payload.hasNal(NAL_TYPE.sps)
    sendsParameterSets ||= hasSps
    return hasSps || (payload.keyFrame && !sendsParameterSets)
  }
}
