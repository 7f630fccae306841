import type { AccessTokenId, ChannelId, SystemId } from '../../contract/ids.ts'
import type {
  RtmpChannelSettings,
  WebrtcChannelSettings,
  WebrtcHlsChannelSettings,
} from '../../contract/live-api.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** What a channel is made of, by its kind: settings as the caller wrote them, with defaults filled in. */
export type ChannelSpec =
  | { readonly kind: 'rtmp'; readonly settings: RtmpChannelSettings }
  | { readonly kind: 'webrtc'; readonly settings: WebrtcChannelSettings }
  | { readonly kind: 'webrtc-hls'; readonly settings: WebrtcHlsChannelSettings }

export type ChannelKind = ChannelSpec['kind']

/** A channel that exists, that is, was made and not deleted. */
export type Channel = ChannelSpec & {
  readonly channelId: ChannelId
  readonly systemId: SystemId
  /** The token it was made with. */
  readonly tokenId: AccessTokenId
  readonly tokenName: string
  readonly madeVia: 'console' | 'api' | 'schedule'
  /** A note of the operator; empty at first. */
  readonly name: string
  /** A word of the operator that puts channels together; empty at first. */
  readonly label: string
  readonly createdAt: EpochMilliseconds
}

/** A channel that is converted to HLS or not; what is not has no renditions. */
export function renditionsOf(spec: ChannelSpec): readonly Rendition[] {
  return spec.kind === 'webrtc' ? [] : spec.settings.hls
}

/** Where playlists are encrypted for; empty where they are not. */
export function encryptKeyUriOf(spec: ChannelSpec): string {
  return spec.kind === 'webrtc' ? '' : spec.settings.encrypt_key_uri
}
