import { expect, it } from 'vitest'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import {
  channelPlaylistUrl,
  connectionPlaylistUrl,
  ingestServer,
  ingestUrl,
  previewUrl,
  sfuUrl,
} from './addresses.ts'

const channel = 'CHANNEL' as ChannelId
const addresses = {
  rtmp: { host: '192.0.2.1', port: 1935 },
  https: { host: 'studio.example', port: 8443 },
  http: { host: '::1', port: 8080 },
  signaling: { host: 'studio.example', port: 7443 },
}

it('writes every address', () => {
  expect(ingestUrl(addresses, channel)).toBe('rtmp://192.0.2.1:1935/CHANNEL')
  expect(ingestServer(addresses)).toBe('rtmp://192.0.2.1:1935/')
  expect(channelPlaylistUrl(addresses, channel)).toBe('https://studio.example:8443/CHANNEL/index.m3u8')
  expect(connectionPlaylistUrl(addresses, channel, 'CONN' as ConnectionId)).toBe(
    'https://studio.example:8443/CHANNEL/CONN/index.m3u8',
  )
  expect(sfuUrl(addresses)).toBe('wss://studio.example:7443/signaling')
  expect(previewUrl(addresses, channel)).toBe('http://[::1]:8080/preview/CHANNEL/index.m3u8')
})
