import { OptionError } from '../../../../contract/errors.ts'
import { scheduleIdRequest, viewResponse } from '../../../../contract/option-api.ts'
import { connectionPlaylistUrl } from '../../../channel/addresses.ts'
import { renditionsOf } from '../../../channel/channel.ts'
import { defineEndpoint } from '../define-endpoint.ts'
import { channelOf } from '../schedule-channel.ts'

const NO_HLS =
  'This schedule has no HLS conversion: it was registered with service_params [], so it never has a playlist.'

export const getView = defineEndpoint({
  method: 'GET',
  path: '/api/view',
  summary: 'Gives what is needed to watch a schedule: the playlist of its newest broadcast.',
  permission: 'view',
  request: scheduleIdRequest,
  response: viewResponse,
  example: {
    request: { schedule_id: '6R2M9XQ4T8WJ1ZC5YB7KD3HVNF' },
    response: {
      playlist_url: 'https://127.0.0.1:8443/2E5Z4C8N7Q1RK0V3XW9T6B8M4D/5M0QH3GJ8YVAP2S7CXE4KRN1TZ/index.m3u8',
    },
  },
  errors: ['NOT_FOUND', 'CHANNEL_DELETED', 'NOT_ON_AIR'],
  handle({ schedule_id: id }, { parts, caller: { system } }) {
    const channel = channelOf(parts, system.id, id)
    if (renditionsOf(channel).length === 0) throw new OptionError('NOT_ON_AIR', NO_HLS)
    const newest = parts.broadcasts.withPlaylist(channel.channelId)[0]
    if (!newest) throw new OptionError('NOT_ON_AIR')
    const { channelId, connectionId } = newest
    return { playlist_url: connectionPlaylistUrl(parts.addresses(), channelId, connectionId) }
  },
})
