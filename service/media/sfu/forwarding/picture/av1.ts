import { Av1AggregationView } from '../../../../protocol/av1/aggregation.ts'
import { DependencyDescriptorView } from '../../../../protocol/av1/dependency-descriptor.ts'
import type { OutgoingPacket } from '../outgoing-packet.ts'

/** Frame number and key frames of AV1 (RTP Payload Format For AV1 4.4, A.8.2). */
export function av1Reader(): (packet: OutgoingPacket) => boolean {
  const aggregation = new Av1AggregationView()
  const descriptor = new DependencyDescriptorView()
  return (packet) => {
    if (descriptor.read(packet.bytes, packet.descriptorAt, packet.descriptorLength)) {
      packet.pictureAt = descriptor.frameNumberAt
      packet.pictureMask = 0xffff
      packet.picture = descriptor.frameNumber
    }
    return aggregation.read(packet.bytes, packet.payloadStart, packet.bytes.length) && aggregation.keyFrame
  }
}
