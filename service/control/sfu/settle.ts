/** What a connection is to be: what its client asked for, changed by the authentication webhook. Pure. */
import type { Json, JsonObject, Role } from '../../contract/sfu-api.ts'
import type { SfuAuthAllowed } from '../../contract/sfu-webhooks.ts'
import type { TrackFilter } from '../../contract/sfu-worker.ts'
import type {
  AudioCodec,
  ConnectMessage,
  OpusParams,
  SimulcastEncoding,
  VideoCodec,
  WantedRid,
} from '../../contract/signaling.ts'
import type { Seconds } from '../../contract/units.ts'
import { given } from './given.ts'
import { settledFilters } from './settled-filters.ts'

const DEFAULT_AUDIO_CODEC: AudioCodec = 'OPUS'
const DEFAULT_VIDEO_CODEC: VideoCodec = 'VP9'
const DEFAULT_ENCODINGS: readonly SimulcastEncoding[] = [
  { rid: 'r0', active: true, scaleResolutionDownBy: 4 },
  { rid: 'r1', active: true, scaleResolutionDownBy: 2 },
  { rid: 'r2', active: true, scaleResolutionDownBy: 1 },
]
/**
 * Each layer is a stream of its own, without further layers: browsers take encodings of VP9 and AV1 for layers of one
 * stream otherwise, and send VP8 with three layers in time, of which the SFU forwards all.
 */
const SCALABILITY_MODE = 'L1T1'
const DEFAULT_SPOTLIGHT = { focusRid: 'r1', unfocusRid: 'r0' } as const

/** Bit rates in kbit/s; null where none was asked for. */
export interface SettledAudio {
  readonly codec: AudioCodec
  readonly bitRate: number | null
  readonly opus: OpusParams
}

export interface SettledVideo {
  readonly codec: VideoCodec
  readonly bitRate: number | null
  /** Parameters of codecs as they were given; told in webhooks. */
  readonly params: {
    readonly video_vp9_params?: JsonObject
    readonly video_av1_params?: JsonObject
    readonly video_h264_params?: JsonObject
  }
}

export interface Settled {
  readonly role: Role
  /** Null: the id of the connection. */
  readonly clientId: string | null
  readonly bundleId: string | null
  /** Null: neither sent nor received. */
  readonly audio: SettledAudio | null
  readonly video: SettledVideo | null
  readonly simulcast: boolean
  /** Layers that it sends, lowest first; null where it sends none. */
  readonly encodings: readonly SimulcastEncoding[] | null
  /** Layer that it gets at first; null for what the SFU chooses. */
  readonly wanted: WantedRid | null
  readonly spotlight: {
    readonly focusRid: WantedRid
    readonly unfocusRid: WantedRid
    /** Null where none was asked for. */
    readonly number: number | null
  } | null
  /** Of what it gets, in the order in which they are judged. */
  readonly filters: readonly TrackFilter[]
  /** Whether it is told of others. */
  readonly notified: boolean
  /** For its offer only. */
  readonly metadata: Json | undefined
  /** For its event webhooks only. */
  readonly eventMetadata: Json | undefined
  /** What others are told: by the client, by the webhook. */
  readonly authnMetadata: Json | undefined
  readonly authzMetadata: Json | undefined
  /** From when media is connected; null for no end. */
  readonly lifetime: Seconds | null
}

/** @param answer null for a channel without authentication webhook */
export function settle(connect: ConnectMessage, answer: SfuAuthAllowed | null): Settled {
  const simulcast = answer?.simulcast ?? connect.simulcast
  const video = settledVideo(connect, answer)
  const spotlight = settledSpotlight(connect, answer)
  const layered = simulcast && connect.role !== 'recvonly' ? video : null
  return {
    role: connect.role,
    clientId: answer?.client_id ?? connect.client_id ?? null,
    bundleId: answer?.bundle_id ?? connect.bundle_id ?? null,
    audio: settledAudio(connect, answer),
    video,
    simulcast,
    encodings: layered && settledEncodings(spotlight !== null, answer),
    wanted:
      answer?.simulcast_request_rid ??
      answer?.simulcast_rid ??
      connect.simulcast_request_rid ??
      connect.simulcast_rid ??
      null,
    spotlight,
    filters: settledFilters(connect, answer),
    notified: answer?.signaling_notify ?? true,
    metadata: answer?.metadata,
    eventMetadata: answer?.event_metadata,
    authnMetadata: connect.signaling_notify_metadata,
    authzMetadata: answer?.signaling_notify_metadata,
    lifetime: answer?.connection_lifetime ?? null,
  }
}

function settledAudio(connect: ConnectMessage, answer: SfuAuthAllowed | null): SettledAudio | null {
  if (!(answer?.audio ?? connect.audio)) return null
  const asked = typeof connect.audio === 'object' ? connect.audio : {}
  const opus = answer?.audio_opus_params ?? asked.opus_params ?? {}
  return {
    codec: answer?.audio_codec_type ?? asked.codec_type ?? DEFAULT_AUDIO_CODEC,
    bitRate: answer?.audio_bit_rate ?? asked.bit_rate ?? null,
    // Browsers mix stereo down to mono, unless they are asked for it.
    opus: { stereo: opus.channels !== 1, ...opus },
  }
}

function settledVideo(connect: ConnectMessage, answer: SfuAuthAllowed | null): SettledVideo | null {
  if (!(answer?.video ?? connect.video)) return null
  const asked = typeof connect.video === 'object' ? connect.video : {}
  return {
    codec: answer?.video_codec_type ?? asked.codec_type ?? DEFAULT_VIDEO_CODEC,
    bitRate: answer?.video_bit_rate ?? asked.bit_rate ?? null,
    params: given({
      video_vp9_params: answer?.video_vp9_params ?? asked.vp9_params,
      video_av1_params: answer?.video_av1_params ?? asked.av1_params,
      video_h264_params: answer?.video_h264_params ?? asked.h264_params,
    }),
  }
}

function settledEncodings(isSpotlight: boolean, answer: SfuAuthAllowed | null): readonly SimulcastEncoding[] {
  const chosen = (isSpotlight && answer?.spotlight_encodings) || answer?.simulcast_encodings
  const encodings = chosen ? withTwoLayers(chosen.map((one) => given(one))) : DEFAULT_ENCODINGS
  return encodings.map((one) => ({ scalabilityMode: SCALABILITY_MODE, ...one }))
}

/** Browsers answer one layer without simulcast, and send nothing: beside it another one is offered, which is off. */
function withTwoLayers(encodings: readonly SimulcastEncoding[]): readonly SimulcastEncoding[] {
  const [only, second] = encodings
  if (!only || second) return encodings
  // Where any layer has a scale, those without one keep their size, as a single layer does.
  const off = { active: false, scaleResolutionDownBy: 1 } as const
  return only.rid === 'r0' ? [only, { rid: 'r1', ...off }] : [{ rid: 'r0', ...off }, only]
}

function settledSpotlight(connect: ConnectMessage, answer: SfuAuthAllowed | null): Settled['spotlight'] {
  if (!(answer?.spotlight ?? connect.spotlight)) return null
  return {
    focusRid: answer?.spotlight_focus_rid ?? connect.spotlight_focus_rid ?? DEFAULT_SPOTLIGHT.focusRid,
    unfocusRid:
      answer?.spotlight_unfocus_rid ?? connect.spotlight_unfocus_rid ?? DEFAULT_SPOTLIGHT.unfocusRid,
    number: answer?.spotlight_number ?? connect.spotlight_number ?? null,
  }
}
