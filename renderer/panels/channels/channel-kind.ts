import type { ChannelView } from '../../../service/contract/console.ts'

/** A channel that encoders publish to over RTMP. */
export type RtmpChannel = ChannelView & { readonly rtmp: NonNullable<ChannelView['rtmp']> }
/** A channel that browsers and SDKs signal to. */
export type WebRtcChannel = ChannelView & { readonly webrtc: NonNullable<ChannelView['webrtc']> }

export const isRtmp = (channel: ChannelView): channel is RtmpChannel => channel.rtmp !== null
export const isWebRtc = (channel: ChannelView): channel is WebRtcChannel => channel.webrtc !== null
