/** Bodies of the webhooks that WebRTC channels send, compatible with the public Sora protocol. */
import { z } from 'zod'
import { forwardingFilter, forwardingFilters } from './forwarding-filters.ts'
import { breaks } from './refusal/carried.ts'
import { ridSchema, roleSchema } from './sfu-api.ts'
import {
  audioBitRate,
  audioCodec,
  chosenId,
  notifyMetadata,
  opusParams,
  spotlightNumber,
  videoBitRate,
  videoCodec,
  wantedRid,
} from './signaling.ts'

const anyObject = z.record(z.string(), z.json())
const microTimestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}Z$/)
  .describe('RFC 3339, UTC, microseconds.')
const count = z.int().nonnegative()
const milliseconds = count.describe('Milliseconds.')
const unixSeconds = z.int().describe('Unix time, seconds.')

/** What every body has. The event's id is also its `webhook-id`. */
const stamp = { id: z.string(), timestamp: microTimestamp }
const sender = { version: z.string(), label: z.literal('Service SFU'), node_name: z.string() }
const counts = {
  channel_connections: count,
  channel_sendrecv_connections: count,
  channel_sendonly_connections: count,
  channel_recvonly_connections: count,
}
const ids = {
  channel_id: z.string(),
  session_id: z.string(),
  client_id: z.string(),
  bundle_id: z.string(),
  connection_id: z.string(),
}
/** What a connection sends, or would send; codecs only of a kind that is on. Bit rates in kbit/s. */
const media = {
  audio: z.boolean(),
  audio_codec_type: audioCodec.optional(),
  audio_bit_rate: audioBitRate.optional().describe('kbit/s.'),
  video: z.boolean(),
  video_codec_type: videoCodec.optional(),
  video_bit_rate: videoBitRate.optional().describe('kbit/s.'),
  video_vp9_params: anyObject.optional(),
  video_av1_params: anyObject.optional(),
  video_h264_params: anyObject.optional(),
}

export const sfuAuthRequest = z.strictObject({
  ...stamp,
  ...sender,
  role: roleSchema,
  channel_id: z.string(),
  connection_id: z.string(),
  client_id: z.string().optional().describe('As the client chose it.'),
  bundle_id: z.string().optional().describe('As the client chose it.'),
  multistream: z.literal(true),
  simulcast: z.boolean(),
  simulcast_rid: ridSchema.optional(),
  simulcast_request_rid: wantedRid.optional(),
  spotlight: z.boolean(),
  spotlight_number: spotlightNumber.optional(),
  spotlight_focus_rid: wantedRid.optional(),
  spotlight_unfocus_rid: wantedRid.optional(),
  ...media,
  audio_opus_params: opusParams.optional(),
  data_channel_signaling: z.boolean(),
  ignore_disconnect_websocket: z.boolean(),
  data_channels: z.json().optional().describe('As the client sent it. Declined.'),
  forwarding_filter: forwardingFilter.optional().describe('As the client sent it.'),
  forwarding_filters: forwardingFilters.optional().describe('As the client sent it.'),
  metadata: z.json().optional().describe('As the client sent it.'),
  e2ee: z.literal(false),
  sora_client: z
    .strictObject({
      raw: z.string().optional(),
      type: z.string().optional(),
      version: z.string().optional(),
      commit_short: z.string().optional(),
      libwebrtc: z.string().optional(),
      environment: z.string().optional(),
    })
    .describe('What the client says of itself.'),
  ...counts,
})
export type SfuAuthRequest = z.output<typeof sfuAuthRequest>

const encoding = z.object({
  rid: ridSchema,
  active: z.boolean().optional(),
  scaleResolutionDownBy: z.number().min(1).optional(),
  scaleResolutionDownTo: z
    .object({ maxWidth: z.int().positive(), maxHeight: z.int().positive() })
    .optional()
    .describe('Pixels.'),
  maxBitrate: z.int().positive().optional().describe('bit/s.'),
  maxFramerate: z.number().positive().optional(),
  adaptivePtime: z.boolean().optional(),
  scalabilityMode: z.string().optional(),
})
/** Browsers refuse layers in another order than that of the offer. */
const encodings = z
  .array(encoding)
  .min(1)
  .refine((list) => list.every(({ rid }, i) => i === 0 || rid > (list[i - 1]?.rid ?? '')), {
    error: breaks('layerOrder'),
  })

