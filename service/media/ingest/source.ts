import type { AudioTrack, VideoTrack } from '../../contract/media.ts'
import type { Milliseconds } from '../../contract/units.ts'

/** One access unit as the publisher sent it, on the publisher's own timeline. */
export interface SourceUnit {
  readonly kind: 'video' | 'audio'
  readonly pts: Milliseconds
  readonly dts: Milliseconds
  readonly key: boolean
  /** Length-prefixed NAL units or one raw AAC block. */
  readonly data: Uint8Array
}

/** The publisher's video as its decoder configuration describes it. */
export interface VideoSource {
  readonly track: VideoTrack
  readonly profile: 'baseline' | 'main' | 'high' | 'other'
}

/** The publisher's audio as its decoder configuration describes it. */
export interface AudioSource {
  readonly track: AudioTrack
  /** True for AAC-LC without extensions, the only kind that is passed through. */
  readonly lowComplexity: boolean
}

/** Both kinds; null where the publisher does not send it. */
export interface Source {
  readonly video: VideoSource | null
  readonly audio: AudioSource | null
}
