/**
 * Messages of WebRTC signaling, JSON text frames over WebSocket, compatible with the public Sora protocol
 * (docs/signaling.md). The server makes every offer. Unknown members are ignored.
 */
import { z } from 'zod'
import { forwardingFilter, forwardingFilters } from './forwarding-filters.ts'
import { breaks } from './refusal/carried.ts'
import { ridSchema, roleSchema } from './sfu-api.ts'
import type { Json, JsonObject, Rid, Role } from './sfu-api.ts'
import type { ChannelId, ConnectionId } from './ids.ts'
import { bytesOf, integerOf, isWithin, plain } from './text.ts'
import type { Bytes } from './units.ts'

export const VIDEO_CODECS = ['VP8', 'VP9', 'AV1', 'H264'] as const
/** Codec names as signaling has them. */
export type VideoCodec = (typeof VIDEO_CODECS)[number]
export const AUDIO_CODECS = ['OPUS'] as const
export type AudioCodec = (typeof AUDIO_CODECS)[number]

/** Why a client leaves that means to; SDKs that give up after a fault name the fault. */
export const NO_ERROR = 'NO-ERROR'

const object = z.record(z.string(), z.json())
const atMost = (max: number) => z.string().max(max, breaks('maxCharacters', { max }))
/** Repeated in each event webhook of a connection. */
const codecParams = object.refine(isWithin(4096), breaks('maxBytes', { max: 4096 }))
/** Told to all others, and of all others to each that is new. */
export const MOST_NOTIFY_METADATA: Bytes = 16_384
export const isNotifyMetadata = isWithin(MOST_NOTIFY_METADATA)
export const notifyMetadata = z
  .json()
  .refine(isNotifyMetadata, breaks('maxBytes', { max: MOST_NOTIFY_METADATA }))
/** What a client says of itself. */
const selfDescription = atMost(4096)
/** Ids that clients and authentication webhooks choose: 1 to 255 bytes of UTF-8. */
export const chosenId = plain(
  z.string().refine((id) => id !== '' && bytesOf(id) <= 255, breaks('bytes', { min: 1, max: 255 })),
)

/** kbit/s. */
export const audioBitRate = integerOf(6, 510)
/** kbit/s. */
export const videoBitRate = integerOf(1, 30_000)
export const audioCodec = z.enum(AUDIO_CODECS)
export const videoCodec = z.enum(VIDEO_CODECS)
/** Members of `opus_params` that Opus in WebRTC knows (RFC 7587 6.1). */
export const opusParams = z.object({
  channels: integerOf(1, 2).optional(),
  maxplaybackrate: integerOf(8000, 48_000).optional(),
  minptime: integerOf(3, 120).optional(),
  ptime: integerOf(3, 120).optional(),
  stereo: z.boolean().optional(),
  sprop_stereo: z.boolean().optional(),
  useinbandfec: z.boolean().optional(),
  usedtx: z.boolean().optional(),
})
export type OpusParams = z.output<typeof opusParams>
export const spotlightNumber = integerOf(1, 8)
/** Layer that a receiver asks for; `none` for no video. */
export const wantedRid = z.union([ridSchema, z.literal('none')])
export type WantedRid = Rid | 'none'

/** Members of `audio` in `connect` where it is an object. */
export const audioOptions = z.object({
  codec_type: audioCodec.optional(),
  bit_rate: audioBitRate.optional().describe('kbit/s.'),
  opus_params: opusParams.optional().describe('Parameters of RFC 7587, written with `_`.'),
})
/** Members of `video` in `connect` where it is an object. */
export const videoOptions = z.object({
  codec_type: videoCodec.optional().describe('What it sends; `VP9` by default.'),
  bit_rate: videoBitRate.optional().describe('kbit/s.'),
  vp9_params: codecParams.optional().describe('Told in webhooks; not heeded otherwise. At most 4 KiB.'),
  av1_params: codecParams.optional().describe('Told in webhooks; not heeded otherwise. At most 4 KiB.'),
  h264_params: codecParams.optional().describe('Told in webhooks; not heeded otherwise. At most 4 KiB.'),
})
/** SDP is text of some kilobytes; what is longer is no SDP of a browser. */
const sdp = atMost(256 * 1024)

