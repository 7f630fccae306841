import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startRecordingListener } from '../../test/support/recording-listener.ts'
import { encodeFlvFileTag, flvFileHeader } from '../../test/support/write-flv.ts'
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

it.each([1, 4])('a file that is not repeated ends after its last tag, at speed %d', async (speed) => {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-publish-'))
  const server = await startRecordingListener()
  try {
    const file = join(folder, 'show.flv')
    const sound = [0, 100, 400].map((timestampMs) =>
      encodeFlvFileTag({ type: 8, timestampMs, body: Buffer.from([0xaf, 1]) }),
    )
    await writeFile(file, Buffer.concat([flvFileHeader({ audio: true, video: false }), ...sound]))
    const begun = performance.now()
    const rtmpBaseUrl = `rtmp://127.0.0.1:${server.port}`
    const encoder = await publisher({ ...parts, rtmpBaseUrl })('show', { file, loop: false, speed })
    await encoder.ended
    // Timers may be a millisecond early.
    expect(performance.now() - begun).toBeGreaterThan(400 / speed - 2)
    const [recording] = server.recordings
    expect(recording?.messages.map(({ timestampMs }) => timestampMs)).toEqual([0, 100, 400])
    expect(recording?.closes).toMatchObject([{ reason: 'client-closed' }])
  } finally {
    await server.listener.close('service-closed')
    await rm(folder, { recursive: true })
  }
})

it('a test picture has ended when it is stopped, and when it is over by itself', async () => {
  const { ended } = await publish('room')
  onAir.delete('room')
  await expect(ended).resolves.toBeUndefined()
  const again = await publish('room')
  await again.stop()
  await expect(again.ended).resolves.toBeUndefined()
})
