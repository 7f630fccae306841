import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import { sfuUrl } from '../../../channel/addresses.ts'
import { defineEndpoint } from '../define-endpoint.ts'

export const getDelivery = defineEndpoint({
  ...OPTION_ENDPOINTS.getDelivery,
  summary: 'Gives what is needed to broadcast on a schedule: its channel and where to signal.',
  example: {
    request: { schedule_id: '6R2M9XQ4T8WJ1ZC5YB7KD3HVNF' },
    response: { channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D', sfu_url: 'wss://127.0.0.1:5443/signaling' },
  },
  errors: ['NOT_FOUND', 'CHANNEL_DELETED'],
  handle({ schedule_id: id }, { parts, caller: { system, user } }) {
    const schedule = parts.schedules.withChannel(system.id, id)
    const key = parts.deliveries.begin(schedule, user)
    return { channel_id: schedule.channelId, sfu_url: sfuUrl(parts.addresses(), key) }
  },
})
