/** What players do over TLS: HTTP/1.1 one request after the other, HTTP/2, sessions that are resumed; and what nobody should. */
import { connect as connectHttp2, constants } from 'node:http2'
import type { ClientHttp2Session, IncomingHttpHeaders } from 'node:http2'
import { setImmediate as turn } from 'node:timers/promises'
import { connect } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { OriginTls } from '../../contract/origin-worker.ts'
import { newId } from '../../platform/ids.ts'
import { createLogger } from '../../platform/logger.ts'
import { SegmentStore } from '../hls/segment-store.ts'
import { AddressGate } from './address-gate.ts'
import { LiveWindow } from './live-window.ts'
import { startHlsOrigin } from './origin.ts'
import type { HlsOrigin } from './origin.ts'

const channelId = newId<ChannelId>()
const playlist = `/${channelId}/r0.m3u8`
const segment = `/${channelId}/${newId<ConnectionId>()}/r0/1.m4s`
const SIZE = 700_000
const any = { host: '127.0.0.1', port: 0 }
const logger = createLogger('silent')
const gate = new AddressGate({ key: 'key', access: [] }, new ManualClock())
const window = new LiveWindow(8 * 1024 * 1024)
const store = new SegmentStore({ directory: '/nonexistent', logger })
let tls: OriginTls
let origin: HlsOrigin
const ends: (() => unknown)[] = []

beforeAll(async () => {
  const { key, cert } = await selfSigned('127.0.0.1')
  tls = { tls: { certificate: cert, privateKey: key }, ticketKeys: Buffer.alloc(48, 7) }
  window.written(playlist.slice(1), Buffer.from('#EXTM3U\n'), true)
  window.written(segment.slice(1), Buffer.alloc(SIZE, 'segment'), true)
  origin = await startHlsOrigin({ http: any, https: any, tls, window, store, logger, gate })
})
afterEach(async () => {
  await Promise.all(ends.splice(0).map((end) => end()))
})
afterAll(() => origin.close())

function player(
  options: { ALPNProtocols?: string[]; session?: Buffer; port?: number } = {},
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const { port = origin.httpsPort, ...more } = options
    const socket = connect({ host: '127.0.0.1', port, ca: tls.tls.certificate, ...more }, () =>
      resolve(socket),
    )
    socket.on('error', reject)
    ends.push(() => socket.destroy())
  })
}

/** All that comes until it closes or is as long as `bytes`. */
async function read(socket: TLSSocket, bytes = Infinity): Promise<string> {
  let text = ''
  let closed = false
  socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')))
  socket.on('close', () => (closed = true))
  await waitFor(() => closed || text.length >= bytes, 'the answers')
  return text
}

const get = (path: string, ...fields: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n')

it('one connection is asked for one file after the other, without waiting, and in the end for something odd', async () => {
  const socket = await player()
  socket.write(get(playlist) + get(segment) + get(playlist, 'If-None-Match: *') + get('/none'))
  socket.write(
    `HEAD ${segment} HTTP/1.1\r\nHost: localhost\r\n\r\n${get(segment, 'Range: bytes=0-6', 'Connection: close')}`,
  )
  const text = await read(socket)
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
    ...['200', '200', '304', '404', '200', '206'],
  ])
  expect(text.length).toBeGreaterThan(SIZE)
  expect(text.endsWith('\r\n\r\nsegment')).toBe(true)
  expect(text).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=30\r\n\r\n#EXTM3U\n')
})

async function http2(port = origin.httpsPort): Promise<ClientHttp2Session> {
  const session = connectHttp2(`https://127.0.0.1:${port}`, { ca: tls.tls.certificate })
  session.on('error', () => undefined)
  ends.push(() => session.destroy())
  await new Promise((resolve, reject) => session.once('remoteSettings', resolve).once('close', reject))
  return session
}

function ask(session: ClientHttp2Session, path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: number }>((resolve, reject) => {
    const stream = session.request({ ':path': path, ...headers })
    let [told, bytes]: [IncomingHttpHeaders, number] = [{}, 0]
    stream.on('response', (response) => (told = response))
    stream.on('data', (chunk: Buffer) => (bytes += chunk.length))
    stream.on('error', reject)
    stream.on('close', () => resolve({ status: Number(told[':status']), headers: told, bytes }))
  })
}

it('HTTP/2 gives the same, many files at once', async () => {
  const session = await http2()
  const asked = Array.from({ length: 20 }, () => ask(session, segment))
  for (const { status, bytes } of await Promise.all(asked)) expect([status, bytes]).toEqual([200, SIZE])
  const { headers } = await ask(session, playlist)
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.apple.mpegurl',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
  })
  const statuses = [
    ask(session, playlist, { 'if-none-match': headers.etag ?? '' }),
    ask(session, segment, { range: 'bytes=0-9' }),
    ask(session, segment, { range: `bytes=${SIZE}-` }),
    ask(session, segment, { ':method': 'HEAD' }),
    ask(session, segment, { ':method': 'POST' }),
    ask(session, '/none'),
    ask(session, playlist, { ':authority': 'evil.test' }),
  ]
  expect((await Promise.all(statuses)).map(({ status, bytes }) => [status, bytes])).toEqual([
    ...[
      [304, 0],
      [206, 10],
      [416, 21],
      [200, 0],
      [405, 9],
      [404, 29],
      [421, 30],
    ],
  ])
  const { seen } = origin.takeAttendance()
  expect(seen).toEqual([{ channelId, subject: null, viewers: [expect.any(String) as string] }])
})

it('a session of HTTP/2 whose requests are taken back over and over is ended', async () => {
  const session = await http2()
  let asked = 0
  for (; !session.closed && !session.destroyed && asked < 5000; asked++) {
    const stream = session.request({ ':path': segment })
    stream.on('error', () => undefined)
    // Sent by then.
    await turn()
    stream.close(constants.NGHTTP2_CANCEL)
  }
  expect(asked).toBeLessThan(5000)
  expect((await ask(await http2(), playlist)).status).toBe(200)
})

it('so many requests of a session are served at once', async () => {
  const session = await http2()
  expect(session.remoteSettings.maxConcurrentStreams).toBe(32)
})

it('a session is resumed by another process too, until it is sealed anew', async () => {
  const other = await startHlsOrigin({ http: any, https: any, tls, window, store, logger, gate })
  ends.push(() => other.close())
  const first = await player()
  const session = await new Promise<Buffer>((resolve) => {
    first.once('session', resolve)
    first.write(get(playlist))
  })
  const isReused = async (port: number) => (await player({ session, port })).isSessionReused()
  expect([await isReused(origin.httpsPort), await isReused(other.httpsPort)]).toEqual([true, true])
  other.replaceTls({ ...tls, ticketKeys: Buffer.alloc(48, 8) })
  expect([await isReused(origin.httpsPort), await isReused(other.httpsPort)]).toEqual([true, false])
})
