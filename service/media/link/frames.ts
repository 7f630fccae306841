import type { AccessUnit, Track } from '../../contract/media.ts'
import type { TranscodePlan, TranscodeStats } from './plan.ts'

/** Ticks per second of the access units that go to a transcoder: milliseconds, as RTMP has them. */
export const SOURCE_TIMESCALE = 1000

/** From the ingest process to a transcoder. `plan` comes first, `end` last. */
export type FrameToTranscoder =
  | { readonly type: 'plan'; readonly plan: TranscodePlan }
  /** Times in milliseconds of the publisher's timeline. */
  | { readonly type: 'video'; readonly unit: AccessUnit }
  | { readonly type: 'audio'; readonly unit: AccessUnit }
  /** The source goes on with another decoder configuration. */
  | { readonly type: 'video-config'; readonly decoderConfig: Uint8Array }
  | { readonly type: 'audio-config'; readonly decoderConfig: Uint8Array }
  /** Nothing more comes: deliver what is under way, then say `finished`. */
  | { readonly type: 'end' }

/** From a transcoder to the ingest process. */
export type FrameFromTranscoder =
  /** Precedes the first unit of its output. */
  | {
      readonly type: 'track'
      readonly kind: Track['kind']
      /** Position among the outputs of this kind in the plan. */
      readonly index: number
      readonly track: Track
    }
  | {
      readonly type: 'unit'
      readonly kind: Track['kind']
      readonly index: number
      readonly unit: AccessUnit
    }
  | { readonly type: 'finished'; readonly stats: TranscodeStats }
  | { readonly type: 'failed'; readonly message: string }

export type LinkFrame = FrameToTranscoder | FrameFromTranscoder

/** The first frame of whoever connects; never seen by a frame listener. */
export interface HelloFrame {
  readonly type: 'hello'
  readonly token: string
}

/** Bytes came that are no frame of this link; the link is closed. */
export class LinkProtocolError extends Error {
  override readonly name = 'LinkProtocolError'
}
