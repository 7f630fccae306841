import type { VideoCodec } from '../../../../contract/signaling.ts'
import type { OutgoingPacket } from '../outgoing-packet.ts'
import { av1Reader } from './av1.ts'
import { h264Reader } from './h264.ts'
import { vp8Reader } from './vp8.ts'
import { vp9Reader } from './vp9.ts'

/**
 * Notes in a packet where its picture numbers stand, so that they can be made to go on behind a switch.
 * @returns whether a key frame begins with it
 */
export type PictureReader = (packet: OutgoingPacket) => boolean

/** One for each track: some remember what came before. */
export const PICTURE_READERS: Readonly<Record<VideoCodec, () => PictureReader>> = {
  VP8: vp8Reader,
  VP9: vp9Reader,
  H264: h264Reader,
  AV1: av1Reader,
}
