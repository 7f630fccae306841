import type { AmfObject } from '../amf0/value.ts'

/** What the body of an audio (8), video (9) or data (18) tag holds. All bytes are views of the body. */
export type FlvTag =
  /** AVCDecoderConfigurationRecord, not yet checked. */
  | { readonly type: 'video-config'; readonly decoderConfig: Buffer }
  /** One picture, its NAL units behind their lengths; presented `compositionMs` (signed) after its time. */
  | { readonly type: 'video'; readonly key: boolean; readonly compositionMs: number; readonly data: Buffer }
  /** AudioSpecificConfig, not yet checked. */
  | { readonly type: 'audio-config'; readonly decoderConfig: Buffer }
  /** One raw AAC data block. */
  | { readonly type: 'audio'; readonly data: Buffer }
  /** onMetaData. */
  | { readonly type: 'metadata'; readonly value: AmfObject }
  | { readonly type: 'unsupported'; readonly kind: 'audio' | 'video'; readonly codec: string }
  /** Nothing to play: empty bodies, ends of sequence, commands to a player. */
  | { readonly type: 'ignored' }

/** The tag that holds nothing to play. */
export const IGNORED: FlvTag = { type: 'ignored' }
