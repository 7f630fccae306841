/** Bodies of WebRTC webhooks as the documents show them. */
import type { SfuAuthRequest, SfuEvent } from '../../../contract/sfu-webhooks.ts'

const CHANNEL = '2E5Z4C8N7Q1RK0V3XW9T6B8M4D'
const CONNECTION = '5M0QH3GJ8YVAP2S7CXE4KRN1TZ'
const stamp = { id: '7C2XJ5R0MZ9K4V8T3BQ6WN1YHD', timestamp: '2026-11-20T10:00:00.000000Z' }
const sender = { version: '0.1.0', label: 'Service SFU', node_name: 'airdesk' } as const
const counts = {
  channel_connections: 1,
  channel_sendrecv_connections: 0,
  channel_sendonly_connections: 1,
  channel_recvonly_connections: 0,
}
const ids = {
  channel_id: CHANNEL,
  session_id: '0T6N2VQ9E4W8K1XJ7M3RZC5BHY',
  client_id: 'studio-1',
  bundle_id: CONNECTION,
  connection_id: CONNECTION,
}
const envelope = {
  ...stamp,
  log_written: true,
  ...sender,
  role: 'sendonly',
  ...ids,
  multistream: true,
  simulcast: true,
  spotlight: false,
} as const
const data = {
  minutes: 0,
  audio: true,
  audio_codec_type: 'OPUS',
  video: true,
  video_codec_type: 'VP8',
  video_bit_rate: 2500,
  ...counts,
  turn_transport_type: 'udp',
  created_time: 1_795_168_800,
  created_timestamp: '2026-11-20T10:00:00.000000Z',
  ice_connection_state: { total_checking_duration_ms: 84, total_disconnected_duration_ms: 0 },
  total_received_bytes: 0,
  total_sent_bytes: 0,
} as const
const later = { ...data, minutes: 1, total_received_bytes: 18_750_000, total_sent_bytes: 240_000 } as const
const none = { channel_connections: 0, channel_sendonly_connections: 0 }
const spotlight = { ...stamp, ...sender, ...ids, spotlight_number: 5, audio: true, video: true }

export const SFU_AUTH_REQUEST: SfuAuthRequest = {
  ...stamp,
  ...sender,
  role: 'sendonly',
  channel_id: CHANNEL,
  connection_id: CONNECTION,
  client_id: 'studio-1',
  multistream: true,
  simulcast: true,
  spotlight: false,
  audio: true,
  video: true,
  video_codec_type: 'VP8',
  video_bit_rate: 2500,
  data_channel_signaling: false,
  ignore_disconnect_websocket: false,
  metadata: { token: 'of the customer' },
  e2ee: false,
  sora_client: {
    raw: 'Sora JavaScript SDK 2026.1.0',
    type: 'Sora JavaScript SDK',
    version: '2026.1.0',
    environment: 'Mozilla/5.0',
  },
  ...counts,
  channel_connections: 0,
  channel_sendonly_connections: 0,
}

/** One of each type. */
export const SFU_EVENTS: readonly SfuEvent[] = [
  { type: 'connection.created', ...envelope, data },
  { type: 'connection.updated', ...envelope, data: later },
  {
    type: 'connection.destroyed',
    ...envelope,
    data: {
      ...later,
      ...none,
      destroyed_time: 1_795_168_890,
      destroyed_timestamp: '2026-11-20T10:01:30.000000Z',
      reason: 'TYPE-DISCONNECT',
      type_disconnect_reason: 'NO-ERROR',
    },
  },
  {
    type: 'connection.failed',
    ...envelope,
    data: {
      message: 'TRANSPORT-FAILED',
      ...counts,
      ...none,
      total_received_bytes: 0,
      total_sent_bytes: 0,
    },
  },
  { type: 'spotlight.focused', ...spotlight, fixed: false },
  { type: 'spotlight.unfocused', ...spotlight },
  {
    type: 'notify.playlist_url',
    channel_id: CHANNEL,
    connection_id: CONNECTION,
    timestamp: '2026-11-20T10:00:04.000000Z',
    playlist_url: `https://127.0.0.1:8443/${CHANNEL}/${CONNECTION}/index.m3u8`,
  },
]
