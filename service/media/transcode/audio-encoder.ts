import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_SAMPLE_FMT_FLTP,
  FF_ENCODER_AAC,
} from 'node-av/constants'
import { Codec, CodecContext, Packet, Rational } from 'node-av/lib'
import type { Frame } from 'node-av/lib'
import type { AccessUnit, AudioTarget, AudioTrack } from '../../contract/media.ts'
import { SAMPLE_RATE } from './audio-graph.ts'
import { must, present } from './native.ts'

/** Some 6 s of audio. */
const MAX_REFUSED_IN_A_ROW = 300

export interface AudioEncoderOptions {
  readonly target: AudioTarget
  onTrack(track: AudioTrack): void
  onUnit(unit: AccessUnit): void
}

/** Encodes 48 kHz stereo by FFmpeg's own AAC encoder. */
export class AudioEncoder {
  readonly #options: AudioEncoderOptions
  readonly #context: CodecContext
  readonly #packet = new Packet()
  #units = 0
  #refusedInARow = 0

  /** @throws Error when the encoder can't be opened */
  constructor(options: AudioEncoderOptions) {
    this.#options = options
    this.#packet.alloc()
    this.#context = open(options.target)
    options.onTrack({
      kind: 'audio',
      codec: 'aac',
      timescale: SAMPLE_RATE,
      sampleRate: SAMPLE_RATE,
      channels: 2,
      bitRateBps: options.target.bitRateBps,
      decoderConfig: new Uint8Array(present(this.#context.extraData, 'configuration from the AAC encoder')),
    })
  }

  /** Units handed out. */
  get units(): number {
    return this.#units
  }

  /**
   * Encodes 1024 samples, the last ones may be fewer; null hands out what is under way. What a broken
   * source decodes to may be no numbers; such samples are left out.
   * @throws Error when too many frames in a row were refused
   */
  encode(frame: Frame | null): void {
    const code = this.#context.sendFrameSync(frame)
    this.#refusedInARow = code < 0 ? this.#refusedInARow + 1 : 0
    if (this.#refusedInARow > MAX_REFUSED_IN_A_ROW) must(code, 'encoding audio')
    while (this.#context.receivePacketSync(this.#packet) >= 0) {
      const { pts, dts, duration, data } = this.#packet
      this.#units += 1
      this.#options.onUnit({
        pts: Number(pts),
        dts: Number(dts),
        duration: Number(duration),
        key: true,
        data: present(data, 'data in a packet'),
      })
      this.#packet.unref()
    }
  }

  close(): void {
    this.#context.freeContext()
    this.#packet.free()
  }
}

function open(target: AudioTarget): CodecContext {
  const codec = present(Codec.findEncoderByName(FF_ENCODER_AAC), 'encoder aac')
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = SAMPLE_RATE
  context.sampleFormat = AV_SAMPLE_FMT_FLTP
  context.channelLayout = AV_CHANNEL_LAYOUT_STEREO
  context.timeBase = new Rational(1, SAMPLE_RATE)
  context.bitRate = BigInt(target.bitRateBps)
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  must(context.open2Sync(codec, null), 'opening the encoder aac')
  return context
}
