import { channelIdRequest, emptyResponse } from '../../../../contract/live-api.ts'
import { writeAct } from '../../../audit/acts.ts'
import { defineOperation } from '../define-operation.ts'

export const deleteChannel = defineOperation({
  target: 'Service_20180501.DeleteChannel',
  group: 'Channels',
  audit: 'channel.deleted',
  summary: 'Deletes a channel: disconnects its clients, ends its playlists and takes its address away.',
  request: channelIdRequest,
  response: emptyResponse,
  example: { request: { channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D' }, response: {} },
  errors: ['CHANNEL-NOT-FOUND'],
  async handle({ channel_id }, { channels, caller }) {
    await channels.delete(caller.systemId, channel_id, writeAct)
    return {}
  },
})