/** Members that change what the client asked for, each optional; others are ignored. */
const overrides = z.object({
  client_id: chosenId.optional(),
  bundle_id: chosenId.optional(),
  audio: z.boolean().optional(),
  audio_codec_type: audioCodec.optional(),
  audio_bit_rate: audioBitRate.optional(),
  audio_opus_params: opusParams.optional(),
  video: z.boolean().optional(),
  video_codec_type: videoCodec.optional(),
  video_bit_rate: videoBitRate.optional(),
  video_vp9_params: anyObject.optional(),
  video_av1_params: anyObject.optional(),
  video_h264_params: anyObject.optional(),
  simulcast: z.boolean().optional(),
  simulcast_rid: ridSchema.optional(),
  simulcast_request_rid: wantedRid.optional(),
  simulcast_encodings: encodings.optional(),
  spotlight: z.boolean().optional(),
  spotlight_number: spotlightNumber.optional(),
  spotlight_focus_rid: wantedRid.optional(),
  spotlight_unfocus_rid: wantedRid.optional(),
  spotlight_encodings: encodings.optional(),
  forwarding_filter: forwardingFilter
    .optional()
    .describe('Old name of `forwarding_filters`, with one filter; not heeded beside those.'),
  forwarding_filters: forwardingFilters
    .optional()
    .describe('In place of all that the client gave; an empty array for none. At most 16 KiB.'),
  signaling_notify: z.boolean().optional().describe('False: it is told nothing of others.'),
  signaling_notify_metadata: notifyMetadata
    .optional()
    .describe('Told to the others as `authz_metadata`; at most 16 KiB.'),
  metadata: z.json().optional().describe('Given to the client with its offer.'),
  event_metadata: z.json().optional().describe('Repeated in the event webhooks of the connection.'),
  connection_lifetime: z.int().positive().optional().describe('Seconds, from when media is connected.'),
})

/** What a webhook that allows may answer; refused where a member breaks its rule. */
export const sfuAuthAllowed = overrides.extend({ allowed: z.literal(true) }).check(({ value, issues }) => {
  for (const kind of ['audio', 'video'] as const) {
    if (value[kind] !== false) continue
    for (const [member, input] of Object.entries(value)) {
      if (!member.startsWith(`${kind}_`)) continue
      issues.push({
        code: 'custom',
        input,
        path: [member],
        message: breaks('notWhereOff', { kind }),
      })
    }
  }
})
export type SfuAuthAllowed = z.output<typeof sfuAuthAllowed>
export const sfuAuthRefused = z.object({
  allowed: z.literal(false),
  reason: z.string().optional().describe('What the client is told; cut at 123 bytes.'),
})
/** Anything else refuses the connection. */
export const sfuAuthResponse = z.discriminatedUnion('allowed', [sfuAuthAllowed, sfuAuthRefused])

const envelope = {
  ...stamp,
  log_written: z.literal(true),
  ...sender,
  role: roleSchema,
  ...ids,
  multistream: z.literal(true),
  simulcast: z.boolean(),
  spotlight: z.boolean(),
  event_metadata: z.json().optional(),
}
const bytes = { total_received_bytes: count, total_sent_bytes: count }
const lasting = {
  minutes: count.describe('Whole minutes since media was connected.'),
  ...media,
  ...counts,
  turn_transport_type: z.literal('udp'),
  created_time: unixSeconds,
  created_timestamp: microTimestamp,
  ice_connection_state: z.strictObject({
    total_checking_duration_ms: milliseconds,
    total_disconnected_duration_ms: milliseconds,
  }),
  ...bytes,
}
const ended = {
  destroyed_time: unixSeconds,
  destroyed_timestamp: microTimestamp,
  reason: z.string().describe('As the client was told with the close of its signaling, or why it was not.'),
  disconnect_api_reason: anyObject.optional().describe('`reason` of the operation that ended it.'),
  type_disconnect_reason: z.string().optional().describe('What the client said when it left.'),
}
const spotlight = {
  ...stamp,
  ...sender,
  ...ids,
  spotlight_number: spotlightNumber,
  audio: z.boolean(),
  video: z.boolean(),
}

export const sfuEvent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('connection.created'), ...envelope, data: z.strictObject(lasting) }),
  z.strictObject({ type: z.literal('connection.updated'), ...envelope, data: z.strictObject(lasting) }),
  z.strictObject({
    type: z.literal('connection.destroyed'),
    ...envelope,
    data: z.strictObject({ ...lasting, ...ended }),
  }),
  z.strictObject({
    type: z.literal('connection.failed'),
    ...envelope,
    data: z.strictObject({ message: z.string(), ...counts, ...bytes }),
  }),
  z.strictObject({ type: z.literal('spotlight.focused'), ...spotlight, fixed: z.boolean() }),
  z.strictObject({ type: z.literal('spotlight.unfocused'), ...spotlight }),
  z.strictObject({
    type: z.literal('notify.playlist_url'),
    channel_id: z.string(),
    connection_id: z.string(),
    timestamp: microTimestamp,
    playlist_url: z.string(),
  }),
])
export type SfuEvent = z.output<typeof sfuEvent>

/** A body before it is given its id and time. */
export type Unstamped<Body> = Body extends unknown ? Omit<Body, 'id' | 'timestamp'> : never
