import type { Channel } from './control/channel/channel.ts'
import { connectionPlaylistUrl } from './control/channel/addresses.ts'
import type { Addresses } from './control/channel/addresses.ts'
import type { ChannelRepository } from './control/channel/repository.ts'
import type { LiveBroadcasts } from './control/connection/broadcasts.ts'
import { WebrtcHls } from './control/connection/webrtc-hls.ts'
import { SfuSessions } from './control/sfu/sessions.ts'
import type { SfuSessionParts, WebrtcChannel } from './control/sfu/dependencies.ts'
import type { WorkerFleet } from './control/workers/worker-fleet.ts'

export interface WebrtcOptions extends Omit<SfuSessionParts, 'channels' | 'media' | 'hls'> {
  readonly channels: Pick<ChannelRepository, 'find'>
  readonly broadcasts: LiveBroadcasts
  readonly fleet: WorkerFleet
}

/** The connections of WebRTC clients, and the playlists of those that send on channels with HLS. */
export interface WebrtcPlane {
  readonly sessions: SfuSessions
  readonly hls: WebrtcHls
  /** Tells owners of channels where a playlist is, from now on. */
  announcePlaylists(addresses: Addresses): void
}

export function openWebrtc({ channels, broadcasts, fleet, ...parts }: WebrtcOptions): WebrtcPlane {
  const hls = new WebrtcHls({ ...parts, broadcasts, media: fleet })
  const sessions = new SfuSessions({
    ...parts,
    channels: { find: (id) => webrtcOnly(channels.find(id)) },
    media: fleet.sfu,
    hls,
  })
  hls.onReopened((_, connectionId, place) => void sessions.handOnTo(connectionId, place))
  return {
    sessions,
    hls,
    announcePlaylists(addresses) {
      hls.onPlaylistReady((connectionId, channelId) => {
        sessions.playlistReady(connectionId, connectionPlaylistUrl(addresses, channelId, connectionId))
      })
    },
  }
}

/** Browsers connect to WebRTC channels only; an RTMP channel is unknown to them. */
function webrtcOnly(channel: Channel | null): WebrtcChannel | null {
  return channel === null || channel.kind === 'rtmp' ? null : channel
}
