import { request } from 'node:http'
import type { RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { createProtectedServer } from './secure-server.ts'
import { ServedCertificate } from './served-certificate.ts'

let server: Server
let ca: string
let port: number

beforeAll(async () => {
  const { cert, key } = await selfSigned('localhost')
  ca = cert
  const certificate = new ServedCertificate({ certificate: cert, privateKey: key })
  server = createProtectedServer({}, certificate, (call, answer) => {
    let bytes = 0
    call.on('data', (chunk: Buffer) => (bytes += chunk.length))
    const kind = (call.socket as Partial<TLSSocket>).encrypted ? 'TLS' : 'plain'
    call.on('end', () => answer.end(`${kind} ${bytes}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

function post(send: typeof request, body: Buffer, options: RequestOptions & { ca?: string } = {}) {
  return new Promise<string>((resolve, reject) => {
    const asked = { host: '127.0.0.1', port, method: 'POST', agent: false, ...options }
    const call = send(asked, (answer) => {
      let text = ''
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()))
      answer.on('end', () => resolve(text))
    })
    call.on('error', reject)
    call.end(body)
  })
}

test.each([0, 10, 2_000_000])('programs of this computer speak TLS or plain HTTP: %d bytes', async (size) => {
  const body = Buffer.alloc(size)
  expect(await post(request, body)).toBe(`plain ${size}`)
  const options = { ca, servername: 'localhost' }
  expect(await post(secureRequest, body, options)).toBe(`TLS ${size}`)
})

/** A connection of another computer, as the system would tell of it. */
function fromElsewhere(said: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _, done) => {
        heard += chunk.toString()
        done()
      },
      final: (done) => {
        resolve(heard)
        done()
      },
    })
    Object.assign(socket, { remoteAddress: '192.0.2.9', localAddress: '192.0.2.7' })
    server.emit('connection', socket)
    socket.push(said)
  })
}

test('whoever else speaks plain HTTP is told to use https, and nothing is answered', async () => {
  const answer = await fromElsewhere('GET / HTTP/1.1\r\nHost: 192.0.2.7\r\n\r\n')
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer).toContain('use https')
  expect(answer).not.toMatch(/plain \d/)
})
