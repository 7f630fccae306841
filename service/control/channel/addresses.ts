import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { ListenAddress } from '../../contract/worker-protocol.ts'
import { PREVIEW_FOLDER, SIGNED_FOLDER } from '../../protocol/hls/paths.ts'

/** Where clients of channels connect: names and ports as others use them, not as they are bound. */
export interface Addresses {
  readonly rtmp: ListenAddress
  readonly https: ListenAddress
  /** Loopback, for the console's own player. */
  readonly http: ListenAddress
  /** WebRTC signaling. */
  readonly signaling: ListenAddress
  /**
   * What the addresses of a channel's playlists begin with for viewers, where it is published to a store; null, or
   * left out, where that is the origin.
   */
  readonly published?: (channelId: ChannelId) => string | null
}

const authority = ({ host, port }: ListenAddress) => `${host.includes(':') ? `[${host}]` : host}:${port}`

/** Where WebRTC clients of a channel signal. @param key what they are let in by; null where the channel id is enough */
export function sfuUrl({ signaling }: Pick<Addresses, 'signaling'>, key: string | null = null): string {
  return `wss://${authority(signaling)}/signaling${key === null ? '' : `?key=${key}`}`
}

/** Whole RTMP publishing address: ends with the channel id. */
export function ingestUrl(addresses: Addresses, channelId: ChannelId): string {
  return ingestServer(addresses) + channelId
}

/** The part before the channel id, which encoders call the server. */
export function ingestServer(addresses: Addresses): string {
  return `rtmp://${authority(addresses.rtmp)}/`
}

/** The channel's own playlist: always its newest connection. */
export function channelPlaylistUrl(addresses: Addresses, channelId: ChannelId): string {
  return `${viewersBase(addresses, channelId)}/${channelId}/index.m3u8`
}

/** The same, where this service itself serves it. */
export function originPlaylistUrl({ https }: Pick<Addresses, 'https'>, channelId: ChannelId): string {
  return `https://${authority(https)}/${channelId}/index.m3u8`
}

function viewersBase({ https, published }: Addresses, channelId: ChannelId): string {
  return published?.(channelId) ?? `https://${authority(https)}`
}

/** The same addresses as they are for who has a token that is good for them; null leaves them as they are. */
export function signedUrl(url: string, token: string | null): string {
  if (token === null) return url
  const { origin, pathname } = new URL(url)
  return `${origin}/${SIGNED_FOLDER}/${token}${pathname}`
}

/** The playlist of one connection, good while that connection is on air. */
export function connectionPlaylistUrl(
  addresses: Addresses,
  channelId: ChannelId,
  connectionId: ConnectionId,
): string {
  return `${viewersBase(addresses, channelId)}/${channelId}/${connectionId}/index.m3u8`
}

/** The channel's playlist over loopback http, for the console's own player. */
export function previewUrl(addresses: Addresses, channelId: ChannelId): string {
  return `http://${authority(addresses.http)}/${PREVIEW_FOLDER}/${channelId}/index.m3u8`
}
