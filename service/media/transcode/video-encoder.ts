import {
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PICTURE_TYPE_I,
  AV_PICTURE_TYPE_NONE,
  AV_PIX_FMT_YUV420P,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, Packet, Rational } from 'node-av/lib'
import type { Frame } from 'node-av/lib'
import type { AccessUnit, VideoTarget, VideoTrack } from '../../contract/media.ts'
import type { Seconds } from '../../contract/units.ts'
import { avcConfigurationFromAnnexB } from '../../protocol/h264/avcc.ts'
import { annexBToLengthPrefixed } from '../../protocol/h264/nal.ts'
import { KeySlots } from './key-slots.ts'
import { frameRateOf, must, present, setOptions } from './native.ts'

/** Ticks per second of encoded video. */
const VIDEO_TIMESCALE = 90_000

/**
 * What x264 is told beside its preset. Key frames come from the timeline only. A search for motion by the small diamond
 * finds as much as the preset's hexagon, in less time (docs/measurements.md).
 */
const X264_PARAMETERS = 'keyint=infinite:open-gop=0:me=dia'

/** Pictures that x264's preset veryfast looks ahead, and how long that may take where they are few. */
const LOOK_AHEAD = 10
const LOOK_AHEAD_SECONDS: Seconds = 2

/**
 * A low frame rate fills the usual look-ahead so slowly that sound would no longer be held for its pictures
 * (`media/hls/interleaver.ts`). Fewer are held back then, and none for a thread that looks ahead by itself.
 */
function lookAheadOf({ frameRate }: VideoTarget): string {
  if (frameRate >= LOOK_AHEAD) return ''
  return `:rc-lookahead=${Math.min(LOOK_AHEAD, Math.ceil(frameRate * LOOK_AHEAD_SECONDS))}:sync-lookahead=0`
}

/** What is the same for all outputs. */
export interface EncoderManner {
  /** Of x264. */
  readonly preset: string
  /** True: no picture waits in the encoder for later ones. False where it is left out. */
  readonly lowLatency?: boolean
}

export interface VideoEncoderOptions extends EncoderManner {
  readonly target: VideoTarget
  readonly threads: number
  onTrack(track: VideoTrack): void
  onUnit(unit: AccessUnit): void
}

/** Encodes one output by x264. It opens with the first picture, whose colours it announces. */
export class VideoEncoder {
  readonly #options: VideoEncoderOptions
  readonly #slots: KeySlots
  readonly #packet = new Packet()
  readonly #secondsPerFrame: number
  #context: CodecContext | null = null
  #lastPts: bigint | null = null
  #units = 0

  constructor(options: VideoEncoderOptions) {
    this.#options = options
    this.#slots = new KeySlots(options.target.segmentSeconds)
    this.#secondsPerFrame = frameRateOf(options.target.frameRate).inv().toDouble()
    this.#packet.alloc()
  }

  /** Units handed out. */
  get units(): number {
    return this.#units
  }

  /**
   * Encodes a picture of the target's size, its time counted in frames. One that is not later than the
   * one before is dropped: where the source changed its shape, two filter graphs may meet on one frame.
   * @throws Error when x264 can't be opened or fails
   */
  encode(frame: Frame): void {
    if (this.#lastPts !== null && frame.pts <= this.#lastPts) return
    this.#lastPts = frame.pts
    this.#context ??= this.#open(frame)
    const key = this.#slots.isKey(Number(frame.pts) * this.#secondsPerFrame)
    frame.pictType = key ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
    must(this.#context.sendFrameSync(frame), 'encoding a picture')
    this.#drain(this.#context)
  }

  /** Hands out what is under way; nothing can be encoded after. */
  flush(): void {
    if (!this.#context) return
    must(this.#context.sendFrameSync(null), 'ending the video encoder')
    this.#drain(this.#context)
  }

  close(): void {
    this.#context?.freeContext()
    this.#packet.free()
  }

  #drain(context: CodecContext): void {
    while (context.receivePacketSync(this.#packet) >= 0) {
      const { pts, dts, isKeyframe, data } = this.#packet
      const start = this.#ticks(Number(dts))
      this.#units += 1
      this.#options.onUnit({
        pts: this.#ticks(Number(pts)),
        dts: start,
        duration: this.#ticks(Number(dts) + 1) - start,
        key: isKeyframe,
        data: annexBToLengthPrefixed(present(data, 'data in a packet')),
      })
      this.#packet.unref()
    }
  }

  #ticks(frames: number): number {
    return Math.round(frames * this.#secondsPerFrame * VIDEO_TIMESCALE)
  }

  #open(like: Frame): CodecContext {
    const { target, preset, lowLatency, threads } = this.#options
    const context = newContext(target, like)
    setOptions(context, {
      preset,
      ...(lowLatency && { tune: 'zerolatency' }),
      profile: target.profile,
      threads,
      'forced-idr': 1,
      sc_threshold: 0,
      'x264-params': X264_PARAMETERS + (lowLatency ? '' : lookAheadOf(target)),
    })
    must(context.open2Sync(null, null), 'opening the encoder libx264')
    const { width, height, frameRate, bitRateBps } = target
    this.#options.onTrack({
      kind: 'video',
      codec: 'h264',
      timescale: VIDEO_TIMESCALE,
      width,
      height,
      frameRate,
      bitRateBps,
      decoderConfig: avcConfigurationFromAnnexB(present(context.extraData, 'parameter sets from x264')),
    })
    return context
  }
}

function newContext(target: VideoTarget, like: Frame): CodecContext {
  const context = new CodecContext()
  context.allocContext3(present(Codec.findEncoderByName(FF_ENCODER_LIBX264), 'encoder libx264'))
  const rate = frameRateOf(target.frameRate)
  context.width = target.width
  context.height = target.height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.timeBase = rate.inv()
  context.framerate = rate
  context.sampleAspectRatio = new Rational(1, 1)
  context.bitRate = BigInt(target.bitRateBps)
  context.rcMaxRate = BigInt(target.bitRateBps)
  context.rcBufferSize = target.bitRateBps
  context.colorRange = like.colorRange
  context.colorPrimaries = like.colorPrimaries
  context.colorTrc = like.colorTrc
  context.colorSpace = like.colorSpace
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  return context
}
