import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../../../test/support/free-port.ts'
import { selfSigned } from '../../../../test/support/self-signed.ts'
import { startAliasGateway } from './gateway.ts'
import type { AliasGateway } from './gateway.ts'

const NAME = 'api.hosted.example'
/** More than the system keeps of a connection: it has to be asked for the rest. */
const LARGE = 'x'.repeat(8_000_000)
let upstream: Server
let gateway: AliasGateway
let ca: string

beforeAll(async () => {
  upstream = createServer((call, answer) => {
    answer.setHeader('connection', 'close')
    answer.end(call.url === '/large' ? LARGE : `${call.headers.host} ${call.url}`)
  })
  upstream.on('upgrade', (call, socket: Socket) => void socket.end(`HTTP/1.1 101 OK\r\n\r\n${call.url}`))
  await once(upstream.listen(0, '127.0.0.1'), 'listening')
  const { cert, key } = await selfSigned(NAME)
  ca = cert
  const here = { port: (upstream.address() as AddressInfo).port, isSecure: false }
  gateway = await startAliasGateway({
    ...{ host: '127.0.0.1', port: 0, aliases: [{ name: NAME, target: 'live' }] },
    upstreams: { live: here, option: here, signaling: here, media: here, console: here },
    ...{
      material: { certificate: cert, privateKey: key },
      authority: cert,
      logger: pino({ level: 'silent' }),
    },
  })
})
afterAll(async () => {
  await gateway.close()
  upstream.close()
})

const at = () => ({ host: '127.0.0.1', port: gateway.port })

/** All that is answered, by one that closes. */
async function ask(socket: Socket, head: string): Promise<string> {
  socket.write(`${head}\r\n\r\n`)
  return text(socket)
}

test('who would rather speak HTTP/2 is answered, as clients of Java offer it by each request', async () => {
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAA'
  const answer = await ask(connect(at()), `GET /a HTTP/1.1\r\nHost: ${NAME}\r\n${offer}`)
  expect(answer).toContain(`${NAME} /a`)
})

test('TLS goes where its name leads, all of it, also to who has said all and reads late', async () => {
  const socket = connectTls({ ...at(), servername: NAME, ca })
  await once(socket, 'secureConnect')
  socket.end(`GET /large HTTP/1.1\r\nHost: ${NAME}\r\n\r\n`)
  expect((await text(socket)).length).toBeGreaterThan(LARGE.length)
})

test('HTTP goes where its Host header leads, and an upgrade with it', async () => {
  const plain = await ask(
    connect(at()),
    `GET /a HTTP/1.1\r\nConnection: close\r\nHost: ${NAME.toUpperCase()}:80`,
  )
  expect(plain).toContain(`${NAME.toUpperCase()}:80 /a`)
  const upgrade = `GET /b HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\nHost: ${NAME}.`
  expect(await ask(connect(at()), upgrade)).toBe('HTTP/1.1 101 OK\r\n\r\n/b')
})

test('a proxied request goes where its target leads, listed or not', async () => {
  const { port } = upstream.address() as AddressInfo
  const proxied = (url: string) =>
    ask(connect(at()), `GET ${url} HTTP/1.1\r\nConnection: close\r\nHost: elsewhere.example`)
  expect(await proxied(`http://${NAME}/a?b=1`)).toContain('/a?b=1')
  expect(await proxied(`http://127.0.0.1:${port}`)).toMatch(/ \/$|\/\r\n/)
})

test('who asks for another name gets nothing of the service', async () => {
  expect(await ask(connect(at()), 'GET / HTTP/1.1\r\nConnection: close\r\nHost: other.example')).toContain(
    ' 421 ',
  )
  const upgrade = 'GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: websocket\r\nHost: other.example'
  expect(await ask(connect(at()), upgrade)).toContain(' 421 ')
  const tls = connectTls({ ...at(), servername: 'other.example', rejectUnauthorized: false })
  tls.on('error', () => undefined)
  await once(tls.resume(), 'close')
  expect(tls.bytesRead).toBe(0)
})

test.each([
  [async () => `127.0.0.1:${await freePort()}`, 502],
  [async () => 'no-port.example', 400],
  [async () => 'no-port.example:0', 400],
])('CONNECT to what is not there is refused', async (path, status) => {
  const asked = request({ ...at(), method: 'CONNECT', path: await path() }).end()
  const [answer] = (await once(asked, 'connect')) as [IncomingMessage]
  expect(answer.statusCode).toBe(status)
  asked.destroy()
})
