import { EncodedPacketSink } from 'mediabunny'
import type { EncodedPacket, InputTrack } from 'mediabunny'

/** All packets of a track, in the order of their decoding; none where there is no track. */
export async function packetsOf(track: InputTrack | null): Promise<EncodedPacket[]> {
  const packets: EncodedPacket[] = []
  if (!track) return packets
  for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
  return packets
}
