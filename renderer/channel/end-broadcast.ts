/** Ending what a channel broadcasts. */
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { endConnection, stopTestPicture } from '../api/channels.ts'

/** Ids of the connections that send to a channel. */
export const sendersOf = ({ connections, kind, webrtc }: ChannelView): readonly string[] =>
  // Without HLS nothing becomes a broadcast of its own: who sends is among the clients.
  (kind === 'webrtc'
    ? (webrtc?.connections.filter(({ role }) => role !== 'recvonly') ?? [])
    : connections
  ).map(({ connectionId }) => connectionId)

/** Cuts all that send; the test picture is stopped. @throws ApiError of the first that was not cut */
export async function endBroadcast(channel: ChannelView): Promise<void> {
  if (channel.testPicture) await stopTestPicture(channel.channelId)
  else await Promise.all(sendersOf(channel).map(endConnection))
}
