/**
 * Messages of WebRTC signaling, JSON text frames over WebSocket, compatible with the public Sora protocol
 * (docs/signaling.md). The server makes every offer. Unknown members are ignored.
 */
import { z } from 'zod'
import { ridSchema, roleSchema } from './sfu-api.ts'
import type { Json, JsonObject, Rid, Role } from './sfu-api.ts'
import type { ChannelId, ConnectionId } from './ids.ts'

export const VIDEO_CODECS = ['VP8', 'VP9', 'AV1', 'H264'] as const
/** Codec names as signaling has them. */
export type VideoCodec = (typeof VIDEO_CODECS)[number]
export const AUDIO_CODECS = ['OPUS'] as const
export type AudioCodec = (typeof AUDIO_CODECS)[number]

const object = z.record(z.string(), z.json())
/** Ids that clients and authentication webhooks choose: 1 to 255 bytes of UTF-8. */
export const chosenId = z
  .string()
  .refine((id) => id !== '' && new TextEncoder().encode(id).length <= 255, 'must have 1 to 255 bytes')

/** kbit/s. */
export const audioBitRate = z.int().min(6).max(510)
/** kbit/s. */
export const videoBitRate = z.int().min(1).max(30_000)
export const audioCodec = z.enum(AUDIO_CODECS)
export const videoCodec = z.enum(VIDEO_CODECS)
/** Members of `opus_params` that Opus in WebRTC knows (RFC 7587 6.1). */
export const opusParams = z.object({
  channels: z.int().min(1).max(2).optional(),
  maxplaybackrate: z.int().min(8000).max(48_000).optional(),
  minptime: z.int().min(3).max(120).optional(),
  ptime: z.int().min(3).max(120).optional(),
  stereo: z.boolean().optional(),
  sprop_stereo: z.boolean().optional(),
  useinbandfec: z.boolean().optional(),
  usedtx: z.boolean().optional(),
})
export type OpusParams = z.output<typeof opusParams>
export const spotlightNumber = z.int().min(1).max(8)
/** Layer that a receiver asks for; `none` for no video. */
export const wantedRid = z.union([ridSchema, z.literal('none')])
export type WantedRid = Rid | 'none'

const audioOptions = z.object({
  codec_type: audioCodec.optional(),
  bit_rate: audioBitRate.optional(),
  opus_params: opusParams.optional(),
})
const videoOptions = z.object({
  codec_type: videoCodec.optional(),
  bit_rate: videoBitRate.optional(),
  vp9_params: object.optional(),
  av1_params: object.optional(),
  h264_params: object.optional(),
})
/** SDP is text of some kilobytes; what is longer is no SDP of a browser. */
const sdp = z.string().max(256 * 1024)

export const connectMessage = z.object({
  type: z.literal('connect'),
  role: roleSchema,
  channel_id: z.string().min(1).max(255),
  /** Capabilities only: what the client can receive. */
  sdp,
  sora_client: z.string().optional(),
  environment: z.string().optional(),
  audio: z.union([z.boolean(), audioOptions]).default(true),
  video: z.union([z.boolean(), videoOptions]).default(true),
  metadata: z.json().optional(),
  signaling_notify_metadata: z.json().optional(),
  client_id: chosenId.optional(),
  bundle_id: chosenId.optional(),
  /** Only true is possible: every channel is for many. */
  multistream: z.literal(true).optional(),
  simulcast: z.boolean().default(false),
  simulcast_rid: ridSchema.optional(),
  simulcast_request_rid: wantedRid.optional(),
  spotlight: z.boolean().default(false),
  spotlight_number: spotlightNumber.optional(),
  spotlight_focus_rid: wantedRid.optional(),
  spotlight_unfocus_rid: wantedRid.optional(),
  data_channel_signaling: z.boolean().optional(),
  ignore_disconnect_websocket: z.boolean().optional(),
})
export type ConnectMessage = z.output<typeof connectMessage>

/** What a client sends after `connect`. `update` is an old name of `re-answer`. */
export const laterMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer'), sdp }),
  z.object({ type: z.literal('re-answer'), sdp }),
  z.object({ type: z.literal('update'), sdp }),
  z.object({ type: z.literal('candidate'), candidate: z.string().max(4096) }),
  z.object({ type: z.literal('pong'), stats: z.array(object).optional() }),
  z.object({ type: z.literal('disconnect'), reason: z.string().max(255).optional() }),
])
export type LaterMessage = z.output<typeof laterMessage>

/** How a sender is to encode one layer; members as browsers know them. */
export interface SimulcastEncoding {
  readonly rid: Rid
  readonly active?: boolean
  readonly scaleResolutionDownBy?: number
  /** bit/s. */
  readonly maxBitrate?: number
  readonly maxFramerate?: number
  readonly adaptivePtime?: boolean
  readonly scalabilityMode?: string
}

