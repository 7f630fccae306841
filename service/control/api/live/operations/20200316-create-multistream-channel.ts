import {
  createMultistreamChannelRequest,
  createMultistreamChannelResponse,
} from '../../../../contract/live-api.ts'
import { sfuUrl } from '../../../channel/addresses.ts'
import { defineOperation } from '../define-operation.ts'

export const createMultistreamChannel = defineOperation({
  target: 'Service_20200316.CreateMultistreamChannel',
  group: 'Channels',
  audit: 'channel.created',
  summary: 'Creates a multistream WebRTC channel without HLS conversion.',
  request: createMultistreamChannelRequest,
  response: createMultistreamChannelResponse,
  example: {
    request: {
      auth_webhook_url: 'https://members.example/webhooks/auth',
      event_webhook_url: 'https://members.example/webhooks/event',
      environment: 0,
    },
    response: { channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D', sfu_url: 'wss://127.0.0.1:7443/signaling' },
  },
  errors: [],
  creates: true,
  handle(settings, { channels, caller, addresses }) {
    const where = addresses()
    const { channelId } = channels.create(caller, { kind: 'webrtc', settings })
    return { channel_id: channelId, sfu_url: sfuUrl(where) }
  },
})
