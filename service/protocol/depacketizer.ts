import type { VideoCodec } from '../contract/signaling.ts'
import { Av1Depacketizer } from './av1/depacketizer.ts'
import { H264Depacketizer } from './h264/depacketizer.ts'
import { Vp8Depacketizer } from './vp8/depacketizer.ts'
import { Vp9Depacketizer } from './vp9/depacketizer.ts'
import type { VideoDepacketizer } from './rtp/depacketized-frame.ts'

const DEPACKETIZERS: Readonly<Record<VideoCodec, () => VideoDepacketizer>> = {
  VP8: () => new Vp8Depacketizer(),
  VP9: () => new Vp9Depacketizer(),
  H264: () => new H264Depacketizer(),
  AV1: () => new Av1Depacketizer(),
}

/** Makes what joins the RTP payloads of a codec to frames. */
export function createDepacketizer(codec: VideoCodec): VideoDepacketizer {
  return DEPACKETIZERS[codec]()
}
