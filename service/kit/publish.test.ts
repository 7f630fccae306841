import { expect, it } from 'vitest'
import { publisher } from './publish.ts'
import type { PublishParts } from './publish.ts'
import type { ClientOrder, WebrtcClient } from './webrtc/clients.ts'

const opened: ClientOrder[] = []
const parts: PublishParts = {
  ...{ rtmpBaseUrl: 'rtmp://127.0.0.1', signalingUrl: 'wss://127.0.0.1', caCertFile: 'ca.pem' },
  clients: {
    open(order) {
      opened.push(order)
      return Promise.resolve({} as WebrtcClient)
    },
  },
  startTestPicture: () => Promise.resolve(),
  stopTestPicture: () => Promise.resolve(),
}
const publish = publisher(parts)

it('a key goes to a WebRTC channel beside what the caller says in metadata', async () => {
  await publish('room', { webrtc: true, key: 'k' })
  await publish('room', { webrtc: { metadata: { user: 7 } }, key: 'k' })
  await publish('room', { webrtc: { metadata: ['as it is'] } })
  expect(opened.map(({ connect }) => connect.metadata)).toEqual([
    { access_token: 'k' },
    { user: 7, access_token: 'k' },
    ['as it is'],
  ])
  const wrong = publish('room', { webrtc: { metadata: 'me' }, key: 'k' })
  await expect(wrong).rejects.toThrow('metadata must be an object beside key')
})
