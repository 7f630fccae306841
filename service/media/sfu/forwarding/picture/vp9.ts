import { Vp9DescriptorView } from '../../../../protocol/vp9/descriptor.ts'
import type { OutgoingPacket } from '../outgoing-packet.ts'

/** Picture id, TL0PICIDX and key frames of VP9 (RFC 9628 4.2). */
export function vp9Reader(): (packet: OutgoingPacket) => boolean {
  const descriptor = new Vp9DescriptorView()
  return (packet) => {
    if (!descriptor.read(packet.bytes, packet.payloadStart, packet.bytes.length)) return false
    packet.pictureAt = descriptor.pictureIdAt
    packet.pictureMask = descriptor.pictureIdBits === 15 ? 0x7fff : 0x7f
    packet.picture = descriptor.pictureId
    packet.temporalAt = descriptor.tl0PicIdxAt
    packet.temporal = descriptor.tl0PicIdx
    return descriptor.keyFrame === true
  }
}
