import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { startRecordingListener } from '../../test/support/recording-listener.ts'
import { selfSigned } from '../../test/support/self-signed.ts'
import { encodeFlvFileTag, flvFileHeader } from '../../test/support/write-flv.ts'
import { ServedCertificate } from '../platform/tls/served-certificate.ts'
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

it.each([
  ['rtmp', 1],
  ['rtmp', 4],
  ['rtmps', 4],
])('a file that is not repeated ends after its last tag, by %s at speed %d', async (scheme, speed) => {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-publish-'))
  const { cert, key } = await selfSigned('127.0.0.1')
  const certificate = new ServedCertificate({ certificate: cert, privateKey: key })
  const server = await startRecordingListener({ certificate })
  try {
    const [file, caCertFile] = [join(folder, 'show.flv'), join(folder, 'ca.pem')]
    await writeFile(caCertFile, cert)
    const sound = [0, 100, 400].map((timestampMs) =>
      encodeFlvFileTag({ type: 8, timestampMs, body: Buffer.from([0xaf, 1]) }),
    )
    await writeFile(file, Buffer.concat([flvFileHeader({ audio: true, video: false }), ...sound]))
    const begun = performance.now()
    const rtmpBaseUrl = `${scheme}://127.0.0.1:${server.port}`
    const encoder = await publisher({ ...parts, rtmpBaseUrl, caCertFile })('show', {
      file,
      loop: false,
      speed,
    })
    await encoder.ended
    // Timers may be a millisecond early.
    expect(performance.now() - begun).toBeGreaterThan(400 / speed - 2)
    const [recording] = server.recordings
    expect(recording?.messages.map(({ timestampMs }) => timestampMs)).toEqual([0, 100, 400])
    expect(recording?.closes).toMatchObject([{ reason: 'client-closed' }])
    // Over TLS the service is known by its authority, and by no other.
    await writeFile(caCertFile, (await selfSigned('127.0.0.1')).cert)
    const again = publisher({ ...parts, rtmpBaseUrl, caCertFile })('show', { file })
    if (scheme === 'rtmps') await expect(again).rejects.toThrow('self-signed certificate')
    else await (await again).stop()
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
