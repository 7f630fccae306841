/**
 * Payload types of every offer that the SFU makes. All connections have the same ones, so that packets are
 * forwarded without touching them.
 */
import type { VideoCodec } from '../../contract/signaling.ts'

export const OPUS_PAYLOAD_TYPE = 109
export const OPUS_CLOCK_RATE = 48_000
export const VIDEO_CLOCK_RATE = 90_000

/** Media and its retransmissions (RFC 4588) of each codec. */
export const VIDEO_PAYLOAD_TYPES: Readonly<
  Record<VideoCodec, { readonly media: number; readonly rtx: number }>
> = {
  VP8: { media: 120, rtx: 121 },
  VP9: { media: 98, rtx: 99 },
  H264: { media: 126, rtx: 127 },
  AV1: { media: 45, rtx: 46 },
}
