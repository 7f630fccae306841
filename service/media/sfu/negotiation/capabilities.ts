import { VIDEO_CODECS } from '../../../contract/signaling.ts'
import type { VideoCodec } from '../../../contract/signaling.ts'
import type { MediaDescription } from 'sdp-transform'
import { readSession } from './session.ts'

/** What a client can receive. */
export interface Capabilities {
  readonly videoCodecs: ReadonlySet<VideoCodec>
  readonly opus: boolean
}

/** Who says nothing may get all: an m-line of a codec that it does not know it refuses. */
const EVERYTHING: Capabilities = { videoCodecs: new Set(VIDEO_CODECS), opus: true }

/**
 * Reads the offer to receive everything that a client sends when it connects.
 * @param sdp null where it sent none
 * @throws SdpError for what is no SDP
 */
export function readCapabilities(sdp: string | null): Capabilities {
  if (sdp === null) return EVERYTHING
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
  const types = media.rtp.filter(({ codec }) => String(codec).toLowerCase() === name.toLowerCase())
  if (name !== 'H264') return types.length > 0
  const fragmentable = fragmentableTypes(media)
  return types.some(({ payload }) => fragmentable.has(payload))
}

/** H.264 is offered with packetization-mode 1 only (RFC 6184 5.4): a frame over several packets. */
function fragmentableTypes({ fmtp }: MediaDescription): ReadonlySet<string | number> {
  const fragmentable = fmtp.filter(({ config }) => /packetization-mode=1\b/i.test(String(config)))
  return new Set(fragmentable.map(({ payload }) => payload))
}
