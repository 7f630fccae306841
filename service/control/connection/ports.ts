/** What the APIs and the console may ask of the broadcasts that run now. */
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'

/** One connection that is on air, or within the grace after its publisher went. */
export interface LiveConnection {
  readonly connectionId: ConnectionId
  readonly channelId: ChannelId
  readonly remoteAddress: string
  readonly encoder: string
  readonly connectedAt: EpochMilliseconds
  /** When each rendition had its first segment; null before. */
  readonly playlistReadyAt: EpochMilliseconds | null
  /** When its publisher went; null while it sends. */
  readonly endedAt: EpochMilliseconds | null
  readonly stats: ConnectionStats | null
}

/** What is known of a channel's broadcasts; the console derives its state from it. */
export interface ChannelActivity {
  /** Newest first; those whose playlist has not ended yet. */
  readonly connections: readonly LiveConnection[]
  /** When the authentication webhook was asked, while its answer is awaited. */
  readonly authorisingSince: EpochMilliseconds | null
  /** Last refusal, cleared by an accepted connection. */
  readonly denied: {
    readonly at: EpochMilliseconds
    readonly reason: CloseReason
    readonly text: string
  } | null
  /** How the last broadcast ended. */
  readonly lastEnd: { readonly at: EpochMilliseconds; readonly reason: CloseReason } | null
  readonly viewers: number
}

export interface Broadcasts {
  activity(channelId: ChannelId): ChannelActivity
  /** Connections that send now and have a playlist, newest first: what ListPlaylistURLs lists. */
  withPlaylist(channelId: ChannelId): readonly LiveConnection[]
  /** Disconnects the channel's publishers and ends its playlists; resolves when the media process did. */
  closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void>
  /** Ends one broadcast; false when no such connection is open. */
  closeConnection(connectionId: ConnectionId, reason: CloseReason): Promise<boolean>
  /** Tells which channel changed; returns how to stop listening. */
  onChange(listener: (channelId: ChannelId) => void): () => void
}
