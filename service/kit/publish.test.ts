import { expect, it } from 'vitest'
import { publisher } from './publish.ts'
import type { PublishParts } from './publish.ts'
import type { ClientOrder, WebrtcClient } from './webrtc/clients.ts'

const opened: ClientOrder[] = []
const onAir = new Set<string>()
const parts: PublishParts = {
  ...{ rtmpBaseUrl: 'rtmp://127.0.0.1', signalingUrl: 'wss://127.0.0.1', caCertFile: 'ca.pem' },
  clients: {
    open(order) {
      opened.push(order)
      return Promise.resolve({} as WebrtcClient)
    },
  },
  startTestPicture: (id) =>
    id === 'nope' ? Promise.reject(new Error('It is not there.')) : Promise.resolve(onAir.add(id)),
  stopTestPicture: (id) => Promise.resolve(onAir.delete(id)),
  isTestPictureOnAir: (id) =>
    onAir.has(id) ? Promise.resolve(true) : Promise.reject(new Error('It is gone.')),
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

it('the test picture refuses what only a file can do, and names a channel that it is not on air in', async () => {
  for (const options of [{ key: 'k' }, { loop: false }, { speed: 2 }, { stopAfterMs: 100 }]) {
    const wrong = publish('room', options)
    await expect(wrong).rejects.toThrow(`${Object.keys(options)[0]} goes only with file`)
  }
  await expect(publish('nope')).rejects.toThrow('in the channel nope. It is not there.')
  await expect((await publish('room')).stop()).resolves.toBeUndefined()
})

it('a number that cannot be is refused by its name and rule', async () => {
  for (const speed of [0, -1, Number.NaN, Infinity, '2' as never]) {
    const wrong = publish('room', { file: 'show.flv', speed })
    await expect(wrong).rejects.toThrow(`speed must be a finite number above 0, not ${speed}.`)
  }
  const wrong = publish('room', { file: 'show.flv', stopAfterMs: Number.NaN })
  await expect(wrong).rejects.toThrow(
    'stopAfterMs must be a finite number of milliseconds, 0 or more, not NaN.',
  )
})

it('a test picture has ended when it is stopped, and when it is over by itself', async () => {
  const { ended } = await publish('room')
  onAir.delete('room')
  await expect(ended).resolves.toBeUndefined()
  const again = await publish('room')
  await again.stop()
  await expect(again.ended).resolves.toBeUndefined()
})
