import { Vp8DescriptorView } from '../../../../protocol/vp8/descriptor.ts'
import type { OutgoingPacket } from '../outgoing-packet.ts'

/** Picture id, TL0PICIDX and key frames of VP8 (RFC 7741 4.2). */
export function vp8Reader(): (packet: OutgoingPacket) => boolean {
  const descriptor = new Vp8DescriptorView()
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
