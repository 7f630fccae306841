import { emptyRequest, listChannelIdsResponse } from '../../../../contract/live-api.ts'
import { defineOperation } from '../define-operation.ts'

export const listChannelIds = defineOperation({
  target: 'Service_20200729.ListChannelIDs',
  group: 'Channels',
  audit: null,
  summary: 'Lists the channels that were created and not deleted, oldest first.',
  request: emptyRequest,
  response: listChannelIdsResponse,
  example: { request: {}, response: { channel_ids: ['2E5Z4C8N7Q1RK0V3XW9T6B8M4D'] } },
  errors: [],
  kept: ({ channels, caller }) => ({ of: channels.listIds(caller.systemId), by: '' }),
  handle: (_, { channels, caller }) => ({ channel_ids: channels.listIds(caller.systemId) }),
})
