/** Bodies of the webhooks of WebRTC connections, before they get their id and time. Pure. */
import type { ConnectionId } from '../../contract/ids.ts'
import type { JsonObject } from '../../contract/sfu-api.ts'
import type { SfuAuthRequest, SfuEvent, Unstamped } from '../../contract/sfu-webhooks.ts'
import type { ConnectMessage } from '../../contract/signaling.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import { microTimestamp } from '../../platform/timestamp.ts'
import type { ChannelCounts } from './counts.ts'
import type { CreatedEvent, SfuUsage } from './dependencies.ts'
import type { Ending } from './endings.ts'
import { given } from './given.ts'
import type { SfuMember } from './member.ts'
import { senderOf } from './sender.ts'

type EventOf<Type extends SfuEvent['type']> = Unstamped<Extract<SfuEvent, { type: Type }>>

const idsOf = ({ channel, sessionId, clientId, bundleId, connectionId }: SfuMember) => ({
  channel_id: channel.channelId,
  session_id: sessionId,
  client_id: clientId,
  bundle_id: bundleId,
  connection_id: connectionId,
})
const bytesOf = ({ receivedBytes, sentBytes }: Omit<SfuUsage, 'minutes'>) => ({
  total_received_bytes: receivedBytes,
  total_sent_bytes: sentBytes,
})

/**
 * What the authentication webhook is asked.
 * @param counts before the connection is taken
 */
export function authBody(
  connect: ConnectMessage,
  connectionId: ConnectionId,
  counts: ChannelCounts,
  version: string,
): Unstamped<SfuAuthRequest> {
  const audio = typeof connect.audio === 'object' ? connect.audio : {}
  const video = typeof connect.video === 'object' ? connect.video : {}
  return {
    ...senderOf(version),
    role: connect.role,
    channel_id: connect.channel_id,
    connection_id: connectionId,
    ...given({ client_id: connect.client_id, bundle_id: connect.bundle_id }),
    multistream: true,
    simulcast: connect.simulcast,
    ...given({
      simulcast_rid: connect.simulcast_rid,
      simulcast_request_rid: connect.simulcast_request_rid,
    }),
    spotlight: connect.spotlight,
    ...given({
      spotlight_number: connect.spotlight_number,
      spotlight_focus_rid: connect.spotlight_focus_rid,
      spotlight_unfocus_rid: connect.spotlight_unfocus_rid,
    }),
    audio: connect.audio !== false,
    ...given({
      audio_codec_type: audio.codec_type,
      audio_bit_rate: audio.bit_rate,
      audio_opus_params: audio.opus_params,
    }),
    video: connect.video !== false,
    ...given({
      video_codec_type: video.codec_type,
      video_bit_rate: video.bit_rate,
      video_vp9_params: video.vp9_params,
      video_av1_params: video.av1_params,
      video_h264_params: video.h264_params,
    }),
    data_channel_signaling: connect.data_channel_signaling ?? false,
    ignore_disconnect_websocket: connect.ignore_disconnect_websocket ?? false,
    ...given({
      data_channels: connect.data_channels,
      forwarding_filter: connect.forwarding_filter,
      forwarding_filters: connect.forwarding_filters,
      metadata: connect.metadata,
    }),
    e2ee: false,
    sora_client: clientOf(connect),
    ...counts,
  }
}

/** `Sora JavaScript SDK 2026.1.0` has a type and a version; native SDKs add `(8f2f5c61)`, the commit. */
function clientOf(connect: ConnectMessage): SfuAuthRequest['sora_client'] {
  const { sora_client: raw, environment, libwebrtc } = connect
  const [, type, version, commit] = /^(.+?) (\d[\w.+-]*)(?: \(([\da-f]{7,40})\))?/.exec(raw ?? '') ?? []
  return given({ raw, type, version, commit_short: commit, libwebrtc, environment })
}

