/** What the media modules hand to each other: tracks and compressed access units. */
import type { BitsPerSecond, Bytes, Decibels, Milliseconds, Ticks } from './units.ts'

export interface VideoTrack {
  readonly kind: 'video'
  readonly codec: 'h264'
  /** Ticks per second of this track's times. */
  readonly timescale: number
  readonly width: number
  readonly height: number
  /** Frames per second, nominal. */
  readonly frameRate: number
  readonly bitRateBps: BitsPerSecond
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 5.3.3.1). */
  readonly decoderConfig: Uint8Array
}

export interface AudioTrack {
  readonly kind: 'audio'
  readonly codec: 'aac'
  /** Ticks per second of this track's times; the sample rate. */
  readonly timescale: number
  readonly sampleRate: number
  readonly channels: number
  readonly bitRateBps: BitsPerSecond
  /** AudioSpecificConfig (ISO/IEC 14496-3 1.6.2.1). */
  readonly decoderConfig: Uint8Array
}

export type Track = VideoTrack | AudioTrack

/**
 * One compressed frame: for H.264 the NAL units of one picture, each behind its length in 4 bytes
 * (ISO/IEC 14496-15); for AAC one raw data block.
 */
export interface AccessUnit {
  /** Presentation and decoding time; may be slightly negative because of reordering and priming. */
  readonly pts: Ticks
  readonly dts: Ticks
  readonly duration: Ticks
  /** True where decoding can start. */
  readonly key: boolean
  readonly data: Uint8Array
}

/** What a unit takes besides its data, at most about. A publisher may send nothing but empty ones. */
const UNIT_OVERHEAD: Bytes = 768

/** What a unit counts for where units are kept. */
export const keptBytes = ({ data }: Pick<AccessUnit, 'data'>): Bytes => data.length + UNIT_OVERHEAD

/** One picture of an H.264 track that decodes without any other. */
export interface KeyPicture {
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 5.3.3.1). */
  readonly decoderConfig: Uint8Array
  /** NAL units, each behind its length. */
  readonly data: Uint8Array
}

/** What 0.2 s of decoded sound are like. */
export interface SoundMeasured {
  /** Highest sample of the left and the right channel, dBFS; -120 for nothing. */
  readonly peaksDb: readonly [Decibels, Decibels]
  /** Loudness of the last 3 s (EBU R 128), LUFS, -70 for less; null before so many came. */
  readonly shortTermLufs: number | null
  /** How long it has been digital silence, from 2 s on; null while it is not. */
  readonly silentMs: Milliseconds | null
}

/** What a decoded picture is like. */
export interface PictureMeasured {
  /** How long pictures have been black, or the same; null while they are not. The same is told from 2 s on. */
  readonly blackMs: Milliseconds | null
  readonly frozenMs: Milliseconds | null
}

/** Codecs that a transcoder decodes. */
export type SourceVideoCodec = 'h264' | 'vp8' | 'vp9' | 'av1'
export type SourceAudioCodec = 'aac' | 'opus'

/** What is asked of a rendition's video. */
export interface VideoTarget {
  readonly width: number
  readonly height: number
  readonly frameRate: number
  readonly bitRateBps: BitsPerSecond
  readonly profile: 'high' | 'main' | 'baseline'
  /** Key frames are forced where a multiple of this many seconds of the publisher's timeline begins. */
  readonly segmentSeconds: number
}

export interface AudioTarget {
  readonly bitRateBps: BitsPerSecond
}

/**
 * How long parts of low latency renditions are meant to be, seconds: a third of what players are told to hold back
 * (PART-HOLD-BACK, draft-pantos-hls-rfc8216bis 4.4.3.8).
 */
export const PART_TARGET_SECONDS = 1 / 3

/** A rendition as the media processes see it: even sizes, snapped bit rates. */
export interface RenditionPlan {
  readonly segmentSeconds: number
  /** Written to EXT-X-START as given, seconds (RFC 8216 4.3.5.2). */
  readonly startTimeOffset: number
  readonly video: VideoTarget | null
  readonly audio: AudioTarget | null
  /** Listed in parts while it is made (draft-pantos-hls-rfc8216bis 4.4.4.9); false where it is left out. */
  readonly lowLatency?: boolean
}

/** AES-128 for one connection (RFC 8216 4.3.2.4). */
export interface EncryptionPlan {
  /** 16 bytes as 32 hexadecimal digits. Secret. */
  readonly keyHex: string
  /** Written to EXT-X-KEY as the URI. */
  readonly keyUri: string
}
