import type { PlaylistAddresses } from '../control/access/playlist-addresses.ts'
import type { Channel } from '../control/channel/channel.ts'
import { connectionPlaylistUrl, signedUrl } from '../control/channel/addresses.ts'
import type { Addresses } from '../control/channel/addresses.ts'
import type { ChannelRepository } from '../control/channel/repository.ts'
import { SfuSessions } from '../control/sfu/sessions.ts'
import type { SfuSessionParts, WebrtcChannel } from '../control/sfu/dependencies.ts'
import type { WorkerFleet } from '../control/workers/worker-fleet.ts'

export interface WebrtcOptions extends Omit<SfuSessionParts, 'channels' | 'media' | 'playlistUrl'> {
  readonly channels: Pick<ChannelRepository, 'find'>
  readonly fleet: WorkerFleet
  readonly playlistAddresses: Pick<PlaylistAddresses, 'forConnection'>
}

/** The connections of WebRTC clients. */
export interface WebrtcPlane {
  readonly sessions: SfuSessions
  /** Where playlists are; known before a client can have one. */
  reachedAt(addresses: Addresses): void
}

export function openWebrtc({ channels, fleet, playlistAddresses, ...parts }: WebrtcOptions): WebrtcPlane {
  let reached: Addresses | null = null
  const sessions = new SfuSessions({
    ...parts,
    channels: { find: (id) => webrtcOnly(channels.find(id)) },
    media: fleet.sfu,
    playlistUrl: (channelId, connectionId) => {
      if (!reached) throw new Error('asked for an address before the ingest process listens')
      const token = playlistAddresses.forConnection(channelId, connectionId)
      return signedUrl(connectionPlaylistUrl(reached, channelId, connectionId), token)
    },
  })
  return {
    sessions,
    reachedAt(addresses) {
      reached = addresses
    },
  }
}

/** Browsers connect to WebRTC channels only; an RTMP channel is unknown to them. */
function webrtcOnly(channel: Channel | null): WebrtcChannel | null {
  return channel === null || channel.kind === 'rtmp' ? null : channel
}
