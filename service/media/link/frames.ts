import type {
  AccessUnit,
  PictureMeasured,
  SoundMeasured,
  SourceAudioCodec,
  SourceVideoCodec,
  Track,
} from '../../contract/media.ts'
import type { LivePlaylist } from '../../protocol/hls/live-playlist.ts'
import type { TranscodePlan, TranscodeStats } from './plan.ts'
import type { RoomMessage } from './room-message.ts'

/** Ticks per second of the access units that go to a transcoder: milliseconds, as RTMP has them. */
export const SOURCE_TIMESCALE = 1000

/** From the ingest process to a transcoder. `plan` comes first, `end` last. */
export type FrameToTranscoder =
  | { readonly type: 'plan'; readonly plan: TranscodePlan }
  /** Times in milliseconds of the publisher's timeline; without bytes where the plan does not have the kind. */
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
  /** What was decoded on the way: sound some 5 times a second, pictures twice. */
  | { readonly type: 'sound-measured'; readonly measured: SoundMeasured }
  | { readonly type: 'picture-measured'; readonly measured: PictureMeasured }
  | { readonly type: 'finished'; readonly stats: TranscodeStats }
  | { readonly type: 'failed'; readonly message: string }

/**
 * What a WebRTC client sends of one kind. Units are whole frames: of H.264 the NAL units of one picture,
 * each behind its length in 4 bytes, parameter sets left out; of VP8 one frame; of VP9 one superframe; of
 * AV1 the OBUs of one temporal unit, each with its size and without temporal delimiters; of Opus one packet.
 */
export type RelaySource =
  | {
      readonly kind: 'video'
      readonly codec: SourceVideoCodec
      /** 0, as the height, until its first key frame has come. */
      readonly width: number
      readonly height: number
      /** AVCDecoderConfigurationRecord of H.264; empty for codecs that have all in their key frames. */
      readonly decoderConfig: Uint8Array
    }
  | {
      readonly kind: 'audio'
      readonly codec: SourceAudioCodec
      readonly sampleRate: number
      readonly channels: number
      /** AudioSpecificConfig of AAC; empty for Opus. */
      readonly decoderConfig: Uint8Array
    }

/** From an SFU process to the ingest process, about one WebRTC connection. `end` comes last. */
export type FrameFromRelay =
  /**
   * Comes at once for each kind that the connection is going to send, and again before the first unit for which
   * something in it is different. A kind may begin at any time, and may be silent for any time.
   */
  | { readonly type: 'source'; readonly source: RelaySource }
  /**
   * Times in milliseconds, with fractions, on one clock of both kinds that begins anywhere; `duration` is 0.
   * What is lost on the way is left out; after a loss video goes on at what can be decoded again.
   */
  | { readonly type: 'video'; readonly unit: AccessUnit }
  | { readonly type: 'audio'; readonly unit: AccessUnit }
  | { readonly type: 'end' }

/** From the ingest process to an SFU process. The first key frame is asked for by the SFU itself. */
export type FrameToRelay =
  /** Decoding is to begin anew: the client is to be asked for a key frame. */
  { readonly type: 'key-wanted' }

/** From the ingest process to a process of the origin; paths are as of protocol/hls/paths. */
export type FrameToOrigin =
  /** A file is there, or has other bytes than before. */
  | {
      readonly type: 'file'
      readonly path: string
      readonly bytes: Uint8Array
      /** False: the disk did not take it. */
      readonly onDisk: boolean
    }
  /** What viewers get of a media playlist now, in place of the file of that name. */
  | { readonly type: 'live'; readonly path: string; readonly playlist: LivePlaylist }
  /** A file, or a folder with all that it has, is to be removed. */
  | { readonly type: 'gone'; readonly path: string }

/** Between two SFU processes that have connections of one channel, both ways. */
export type FrameBetweenSfus =
  /** RTP of a track that the other side wanted, without a gap for what is left out. */
  | {
      readonly type: 'packet'
      /** Number that the sending side gave it. */
      readonly track: number
      /** Position among the layers of the track, lowest first. */
      readonly layer: number
      /** True: the layer begins, or goes on as another stream. */
      readonly begins: boolean
      /** The whole packet. */
      readonly bytes: Uint8Array
    }
  | { readonly type: 'room'; readonly message: RoomMessage }

export type LinkFrame =
  | FrameToTranscoder
  | FrameFromTranscoder
  | FrameFromRelay
  | FrameToRelay
  | FrameToOrigin
  | FrameBetweenSfus

/** The first frame of whoever connects; never seen by a frame listener. */
export interface HelloFrame {
  readonly type: 'hello'
  readonly token: string
}

/** Bytes came that are no frame of this link; the link is closed. */
export class LinkProtocolError extends Error {
  override readonly name = 'LinkProtocolError'
}
