import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, Packet, Rational } from 'node-av/lib'
import type { Frame } from 'node-av/lib'
import type { BitsPerSecond } from '../../contract/units.ts'
import { SAMPLE_RATE } from '../transcode/audio-graph.ts'
import { frameRateOf, must, present, setOptions } from '../transcode/native.ts'
import type { PictureSize } from './picture.ts'

const AUDIO_BIT_RATE: BitsPerSecond = 128_000
const KEY_FRAME_SECONDS = 2

/** H.264 as a careful encoder sends it: a key frame every 2 s, no B-frames, a bit rate that holds. */
export function openVideo(size: PictureSize, bitRateBps: BitsPerSecond): CodecContext {
  const context = new CodecContext()
  context.allocContext3(present(Codec.findEncoderByName(FF_ENCODER_LIBX264), 'encoder libx264'))
  context.width = size.width
  context.height = size.height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.framerate = frameRateOf(size.frameRate)
  context.timeBase = context.framerate.inv()
  context.gopSize = Math.round(size.frameRate * KEY_FRAME_SECONDS)
  context.bitRate = BigInt(bitRateBps)
  context.rcMaxRate = BigInt(bitRateBps)
  context.rcBufferSize = bitRateBps
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  setOptions(context, {
    preset: 'veryfast',
    tune: 'zerolatency',
    profile: 'high',
    sc_threshold: 0,
    threads: 1,
  })
  must(context.open2Sync(null, null), 'opening the encoder libx264')
  return context
}

export function openAudio(): CodecContext {
  const context = new CodecContext()
  context.allocContext3(present(Codec.findEncoderByName(FF_ENCODER_AAC), 'encoder aac'))
  context.sampleRate = SAMPLE_RATE
  context.sampleFormat = AV_SAMPLE_FMT_FLTP
  context.channelLayout = AV_CHANNEL_LAYOUT_STEREO
  context.timeBase = new Rational(1, SAMPLE_RATE)
  context.bitRate = BigInt(AUDIO_BIT_RATE)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  must(context.open2Sync(null, null), 'opening the encoder aac')
  return context
}

/** Encodes one frame; the packets are the caller's. */
export function encode(context: CodecContext, frame: Frame): Packet[] {
  must(context.sendFrameSync(frame), 'encoding the test picture')
  const packets: Packet[] = []
  for (;;) {
    const packet = new Packet()
    packet.alloc()
    if (context.receivePacketSync(packet) < 0) {
      packet.free()
      return packets
    }
    packets.push(packet)
  }
}
