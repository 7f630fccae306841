import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import { refusal } from '../../../../contract/refusal/refusal.ts'
import { connectionPlaylistUrl, signedUrl } from '../../../channel/addresses.ts'
import { defineEndpoint } from '../define-endpoint.ts'

export const getView = defineEndpoint({
  ...OPTION_ENDPOINTS.getView,
  summary: 'Gives what is needed to watch a schedule: the playlist of its newest broadcast.',
  example: {
    request: { schedule_id: '6R2M9XQ4T8WJ1ZC5YB7KD3HVNF' },
    response: {
      playlist_url: 'https://127.0.0.1:8443/2E5Z4C8N7Q1RK0V3XW9T6B8M4D/5M0QH3GJ8YVAP2S7CXE4KRN1TZ/index.m3u8',
    },
  },
  errors: ['NOT_FOUND', 'CHANNEL_DELETED', 'NOT_ON_AIR'],
  handle({ schedule_id: id }, { parts, caller: { system, user } }) {
    const { channelId, renditions } = parts.schedules.withChannel(system.id, id)
    if (renditions.length === 0) throw refusal('NO_HLS')
    const newest = parts.broadcasts.withPlaylist(channelId)[0]
    if (!newest) throw refusal('NOT_ON_AIR')
    const url = connectionPlaylistUrl(parts.addresses(), channelId, newest.connectionId)
    return { playlist_url: signedUrl(url, parts.playlistAddresses.forView(channelId, user.id)) }
  },
})
