import type { Milliseconds } from '../../contract/units.ts'
import type { AudioTarget, SourceAudioCodec, SourceVideoCodec, VideoTarget } from '../../contract/media.ts'

/** What a transcoder is to make of one connection; the first frame on its link. */
export interface TranscodePlan {
  readonly video: {
    readonly codec: SourceVideoCodec
    /** AVCDecoderConfigurationRecord of H.264 (ISO/IEC 14496-15 5.3.3.1); empty for other codecs. */
    readonly decoderConfig: Uint8Array
    /** Encoded in this order; the position is the `index` of the tracks and units that come back. */
    readonly outputs: readonly VideoTarget[]
    /** Time of the publisher's timeline with which outputs begin; what is before is decoded only. */
    readonly from?: Milliseconds
  } | null
  readonly audio: {
    readonly codec: SourceAudioCodec
    /** AudioSpecificConfig of AAC (ISO/IEC 14496-3 1.6.2.1); empty for Opus. */
    readonly decoderConfig: Uint8Array
    readonly sampleRate: number
    readonly channels: number
    /** Encoded in this order; a bit rate that several renditions share is listed once. */
    readonly outputs: readonly AudioTarget[]
  } | null
  /** x264 preset. */
  readonly preset: 'veryfast'
  /** True: each picture leaves the encoder before the next one comes in, at some cost of its quality. */
  readonly lowLatency?: boolean
}

/** What a transcoder counted, sent when it has delivered everything. */
export interface TranscodeStats {
  /** Access units received. */
  readonly videoUnits: number
  readonly audioUnits: number
  /** Pictures and audio frames decoded. */
  readonly videoFrames: number
  readonly audioFrames: number
  /** Access units that the decoder refused; skipped. */
  readonly decodeErrors: number
  /** Access units sent back, by output. */
  readonly videoOutputs: readonly number[]
  readonly audioOutputs: readonly number[]
}

/** The same with bytes as base64. */
type Wire<Kind> = Omit<NonNullable<Kind>, 'decoderConfig'> & { readonly decoderConfig: string }
interface WirePlan extends Omit<TranscodePlan, 'video' | 'audio'> {
  readonly video: Wire<TranscodePlan['video']> | null
  readonly audio: Wire<TranscodePlan['audio']> | null
}

/** The plan as JSON; decoder configurations become base64. */
export function encodePlan(plan: TranscodePlan): string {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
  return JSON.stringify({
    ...plan,
    video: plan.video && { ...plan.video, decoderConfig: base64(plan.video.decoderConfig) },
    audio: plan.audio && { ...plan.audio, decoderConfig: base64(plan.audio.decoderConfig) },
  })
}

/** @throws SyntaxError when `json` is not JSON */
export function decodePlan(json: string): TranscodePlan {
  const wire = JSON.parse(json) as WirePlan
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64'))
  return {
    ...wire,
    video: wire.video && { ...wire.video, decoderConfig: bytes(wire.video.decoderConfig) },
    audio: wire.audio && { ...wire.audio, decoderConfig: bytes(wire.audio.decoderConfig) },
  }
}
