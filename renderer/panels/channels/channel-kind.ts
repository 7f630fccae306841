import type { ChannelView, PlaylistAddresses } from '../../../service/contract/console/channel-view.ts'

export type ChannelKind = ChannelView['kind']
export const CHANNEL_KINDS: readonly ChannelKind[] = ['rtmp', 'webrtc-hls', 'webrtc']

/** A channel that encoders publish to over RTMP. */
export type RtmpChannel = ChannelView & { readonly rtmp: NonNullable<ChannelView['rtmp']> }
/** A channel that browsers and SDKs signal to. */
export type WebRtcChannel = ChannelView & { readonly webrtc: NonNullable<ChannelView['webrtc']> }

export const isRtmp = (channel: ChannelView): channel is RtmpChannel => channel.rtmp !== null
export const isWebRtc = (channel: ChannelView): channel is WebRtcChannel => channel.webrtc !== null

/** Where its playlist is; null without HLS. */
export const playlistOf = ({ rtmp, webrtc }: ChannelView): PlaylistAddresses | null =>
  rtmp ?? webrtc?.hls ?? null

/** How many send to it or, by WebRTC, are connected in any role. */
export const connectedCount = ({ connections, webrtc }: ChannelView): number =>
  webrtc ? webrtc.connections.length : connections.length
