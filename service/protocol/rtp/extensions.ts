/** Header extensions of every offer that the SFU makes, with their ids (RFC 8285); the same on all connections. */
export const EXTENSIONS = {
  mid: { id: 1, uri: 'urn:ietf:params:rtp-hdrext:sdes:mid' },
  absSendTime: { id: 2, uri: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time' },
  transportSequenceNumber: {
    id: 3,
    uri: 'http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
  },
  rid: { id: 4, uri: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id' },
  repairedRid: { id: 5, uri: 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id' },
  audioLevel: { id: 6, uri: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level' },
  videoOrientation: { id: 7, uri: 'urn:3gpp:video-orientation' },
  playoutDelay: { id: 8, uri: 'http://www.webrtc.org/experiments/rtp-hdrext/playout-delay' },
  dependencyDescriptor: {
    id: 9,
    uri: 'https://aomediacodec.github.io/av1-rtp-spec/#dependency-descriptor-rtp-header-extension',
  },
} as const
export type ExtensionName = keyof typeof EXTENSIONS
