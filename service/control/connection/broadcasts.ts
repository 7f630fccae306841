/** What the APIs and the console may ask of the broadcasts that run now. */
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import type { LiveConnection } from './channel-activity.ts'
import type { ChannelActivity } from './channel-activity.ts'

export interface Broadcasts {
  activity(channelId: ChannelId): ChannelActivity
  /** False where no publisher came to the channel since this service runs. */
  isKnown(channelId: ChannelId): boolean
  /** Connections that send now and have a playlist, newest first: what ListPlaylistURLs lists. */
  withPlaylist(channelId: ChannelId): readonly LiveConnection[]
  /** Disconnects the channel's publishers and ends its playlists; resolves when the media process did. */
  closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void>
  /**
   * Ends a connection of a system for an operator, whatever carried it in; false when it has no such open one.
   * @throws Refusal `SERVICE_UNAVAILABLE`
   */
  endConnection(systemId: SystemId, connectionId: ConnectionId): Promise<boolean>
  /** Tells which channel changed; returns how to stop listening. */
  onChange(listener: (channelId: ChannelId) => void): () => void
}