export const connectMessage = z.object({
  type: z.literal('connect'),
  role: roleSchema.describe('What it does: send, receive, or both.'),
  channel_id: atMost(255).min(1, breaks('notEmpty')),
  sdp: sdp
    .optional()
    .describe(
      'An offer to receive audio and video: capabilities only, what the client can receive. Left out, as native SDKs do: every codec.',
    ),
  sora_client: selfDescription.optional().describe('Name and version of the SDK.'),
  environment: selfDescription.optional().describe('What it runs in, as a browser says of itself.'),
  libwebrtc: selfDescription.optional().describe('Version of libwebrtc, as native SDKs tell it.'),
  audio: z.union([z.boolean(), audioOptions]).default(true).describe('False: neither sent nor received.'),
  video: z.union([z.boolean(), videoOptions]).default(true).describe('False: neither sent nor received.'),
  metadata: z
    .json()
    .optional()
    .describe(
      'For the authentication webhook only. Where the channel needs its ingest key, it may be in `access_token` of it.',
    ),
  signaling_notify_metadata: notifyMetadata
    .optional()
    .describe('Told to the others as `authn_metadata`; at most 16 KiB.'),
  client_id: chosenId.optional().describe('1 to 255 bytes; several connections may have the same.'),
  bundle_id: chosenId
    .optional()
    .describe('1 to 255 bytes; connections that share it get no media and no notifications of each other.'),
  multistream: z.literal(true).optional().describe('Only true is possible: every channel is for many.'),
  simulcast: z.boolean().default(false),
  simulcast_rid: ridSchema.optional().describe('Old name of `simulcast_request_rid`.'),
  simulcast_request_rid: wantedRid.optional().describe('Layer that it gets of each sender at first.'),
  spotlight: z.boolean().default(false),
  spotlight_number: spotlightNumber
    .optional()
    .describe('How many are in focus; that of the first connection of a session counts.'),
  spotlight_focus_rid: wantedRid.optional().describe('Layer of those in focus; `r1` by default.'),
  spotlight_unfocus_rid: wantedRid.optional().describe('Layer of the others; `r0` by default.'),
  data_channel_signaling: z.boolean().optional().describe('Declined: the offer says false.'),
  ignore_disconnect_websocket: z.boolean().optional().describe('Declined: the offer says false.'),
  data_channels: z.json().optional().describe('Declined; told to the authentication webhook.'),
  forwarding_filter: forwardingFilter
    .optional()
    .describe('Old name of `forwarding_filters`, with one filter; not heeded beside those.'),
  forwarding_filters: forwardingFilters
    .optional()
    .describe('What it does not get of others; at most 16 KiB.'),
})
export type ConnectMessage = z.output<typeof connectMessage>

/**
 * What a client sends after `connect`. `update` is an old name of `re-answer`. Who answers a ping, or leaves, has done
 * so whatever is wrong with what it says besides: that is as if left out.
 */
export const laterMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('answer'), sdp: sdp.describe('Answers the first offer.') }),
  z.object({ type: z.literal('re-answer'), sdp: sdp.describe('Answers a later offer.') }),
  z.object({ type: z.literal('update'), sdp: sdp.describe('The same, by its old name.') }),
  z.object({
    type: z.literal('candidate'),
    candidate: atMost(4096).describe(
      'An address of the client. Not needed: the SFU learns it from packets too, but connects sooner with it.',
    ),
  }),
  z.object({
    type: z.literal('pong'),
    stats: z
      .array(object)
      .optional()
      .catch(undefined)
      .describe('All reports of the peer connection, where `ping` asks.'),
  }),
  z.object({
    type: z.literal('disconnect'),
    reason: z
      .string()
      .transform((reason) => [...reason].slice(0, 255).join(''))
      .optional()
      .catch(undefined)
      .describe(
        'Told in `connection.destroyed`, cut at 255 characters; `NO-ERROR` by default: others say that something failed.',
      ),
  }),
])
export type LaterMessage = z.output<typeof laterMessage>
/** How a client calls its answer to a later offer. */
export type LaterAnswer = Extract<LaterMessage['type'], 're-answer' | 'update'>

