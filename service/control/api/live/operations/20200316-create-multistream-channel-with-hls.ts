import {
  createMultistreamChannelResponse,
  createMultistreamChannelWithHlsRequest,
} from '../../../../contract/live-api.ts'
import { sfuUrl } from '../../../channel/addresses.ts'
import { defineOperation } from '../define-operation.ts'

export const createMultistreamChannelWithHls = defineOperation({
  target: 'Service_20200316.CreateMultistreamChannelWithHLS',
  group: 'Channels',
  audit: 'channel.created',
  summary: 'Creates a multistream WebRTC channel with HLS conversion.',
  request: createMultistreamChannelWithHlsRequest,
  response: createMultistreamChannelResponse,
  example: {
    request: {
      hls: [
        {
          durationSeconds: 2,
          startTimeOffset: -2,
          video: { width: 1280, height: 720, fps: 30, bps: 2_500_000, codec: 'h264_high' },
          audio: { bps: 128_000 },
          archive: { archive_destination_id: '4Q8W0T2RZ6M1XKC9V5NJE7H3BD' },
        },
      ],
      encrypt_key_uri: 'https://members.example/key',
      auth_webhook_url: 'https://members.example/webhooks/auth',
      event_webhook_url: 'https://members.example/webhooks/event',
      environment: 0,
    },
    response: { channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D', sfu_url: 'wss://127.0.0.1:7443/signaling' },
  },
  errors: ['ARCHIVE-DESTINATION-NOT-FOUND'],
  creates: true,
  handle(settings, { channels, caller, addresses }) {
    const where = addresses()
    const { channelId } = channels.create(caller, { kind: 'webrtc-hls', settings })
    return { channel_id: channelId, sfu_url: sfuUrl(where) }
  },
})
