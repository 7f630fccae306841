import type { ChannelView, PlaylistAddresses } from '../../service/contract/console/channel-view.ts'

export type ChannelKind = ChannelView['kind']
export const CHANNEL_KINDS: readonly ChannelKind[] = ['rtmp', 'webrtc-hls', 'webrtc']

type Whole<View> = {
  readonly [Name in keyof View]: Name extends Shown ? NonNullable<View[Name]> : View[Name]
}
/** Shown to those who operate. */
type Shown = 'ingestUrl' | 'ingestServer' | 'ingestKey' | 'sfuUrl'

/** A channel that encoders publish to over RTMP, as it is shown to those who operate. */
export type RtmpChannel = ChannelView & { readonly rtmp: Whole<NonNullable<ChannelView['rtmp']>> }
/** A channel that browsers and SDKs signal to, in the same way. */
export type WebRtcChannel = ChannelView & { readonly webrtc: Whole<NonNullable<ChannelView['webrtc']>> }

export const isRtmp = (channel: ChannelView): channel is RtmpChannel =>
  channel.rtmp !== null && channel.rtmp.ingestUrl !== null
export const isWebRtc = (channel: ChannelView): channel is WebRtcChannel =>
  channel.webrtc !== null && channel.webrtc.sfuUrl !== null

/** Where its playlist is; null without HLS. */
export const playlistOf = ({ rtmp, webrtc }: ChannelView): PlaylistAddresses | null =>
  rtmp ?? webrtc?.hls ?? null

/** How many send to it or, by WebRTC, are connected in any role. */
export const connectedCount = ({ connections, webrtc }: ChannelView): number =>
  webrtc ? webrtc.connections.length : connections.length