function envelopeOf(member: SfuMember, version: string) {
  const { role, simulcast, spotlight, eventMetadata } = member.settled
  return {
    log_written: true as const,
    ...senderOf(version),
    role,
    ...idsOf(member),
    multistream: true as const,
    simulcast,
    spotlight: spotlight !== null,
    ...given({ event_metadata: eventMetadata }),
  }
}

/** @param counts with the connection */
export function createdEvent(member: SfuMember, counts: ChannelCounts, version: string): CreatedEvent {
  const { settled, answeredAt, openedAt } = member
  const { audio, video } = settled
  return {
    type: 'connection.created',
    ...envelopeOf(member, version),
    data: {
      minutes: 0,
      audio: audio !== null,
      ...given({ audio_codec_type: audio?.codec, audio_bit_rate: audio?.bitRate ?? undefined }),
      video: video !== null,
      ...given({ video_codec_type: video?.codec, video_bit_rate: video?.bitRate ?? undefined }),
      ...video?.params,
      ...counts,
      turn_transport_type: 'udp',
      created_time: Math.floor(openedAt / 1000),
      created_timestamp: microTimestamp(openedAt),
      ice_connection_state: {
        total_checking_duration_ms: Math.max(0, openedAt - answeredAt),
        total_disconnected_duration_ms: 0,
      },
      ...bytesOf(member),
    },
  }
}

export function updatedEvent(
  told: CreatedEvent,
  counts: ChannelCounts,
  usage: SfuUsage,
): EventOf<'connection.updated'> {
  const data = { ...told.data, minutes: usage.minutes, ...counts, ...bytesOf(usage) }
  return { ...told, type: 'connection.updated', data }
}

/** What is said of an end besides its reason. */
export interface LastWords {
  /** `reason` of the operation that ended it. */
  readonly api?: JsonObject
  /** What the client said. */
  readonly client?: string
  /** What was wrong with what the client sent: for its close and the log, and not for events. */
  readonly fault?: string
}

/** @param counts without the connection */
export function destroyedEvent(
  told: CreatedEvent,
  counts: ChannelCounts,
  usage: SfuUsage,
  end: { readonly at: EpochMilliseconds; readonly ending: Ending; readonly words: LastWords },
): EventOf<'connection.destroyed'> {
  return {
    ...told,
    type: 'connection.destroyed',
    data: {
      ...updatedEvent(told, counts, usage).data,
      destroyed_time: Math.floor(end.at / 1000),
      destroyed_timestamp: microTimestamp(end.at),
      reason: end.ending.reason,
      ...given({ disconnect_api_reason: end.words.api, type_disconnect_reason: end.words.client }),
    },
  }
}

/** A connection whose media never came up. */
export function failedEvent(
  member: SfuMember,
  counts: ChannelCounts,
  ending: Ending,
  version: string,
): EventOf<'connection.failed'> {
  const data = { message: ending.reason, ...counts, ...bytesOf(member) }
  return { type: 'connection.failed', ...envelopeOf(member, version), data }
}

export interface FocusChange {
  readonly focused: boolean
  readonly fixed: boolean
  /** How many are in focus at most. */
  readonly count: number
}

export function spotlightEvent(
  member: SfuMember,
  { focused, fixed, count }: FocusChange,
  version: string,
): EventOf<'spotlight.focused' | 'spotlight.unfocused'> {
  const common = {
    ...senderOf(version),
    ...idsOf(member),
    spotlight_number: count,
    audio: member.settled.audio !== null,
    video: member.settled.video !== null,
  }
  return focused
    ? { type: 'spotlight.focused', ...common, fixed }
    : { type: 'spotlight.unfocused', ...common }
}

export function playlistEvent(member: SfuMember, playlistUrl: string): EventOf<'notify.playlist_url'> {
  const { channel, connectionId } = member
  return {
    type: 'notify.playlist_url',
    channel_id: channel.channelId,
    connection_id: connectionId,
    playlist_url: playlistUrl,
  }
}
