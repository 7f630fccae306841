import { VIDEO_CODECS } from '../../../contract/signaling.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import type { MediaDescription } from 'sdp-transform'
import { readSession } from './session.ts'

/** What a client can receive. */
export interface Capabilities {
  readonly videoCodecs: ReadonlySet<VideoCodec>
  readonly opus: boolean
}

/**
 * Reads the offer to receive everything that a client sends when it connects.
 * @throws SdpError for what is no SDP
 */
export function readCapabilities(sdp: string): Capabilities {
  const media = readSession(sdp).media.filter((m) => m.direction !== 'sendonly' && m.direction !== 'inactive')
  const audio = media.filter((m) => m.type === 'audio')
  const video = media.filter((m) => m.type === 'video')
  return {
    videoCodecs: new Set(VIDEO_CODECS.filter((codec) => video.some((m) => hasCodec(m, codec)))),
    opus: audio.some((m) => hasCodec(m, 'opus')),
  }
}

/** Names of encodings are the same in any case (RFC 8866 6.6). */
function hasCodec(media: MediaDescription, name: VideoCodec | 'opus'): boolean {
  return media.rtp.some(
    ({ codec, payload }) =>
      String(codec).toLowerCase() === name.toLowerCase() &&
      (name !== 'H264' || isFragmentable(media, payload)),
  )
}

/** H.264 is offered with packetization-mode 1 only (RFC 6184 5.4): a frame over several packets. */
function isFragmentable(media: MediaDescription, payload: string | number): boolean {
  return media.fmtp.some((f) => f.payload === payload && /packetization-mode=1\b/i.test(String(f.config)))
}