export interface OfferMessage {
  readonly type: 'offer'
  readonly version: string
  readonly channel_id: ChannelId
  readonly session_id: string
  readonly client_id: string
  readonly bundle_id: string
  readonly connection_id: ConnectionId
  readonly simulcast: boolean
  readonly simulcast_multicodec: false
  readonly spotlight: boolean
  readonly sdp: string
  /** The upstream m-lines; a kind that is not sent is absent. Absent as a whole for receivers. */
  readonly mid?: { readonly audio?: string; readonly video?: string }
  readonly encodings?: readonly SimulcastEncoding[]
  readonly metadata?: Json
  readonly data_channel_signaling: false
  readonly ignore_disconnect_websocket: false
  readonly audio: boolean
  readonly audio_codec_type?: AudioCodec
  readonly audio_bit_rate?: number
  readonly video: boolean
  readonly video_codec_type?: VideoCodec
  readonly video_bit_rate?: number
}

interface Notified {
  readonly type: 'notify'
  /** RFC 3339, UTC, microseconds. */
  readonly timestamp: string
  readonly session_id: string
  readonly client_id: string
  readonly bundle_id: string
  readonly connection_id: ConnectionId
}

/** The three kinds of metadata of a connection that others are told of; absent where there is none. */
export interface NotifiedMetadata {
  readonly authn_metadata?: Json
  readonly authz_metadata?: Json
  readonly metadata?: Json
}

export interface ConnectionNotify extends Notified, NotifiedMetadata {
  readonly event_type: 'connection.created' | 'connection.updated' | 'connection.destroyed'
  readonly role: Role
  readonly audio: boolean
  readonly video: boolean
  readonly minutes: number
  /** Counts after the event. */
  readonly channel_connections: number
  readonly channel_sendrecv_connections: number
  readonly channel_sendonly_connections: number
  readonly channel_recvonly_connections: number
  readonly turn_transport_type: 'udp'
  /** Those already there; only in the copy of `connection.created` for the new connection itself. */
  readonly data?: readonly (NotifiedMetadata & {
    readonly client_id: string
    readonly bundle_id: string
    readonly connection_id: ConnectionId
  })[]
}

export interface SpotlightNotify extends Notified {
  readonly event_type: 'spotlight.focused' | 'spotlight.unfocused'
  readonly spotlight_number: number
  readonly audio: boolean
  readonly video: boolean
  readonly fixed: boolean
}

export interface PushMessage {
  readonly type: 'push'
  readonly data: JsonObject
}

/** What the server sends. */
export type ServerMessage =
  | OfferMessage
  | { readonly type: 're-offer'; readonly sdp: string }
  | { readonly type: 'ping'; readonly stats?: true }
  | ConnectionNotify
  | SpotlightNotify
  | PushMessage

/** How a signaling WebSocket is closed; the reason is cut at 123 bytes of UTF-8. */
export interface SignalingClose {
  readonly code: number
  readonly reason: string
}

/** The client left, an operation disconnected it, or its time was over. */
export const NORMAL_CLOSE = 1000
/** Anything that signaling could not go on from. */
export const SIGNALING_FAILURE = 4490

export const NORMAL_REASONS = {
  'TYPE-DISCONNECT': 'The client said that it leaves.',
  'DISCONNECTED-API': 'An operation of the live API, or the deletion of the channel, ended the connection.',
  'LIFETIME-EXPIRED': 'The time that the authentication webhook gave the connection is over.',
  'SERVICE-CLOSED': 'Airdesk was shut down.',
} as const
export type NormalReason = keyof typeof NORMAL_REASONS

export const FAILURE_REASONS = {
  'INVALID-JSON': 'A frame is no JSON object in text.',
  'INVALID-MESSAGE': 'A message misses a member, has a wrong one, or comes when it cannot.',
  'CHANNEL-NOT-FOUND': 'There is no WebRTC channel with this id.',
  'SPOTLIGHT-MISMATCH': 'The others on the channel disagree about spotlight.',
  'AUTH-WEBHOOK-ERROR': 'The authentication webhook could not be asked or gave no answer that counts.',
  'CONNECT-TIMEOUT': 'No connect message came in time.',
  'ANSWER-TIMEOUT': 'No answer to an offer came in time.',
  'NEGOTIATION-FAILED': 'The answer does not fit the offer.',
  'TRANSPORT-FAILED': 'Media could not be connected, or its connection was lost.',
  'PONG-TIMEOUT': 'The client did not answer pings.',
  'SFU-LOST': 'The SFU process that carried the connection ended.',
  'SERVICE-UNAVAILABLE': 'The SFU cannot take a connection now.',
} as const
/** Besides these, the words of an authentication webhook that refuses. */
export type FailureReason = keyof typeof FAILURE_REASONS
