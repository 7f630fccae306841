import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { freePort } from '../../../test/support/free-port.ts'
import { startRecordingListener } from '../../../test/support/recording-listener.ts'
import type { RecordingListener } from '../../../test/support/recording-listener.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import { rtmpTarget } from './client.ts'
import { publishFlv } from './publisher.ts'

let server: RecordingListener
let folder: string
let caCertFile: string

beforeEach(async () => {
  const { cert, key } = await selfSigned('127.0.0.1')
  const certificate = new ServedCertificate({ certificate: cert, privateKey: key })
  server = await startRecordingListener({ certificate })
  folder = await mkdtemp(join(tmpdir(), 'airdesk-rtmps-'))
  caCertFile = join(folder, 'ca.pem')
  await writeFile(caCertFile, cert)
})
afterEach(async () => {
  await server.listener.close('service-closed')
  await rm(folder, { recursive: true })
})

const publish = (scheme: string, trusted = {}) =>
  publishFlv({ url: `${scheme}://127.0.0.1:${server.port}/show`, flv: [], ...trusted })
const reasons = () => server.recordings.flatMap(({ closes }) => closes.map(({ reason }) => reason))

it('an address of rtmps is spoken to by TLS, and stopped and cut off as one of rtmp', async () => {
  for (const [scheme, secure] of [
    ['rtmp', false],
    ['rtmps', true],
  ] as const) {
    const [stopped, cut] = [publish(scheme, { caCertFile }), publish(scheme, { caCertFile })]
    await Promise.all([stopped.published, cut.published])
    expect([stopped, cut].map(({ client }) => 'encrypted' in client.socket)).toEqual([secure, secure])
    await stopped.stop()
    cut.kill()
    await cut.closed
  }
  await waitFor(() => reasons().length === 4 || undefined, 'all four ends')
  expect(reasons().toSorted()).toEqual(['client-closed', 'client-closed', 'client-lost', 'client-lost'])
})

it('tells why a connection does not come about', async () => {
  await expect(publish('rtmps').published).rejects.toThrow(
    'before it answered publish: self-signed certificate',
  )
  const nobody = publishFlv({ url: `rtmp://127.0.0.1:${await freePort()}/show`, flv: [] })
  await expect(nobody.published).rejects.toThrow('before it answered publish: connect ECONNREFUSED')
})

it.each([
  ['rtmp://[::1]/live/show', { host: '::1', port: 1935, secure: false, app: 'live', name: 'show' }],
  [
    'rtmps://live.example.com/show?key=k',
    { host: 'live.example.com', port: 443, secure: true, app: 'show?key=k' },
  ],
])('takes %s apart', (url, target) => {
  expect(rtmpTarget(url)).toMatchObject(target)
})

it('says what an address begins with that is none, and not its key', () => {
  expect(() => rtmpTarget('https://127.0.0.1/show?key=secret')).toThrow(
    /^An address of RTMP begins with rtmp:\/\/ or rtmps:\/\/, not https:\/\/\.$/,
  )
})
