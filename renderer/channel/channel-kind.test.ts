import { describe, expect, it } from 'vitest'
import {
  channelView,
  connectionView,
  playlistAddresses,
  webrtcChannelView,
  webrtcConnectionView,
} from '../../test/support/console-views.ts'
import { connectedCount, playlistOf } from './channel-kind.ts'

const hls = playlistAddresses('C')

describe('a channel', () => {
  it.each([
    ['RTMP', channelView({ channelId: 'C' }), hls.previewUrl],
    ['WebRTC with HLS', webrtcChannelView({}, { hls }), hls.previewUrl],
    ['WebRTC without HLS', webrtcChannelView(), undefined],
  ])('of %s has its playlist there or none', (_name, channel, previewUrl) => {
    expect(playlistOf(channel)?.previewUrl).toBe(previewUrl)
  })

  it('counts encoders, and the clients of WebRTC in any role, each once', () => {
    expect(connectedCount(channelView({ connections: [connectionView()] }))).toBe(1)
    const connections = [webrtcConnectionView(), webrtcConnectionView({ role: 'recvonly' })]
    expect(connectedCount(webrtcChannelView({ connections: [connectionView()] }, { connections }))).toBe(2)
  })
})
