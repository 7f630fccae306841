import { createRtmpChannelRequest, createRtmpChannelResponse } from '../../../../contract/live-api.ts'
import { channelPlaylistUrl, ingestUrl } from '../../../channel/addresses.ts'
import { defineOperation } from '../define-operation.ts'

export const createRtmpChannel = defineOperation({
  target: 'Service_20250901.CreateRTMPChannel',
  group: 'Channels',
  audit: 'channel.created',
  summary: 'Creates an RTMP channel with HLS conversion.',
  request: createRtmpChannelRequest,
  response: createRtmpChannelResponse,
  example: {
    request: {
      hls: [
        {
          durationSeconds: 2,
          startTimeOffset: -2,
          video: { width: 1280, height: 720, fps: 30, bps: 2_500_000, codec: 'h264_high' },
          audio: { bps: 128_000 },
        },
        {
          durationSeconds: 2,
          startTimeOffset: -2,
          video: { width: 640, height: 360, fps: 30, bps: 800_000 },
          audio: {},
        },
      ],
      encrypt_key_uri: 'https://members.example/key',
      auth_webhook_url: 'https://members.example/webhooks/auth',
      event_webhook_url: 'https://members.example/webhooks/event',
    },
    response: {
      channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D',
      ingest_url: 'rtmp://127.0.0.1:1935/2E5Z4C8N7Q1RK0V3XW9T6B8M4D',
      playlist_url: 'https://127.0.0.1:8443/2E5Z4C8N7Q1RK0V3XW9T6B8M4D/index.m3u8',
    },
  },
  errors: ['ARCHIVE-DESTINATION-NOT-FOUND'],
  creates: true,
  handle(settings, { channels, caller, addresses }) {
    const where = addresses()
    const { channelId } = channels.create(caller, { kind: 'rtmp', settings })
    return {
      channel_id: channelId,
      ingest_url: ingestUrl(where, channelId),
      playlist_url: channelPlaylistUrl(where, channelId),
    }
  },
})