/** How a sender is to encode one layer; members as browsers know them. */
export interface SimulcastEncoding {
  readonly rid: Rid
  readonly active?: boolean
  readonly scaleResolutionDownBy?: number
  /** Pixels. */
  readonly scaleResolutionDownTo?: { readonly maxWidth: number; readonly maxHeight: number }
  /** bit/s. */
  readonly maxBitrate?: number
  readonly maxFramerate?: number
  readonly adaptivePtime?: boolean
  readonly scalabilityMode?: string
}

export interface OfferMessage {
  readonly type: 'offer'
  /** Of Airdesk. */
  readonly version: string
  readonly channel_id: ChannelId
  /** From the first connection of a channel to the end of the last. */
  readonly session_id: string
  /** As it was chosen, else the `connection_id`. */
  readonly client_id: string
  /** As it was chosen, else the `connection_id`. */
  readonly bundle_id: string
  readonly connection_id: ConnectionId
  readonly simulcast: boolean
  readonly simulcast_multicodec: false
  readonly spotlight: boolean
  readonly sdp: string
  /** For who sent no `sdp`, other than the iOS SDK: `{ "iceServers": [], "iceTransportPolicy": "all" }`. */
  readonly config?: { readonly iceServers: readonly []; readonly iceTransportPolicy: 'all' }
  /** The upstream m-lines; a kind that is not sent is absent. Absent as a whole for receivers. */
  readonly mid?: { readonly audio?: string; readonly video?: string }
  /** For who sends with simulcast. */
  readonly encodings?: readonly SimulcastEncoding[]
  /** What the authentication webhook has for this client. */
  readonly metadata?: Json
  readonly data_channel_signaling: false
  readonly ignore_disconnect_websocket: false
  /** These and the next as settled, after the authentication webhook. */
  readonly audio: boolean
  readonly audio_codec_type?: AudioCodec
  /** kbit/s. */
  readonly audio_bit_rate?: number
  readonly video: boolean
  readonly video_codec_type?: VideoCodec
  /** kbit/s. */
  readonly video_bit_rate?: number
}

export interface ReofferMessage {
  readonly type: 're-offer'
  readonly sdp: string
}

export interface PingMessage {
  readonly type: 'ping'
  /** Asks for statistics in `pong`. */
  readonly stats?: true
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
  /** `signaling_notify_metadata` of its `connect`. */
  readonly authn_metadata?: Json
  /** `signaling_notify_metadata` of the authentication webhook. */
  readonly authz_metadata?: Json
  /** The second, else the first, until an operation changes it. */
  readonly metadata?: Json
}

export interface ConnectionNotify extends Notified, NotifiedMetadata {
  readonly event_type: 'connection.created' | 'connection.updated' | 'connection.destroyed'
  readonly role: Role
  readonly audio: boolean
  readonly video: boolean
  /** Whole minutes since media was connected. */
  readonly minutes: number
  /** This and the next three: counts after the event. */
  readonly channel_connections: number
  readonly channel_sendrecv_connections: number
  readonly channel_sendonly_connections: number
  readonly channel_recvonly_connections: number
  readonly turn_transport_type: 'udp'
  /** Those already there, with their ids and metadata; only in the copy of `connection.created` for the new one itself. */
  readonly data?: readonly (NotifiedMetadata & {
    readonly client_id: string
    readonly bundle_id: string
    readonly connection_id: ConnectionId
  })[]
}

export interface SpotlightNotify extends Notified {
  readonly event_type: 'spotlight.focused' | 'spotlight.unfocused'
  /** How many are in focus at most. */
  readonly spotlight_number: number
  readonly audio: boolean
  readonly video: boolean
  /** Put in focus until an operation takes it back. */
  readonly fixed: boolean
}

export interface PushMessage {
  readonly type: 'push'
  /** As the operation has it. */
  readonly data: JsonObject
}

/** What the server sends. */
export type ServerMessage =
  | OfferMessage
  | ReofferMessage
  | PingMessage
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
  'KEY-REQUIRED':
    'The channel takes only clients that have its ingest key or, of a schedule, what delivery gave; what came was none, or not the right one.',
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
