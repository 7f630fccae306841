import type { AudioTrack, SourceAudioCodec, SourceVideoCodec, VideoTrack } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'

export type Kind = 'video' | 'audio'

/** One access unit as the publisher sent it, on the publisher's own timeline. */
export interface ArrivedUnit {
  readonly kind: Kind
  readonly pts: Milliseconds
  readonly dts: Milliseconds
  readonly key: boolean
  readonly data: Uint8Array
}

export interface SourceUnit extends ArrivedUnit {
  /** What it is decoded with: the same object as long as nothing changes. */
  readonly decoderConfig: Uint8Array
}

/** The publisher's video as it was announced. */
export interface VideoSource {
  readonly codec: SourceVideoCodec
  /** 0, as the height, where nobody knows before its first key frame. */
  readonly width: number
  readonly height: number
  /** Frames per second as the encoder says; absent where it does not. */
  readonly nominalFrameRate?: number
  /** AVCDecoderConfigurationRecord of H.264; empty for other codecs. */
  readonly decoderConfig: Uint8Array
  /** Null where it can't be handed on untouched, whatever a rendition asks for. */
  readonly passable: {
    readonly track: VideoTrack
    readonly profile: 'baseline' | 'main' | 'high' | 'other'
  } | null
}

/** The publisher's audio as it was announced. */
export interface AudioSource {
  readonly codec: SourceAudioCodec
  readonly sampleRate: number
  readonly channels: number
  /** AudioSpecificConfig of AAC; empty for Opus. */
  readonly decoderConfig: Uint8Array
  /** Null where it can't be handed on untouched, whatever a rendition asks for. */
  readonly passable: {
    readonly track: AudioTrack
    /** True for AAC-LC without extensions. */
    readonly lowComplexity: boolean
  } | null
}

/** Both kinds; null where the publisher does not send it. */
export interface Source {
  readonly video: VideoSource | null
  readonly audio: AudioSource | null
}
