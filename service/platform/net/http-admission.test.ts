import { createServer } from 'node:http'
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2'
import type { ServerHttp2Stream } from 'node:http2'
import type { RequestListener } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { afterEach, expect, it } from 'vitest'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { createSecureServer, serveHttp2 } from '../tls/secure-server.ts'
import { ServedCertificate } from '../tls/served-certificate.ts'
import { admitConnections } from './http-admission.ts'
import type { HttpLimits } from './http-admission.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function start(
  limits: Partial<HttpLimits>,
  answer: RequestListener = (_request, response) => void response.end('ok'),
) {
  const server = createServer({ headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0 }, answer)
  let refused = 0
  admitConnections(
    server,
    { connections: 10, quietMs: 60_000, askingMs: 60_000, ...limits },
    () => (refused += 1),
  )
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, refused: () => refused }
}

interface Client {
  readonly socket: Socket
  text(): string
  isClosed(): boolean
}

function client(port: number, text = ''): Client {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let closed = false
  socket.on('data', (bytes) => (received += bytes.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => (closed = true))
  socket.write(text)
  closers.push(() => void socket.destroy())
  return { socket, text: () => received, isClosed: () => closed }
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'
const UNFINISHED = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'
const answered = (one: Client) => waitFor(() => one.text().endsWith('ok'), 'the answer')
const closed = (one: Client) => waitFor(one.isClosed, 'its end')

it.each([
  ['says nothing', ''],
  ['has not finished its headers', 'GET / HTTP/1.1\r\nHost: lo'],
  ['has not finished its body', UNFINISHED],
])('who %s gives way to a newcomer', async (_what, text) => {
  const { port } = await start({ connections: 1 }, (request, response) => {
    request.resume().on('end', () => response.end('ok'))
  })
  const first = client(port, text)
  await answered(client(port, GET))
  await closed(first)
})

it('who waits for an answer stays, and a newcomer is refused', async () => {
  const waiting: (() => void)[] = []
  const { port, refused } = await start({ connections: 1 }, (_request, response) => {
    waiting.push(() => response.end('ok'))
  })
  const first = client(port, GET)
  await waitFor(() => waiting.length === 1, 'the request')
  await closed(client(port, GET))
  expect(refused()).toBe(1)
  waiting[0]?.()
  await answered(first)
  await waitFor(() => first.text().endsWith('ok'), 'the first answer')
  // Between two requests it gives way.
  const next = client(port, GET)
  await waitFor(() => waiting.length === 2, 'the next request')
  await closed(first)
  waiting[1]?.()
  await answered(next)
})

it('what asks nothing, or without an end, is destroyed in time', async () => {
  const { port } = await start({ quietMs: 50, askingMs: 50 }, () => undefined)
  const all = ['', 'GET / HT', UNFINISHED].map((text) => client(port, text))
  await Promise.all(all.map(closed))
})

it('who would rather speak something else is answered, and is no WebSocket that may stay', async () => {
  const { port } = await start({ quietMs: 50, askingMs: 60_000 })
  const one = client(port, GET.replace('\r\n\r\n', `\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n`))
  await answered(one)
  await closed(one)
})

it.each([
  [true, 'is answered, and its connection ends', /^HTTP\/1.1 200 .*ok$/s],
  [undefined, 'is taken for gone', /^$/],
])('who closes its side behind a request, with halfClosed %s, %s', async (halfClosed, _what, answer) => {
  const { port } = await start({ ...(halfClosed && { halfClosed }) }, ({ socket }, response) => {
    socket.once('end', () => response.end('ok'))
  })
  const half = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  closers.push(() => void half.destroy())
  let text = ''
  half.on('data', (chunk: Buffer) => (text += chunk.toString())).end(GET)
  await new Promise((resolve) => half.once('end', resolve))
  expect(text).toMatch(answer)
})

it.each([
  ['before its handshake', false],
  ['of HTTP/2', true],
])('who closes its side %s by TLS is taken for gone', async (_, byTls) => {
  const { cert, key } = await selfSigned('127.0.0.1')
  const certificate = new ServedCertificate({ certificate: cert, privateKey: key })
  const forever = 86_400_000
  const options = { handshakeTimeout: forever, ALPNProtocols: ['h2'] }
  const server = createSecureServer(options, certificate).on('tlsClientError', () => undefined)
  const http2 = serveHttp2(server, {}).on('sessionError', () => undefined)
  const limits = { connections: 2, quietMs: forever, askingMs: forever, halfClosed: true }
  admitConnections(server, limits, undefined, http2)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close().closeAllConnections())
  const { port } = server.address() as AddressInfo
  const at = { port, host: '127.0.0.1', allowHalfOpen: true }
  const half = byTls ? connectByTls({ ...at, ca: cert, ALPNProtocols: ['h2'] }) : connect(at)
  half.on('error', () => undefined).on('data', () => half.end())
  // The preface of a session with settings of which there are none (RFC 9113 3.4, 6.5).
  if (byTls) half.write('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0')
  else half.end()
  await new Promise((resolve) => half.once('close', resolve))
})

it('what this side has ended is destroyed, also where the other side never closes', async () => {
  const { port } = await start({}, (request, response) => {
    response.end('ok')
    request.socket.end()
  })
  const half = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  closers.push(() => void half.destroy())
  let reset = false
  half.on('error', () => (reset = true))
  half.resume().write(GET)
  await new Promise((resolve) => half.once('end', resolve))
  // A closed connection resets what is still sent to it.
  await waitFor(() => {
    half.write('x')
    return reset
  }, 'the reset')
})

/** Sessions of HTTP/2 on a listener with two places. */
async function startHttp2(answer: (stream: ServerHttp2Stream) => void) {
  const server = createHttp2Server()
  server.on('stream', answer).on('sessionError', () => undefined)
  let refused = 0
  const limits = { connections: 2, quietMs: 60_000, askingMs: 60_000 }
  admitConnections(server, limits, () => (refused += 1), server)
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const session = connectHttp2(`http://127.0.0.1:${port}`).on('error', () => undefined)
    closers.push(() => session.destroy())
    const begun = new Promise((resolve) => session.once('remoteSettings', resolve).once('close', resolve))
    return (await begun, session)
  }
  return { open, refused: () => refused }
}

it('a session of HTTP/2 without a request gives way', async () => {
  const { open, refused } = await startHttp2((stream) => stream.end('ok'))
  const [first, second] = [await open(), await open()]
  const stream = first.request().resume()
  await new Promise((resolve) => stream.once('close', resolve))
  const third = await open()
  await waitFor(() => second.destroyed, 'the end of the one that asked nothing for longest')
  expect([first.destroyed, third.destroyed, refused()]).toEqual([false, false, 0])
})

it('one that is being served stays', async () => {
  const { open, refused } = await startHttp2((stream) => stream.respond())
  for (const session of [await open(), await open()]) {
    const stream = session.request().on('error', () => undefined)
    await new Promise((resolve) => stream.once('response', resolve))
  }
  const third = await open()
  await waitFor(() => third.destroyed, 'the newcomer to be turned away')
  expect(refused()).toBe(1)
})
