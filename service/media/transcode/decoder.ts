import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_AV1,
  AV_CODEC_ID_H264,
  AV_CODEC_ID_OPUS,
  AV_CODEC_ID_VP8,
  AV_CODEC_ID_VP9,
  AV_NOPTS_VALUE,
  AVERROR_EAGAIN,
  AVERROR_EOF,
} from 'node-av/constants'
import type { AVCodecID } from 'node-av/constants'
import { Codec, CodecContext, Frame, Packet, Rational } from 'node-av/lib'
import type { AccessUnit, SourceAudioCodec, SourceVideoCodec } from '../../contract/media.ts'
import { parseAvcConfiguration } from '../../protocol/h264/avcc.ts'
import { SOURCE_TIMESCALE } from '../link/frames.ts'
import { must, present, setOptions } from './native.ts'

const CODECS: Readonly<Record<SourceVideoCodec | SourceAudioCodec, AVCodecID>> = {
  h264: AV_CODEC_ID_H264,
  vp8: AV_CODEC_ID_VP8,
  vp9: AV_CODEC_ID_VP9,
  av1: AV_CODEC_ID_AV1,
  aac: AV_CODEC_ID_AAC,
  opus: AV_CODEC_ID_OPUS,
}
/** Identification header of stereo without pre-skip at 48 kHz (RFC 7845 5.1): packets alone don't say it. */
const OPUS_STEREO = Buffer.from('4f707573486561640102000080bb0000000000', 'hex')
/**
 * Larger pictures are refused, as those of H.264 are: none exist at any of its levels (ITU-T H.264 table A-1).
 * A few bytes of another codec can claim 2^28 pixels, and as many again for each picture that is referred to.
 */
const MAX_PIXELS = 139_264 * 256
/** More refused units in a row end the transcoder: some 10 s of video. */
const MAX_FAILURES_IN_A_ROW = 300

/** Decodes one track; a bad unit is counted and skipped. */
export class Decoder {
  readonly #codec: Codec
  readonly #packet = new Packet()
  readonly #frame = new Frame()
  readonly #onFrame: (frame: Frame) => void
  #context: CodecContext
  #failuresInARow = 0
  #frames = 0
  #errors = 0

  /**
   * @param onFrame is lent each frame, its time in milliseconds
   * @throws Error when the decoder can't be opened with this configuration
   */
  constructor(
    codec: SourceVideoCodec | SourceAudioCodec,
    decoderConfig: Uint8Array,
    onFrame: (frame: Frame) => void,
  ) {
    this.#codec = present(Codec.findDecoder(CODECS[codec]), `decoder of ${codec}`)
    this.#onFrame = onFrame
    this.#packet.alloc()
    this.#frame.alloc()
    this.#context = open(this.#codec, decoderConfig)
  }

  /** Frames decoded. */
  get frames(): number {
    return this.#frames
  }

  /** Units refused. */
  get errors(): number {
    return this.#errors
  }

  /** @throws Error when too many units in a row could not be decoded */
  push(unit: AccessUnit): void {
    this.#packet.data = asBuffer(unit.data)
    this.#packet.pts = BigInt(Math.round(unit.pts))
    this.#packet.dts = BigInt(Math.round(unit.dts))
    this.#packet.isKeyframe = unit.key
    const sent = this.#context.sendPacketSync(this.#packet)
    this.#packet.unref()
    const ok = sent >= 0
    if (this.#drain() && ok) this.#failuresInARow = 0
    else this.#fail()
  }

  /** Goes on with another configuration, after the frames of the old one; a bad one is passed over. */
  configure(decoderConfig: Uint8Array): void {
    let next: CodecContext
    try {
      next = open(this.#codec, decoderConfig)
    } catch {
      this.#errors += 1
      return
    }
    this.flush()
    this.#context.freeContext()
    this.#context = next
  }

  /** Hands out the frames that are under way. */
  flush(): void {
    this.#context.sendPacketSync(null)
    this.#drain()
  }

  close(): void {
    this.#context.freeContext()
    this.#packet.free()
    this.#frame.free()
  }

  /** @returns false when the decoder reported an error */
  #drain(): boolean {
    for (;;) {
      const code = this.#context.receiveFrameSync(this.#frame)
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return true
      if (code < 0) return false
      this.#frames += 1
      if (this.#frame.pts === AV_NOPTS_VALUE) this.#frame.pts = this.#frame.bestEffortTimestamp
      if (this.#frame.pts !== AV_NOPTS_VALUE) this.#onFrame(this.#frame)
      this.#frame.unref()
    }
  }

  #fail(): void {
    this.#errors += 1
    this.#failuresInARow += 1
    if (this.#failuresInARow > MAX_FAILURES_IN_A_ROW) {
      throw new Error(`${this.#codec.name ?? 'The decoder'} refused ${this.#failuresInARow} units in a row.`)
    }
  }
}

function open(codec: Codec, decoderConfig: Uint8Array): CodecContext {
  // FFmpeg would take anything here and then refuse every picture. Before the first one there may be none.
  if (codec.id === AV_CODEC_ID_H264 && decoderConfig.length > 0) parseAvcConfiguration(decoderConfig)
  const context = new CodecContext()
  context.allocContext3(codec)
  if (decoderConfig.length > 0) context.extraData = asBuffer(decoderConfig)
  else if (codec.id === AV_CODEC_ID_OPUS) context.extraData = OPUS_STEREO
  context.pktTimebase = new Rational(1, SOURCE_TIMESCALE)
  // Further threads would hold back as many frames and cost memory.
  setOptions(context, { threads: 1, max_pixels: MAX_PIXELS })
  must(context.open2Sync(codec, null), `opening the decoder ${codec.name ?? ''}`)
  return context
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
