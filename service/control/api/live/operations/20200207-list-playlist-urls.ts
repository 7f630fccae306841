import { channelIdRequest, listPlaylistUrlsResponse } from '../../../../contract/live-api.ts'
import { connectionPlaylistUrl, signedUrl } from '../../../channel/addresses.ts'
import { defineOperation } from '../define-operation.ts'

export const listPlaylistUrls = defineOperation({
  target: 'Service_20200207.ListPlaylistURLs',
  group: 'Channels',
  audit: null,
  summary: 'Lists the playlist of each connection that is on air, newest first.',
  request: channelIdRequest,
  response: listPlaylistUrlsResponse,
  example: {
    request: { channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D' },
    response: {
      channel_id: '2E5Z4C8N7Q1RK0V3XW9T6B8M4D',
      hls: [
        {
          connection_id: '5M0QH3GJ8YVAP2S7CXE4KRN1TZ',
          playlist_url:
            'https://127.0.0.1:8443/2E5Z4C8N7Q1RK0V3XW9T6B8M4D/5M0QH3GJ8YVAP2S7CXE4KRN1TZ/index.m3u8',
        },
      ],
    },
  },
  errors: ['CHANNEL-NOT-FOUND'],
  handle({ channel_id }, { channels, broadcasts, caller, addresses, playlistAddresses }) {
    const { channelId } = channels.get(caller.systemId, channel_id)
    const where = addresses()
    return {
      channel_id: channelId,
      hls: broadcasts.withPlaylist(channelId).map(({ connectionId }) => ({
        connection_id: connectionId,
        playlist_url: signedUrl(
          connectionPlaylistUrl(where, channelId, connectionId),
          playlistAddresses.forConnection(channelId, connectionId),
        ),
      })),
    }
  },
})
