import { readAccess, showKey } from '../../../api/access.ts'
import type { RtmpChannel } from '../../../channel/channel-kind.ts'

/** The channel as an encoder is to be set to it: with its ingest key where it asks for that. */
export async function withKey(channel: RtmpChannel): Promise<RtmpChannel> {
  try {
    if (!(await readAccess(channel.channelId)).requireKey) return channel
    const { streamKey } = await showKey(channel.channelId)
    return streamKey === null ? channel : { ...channel, rtmp: { ...channel.rtmp, ingestKey: streamKey } }
  } catch {
    // Without the key it is set up as far as that goes; the door says what is missing.
    return channel
  }
}
