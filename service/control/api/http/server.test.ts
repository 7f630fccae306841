import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { Writable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { diskFullError } from '../../../../test/support/full-disk.ts'
import { selfSigned } from '../../../../test/support/self-signed.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { createLogger } from '../../../platform/logger.ts'
import { ServedCertificate } from '../../../platform/tls/served-certificate.ts'
import { OPTION_ERRORS } from '../../../contract/errors.ts'
import { Refusal } from '../../../contract/refusal/refusal.ts'
import { REFUSALS } from '../../../contract/refusal/refusals.ts'
import type { ErrorForm } from './answer.ts'
import { BODY_LIMIT_BYTES, createHttpServer, jsonBody, listen } from './server.ts'
import type { HttpServerOptions, Listening } from './server.ts'

const form: ErrorForm = (error) =>
  error instanceof Refusal
    ? { status: OPTION_ERRORS[REFUSALS[error.code].option ?? 'INTERNAL'].status, body: { fault: error.code } }
    : null

const ALLOWED = 'http://console.test'
const log: string[] = []
const open: Listening[] = []

async function start(options: Partial<HttpServerOptions> = {}) {
  const destination = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      log.push(chunk.toString())
      done()
    },
  })
  const logger = createLogger('info', destination)
  const server = createHttpServer({ form, logger, origins: () => [ALLOWED], ...options })
  server.post('/echo', (request) => jsonBody(request))
  server.post('/crash', () => {
    throw new Error('secret detail')
  })
  server.post('/full', () => {
    throw diskFullError()
  })
  // Answers once the client has closed its side.
  server.post('/late', ({ raw }) => once(raw.socket, 'end').then(() => ({ late: true })))
  const listening = await listen(server, { host: '127.0.0.1', port: 0 })
  open.push(listening)
  return listening
}

afterEach(async () => {
  log.length = 0
  for (const listening of open.splice(0)) await listening.close()
})

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))

/** Sends bytes as they are and gives back all that comes until the server closes. */
async function raw(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.on('error', () => undefined)
  socket.write(bytes)
  await closed(socket)
  return answer
}

const request = (head: string[], body = '') =>
  `${head.join('\r\n')}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`

describe('bodies', () => {
  const post = async (body: string | Uint8Array<ArrayBuffer>, headers = {}) => {
    const { port } = await start()
    const response = await fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', body, headers })
    return [response.status, await response.text()] as const
  }
  const padded = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`

  it.each([{}, { 'content-type': 'text/plain' }, { 'content-type': 'application/json; charset=utf-8' }])(
    'are JSON whatever %j says',
    async (headers) => expect(await post('{"a":"é"}', headers)).toEqual([200, '{"a":"é"}']),
  )
  it('may have 1 MiB', async () => expect((await post(padded(BODY_LIMIT_BYTES)))[0]).toBe(200))
  it('may not have a byte more', async () =>
    expect(await post(padded(BODY_LIMIT_BYTES + 1))).toEqual([413, '{"fault":"PAYLOAD_TOO_LARGE"}']))
  it('are refused when broken', async () =>
    expect(await post('{"a":1,"a":2}')).toEqual([400, '{"fault":"MEMBER_TWICE"}']))
  it('are refused when empty', async () => expect(await post('')).toEqual([400, '{"fault":"NO_BODY"}']))
})

describe('a client that writes all of a body before it reads', () => {
  const write = async (megabytes: number, framing: string, frame: (chunk: string) => string) => {
    const { port } = await start()
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.pause()
    const ended = new Promise<unknown>((resolve) => socket.once('error', resolve).once('close', resolve))
    const body = frame('x'.repeat(1024 * 1024)).repeat(megabytes)
    const head = `POST /echo HTTP/1.1\r\nHost: localhost\r\n${framing}\r\n\r\n`
    const written = new Promise((resolve) => socket.write(head + body, resolve))
    return { socket, written, ended, answer: () => answer }
  }
  const ways: [string, string, (chunk: string) => string][] = [
    ['', 'Content-Length: 8388608', (chunk) => chunk],
    [' in chunks', 'Transfer-Encoding: chunked', (chunk) => `100000\r\n${chunk}\r\n`],
    [' and asks for an end', 'Connection: close\r\nContent-Length: 8388608', (chunk) => chunk],
  ]

  it.each(ways)('of 8 MiB%s is told that it is too large', async (_, framing, frame) => {
    const { socket, written, ended, answer } = await write(8, framing, frame)
    expect(await written).toBeFalsy()
    socket.resume()
    await waitFor(() => answer().includes('PAYLOAD_TOO_LARGE') || null, 'the answer')
    expect(answer()).toMatch(/^HTTP\/1.1 413 .*"fault":"PAYLOAD_TOO_LARGE"/s)
    const isLast = framing.includes('close')
    expect(answer().match(/^connection: .*$/gim)).toEqual([`connection: ${isLast ? 'close' : 'keep-alive'}`])
    if (isLast) await ended
    socket.destroy()
  })

  it('of 16 MiB may go on with the same connection; a byte more cuts it off', async () => {
    const { port } = await start()
    const small = `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n{"a":1}`
    const afterBody = (bytes: number) => {
      const head = `POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`
      return raw(port, head + 'x'.repeat(bytes) + small.replace('Host', 'Connection: close\r\nHost'))
    }
    expect(await afterBody(16 * BODY_LIMIT_BYTES)).toMatch(/"fault":"PAYLOAD_TOO_LARGE".*{"a":1}$/s)
    expect(await afterBody(16 * BODY_LIMIT_BYTES + 1)).not.toContain('{"a":1}')
  })

  it('is told that the connection ends by HTTP/1.0, and where more is announced than is dropped', async () => {
    const { port } = await start()
    const told = (version: string, bytes: number) =>
      raw(port, `POST /echo HTTP/${version}\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`)
    for (const answer of [
      await told('1.0', BODY_LIMIT_BYTES + 1),
      await told('1.1', 16 * BODY_LIMIT_BYTES + 1),
    ]) {
      expect(answer).toMatch(/^HTTP\/1.1 413 /)
      expect(answer.match(/^connection: .*$/gim)).toEqual(['connection: close'])
    }
  })

  it('of 64 MiB is cut off', async () => {
    const { socket, ended } = await write(64, 'Content-Length: 67108864', (chunk) => chunk)
    socket.resume()
    await ended
    expect(socket.bytesWritten).toBeGreaterThan(BODY_LIMIT_BYTES)
  })
})

it.each([
  ['by plain HTTP', false, false],
  ['by TLS', true, true],
  ['by plain HTTP, where others speak TLS', true, false],
])(
  'a client that closes its side behind its request, %s, is answered, and the connection ends',
  async (_, isSecure, byTls) => {
    const { cert, key } = await selfSigned('localhost')
    const certificate = new ServedCertificate({ certificate: cert, privateKey: key })
    const { port } = await start(isSecure ? { certificate } : {})
    const at = { port, host: '127.0.0.1', allowHalfOpen: true }
    const socket = byTls ? connectByTls({ ...at, ca: cert, servername: 'localhost' }) : connect(at)
    let answer = ''
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    socket.end('POST /late HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}')
    await once(socket, 'end')
    expect(answer).toMatch(/^HTTP\/1.1 200 .*{"late":true}$/s)
  },
)

describe('refusals', () => {
  it.each([
    ['an unknown path', 'GET /nothing HTTP/1.1', 404, 'NO_SUCH_PATH'],
    ['another method', 'PUT /echo?x=1 HTTP/1.1', 405, 'METHOD_NOT_ALLOWED'],
    ['another method of a path in percent-encoding', 'PUT /%65cho HTTP/1.1', 405, 'METHOD_NOT_ALLOWED'],
    ['a path with an encoded slash', 'POST /%2Fecho HTTP/1.1', 404, 'NO_SUCH_PATH'],
    ['a path that is no UTF-8', 'PUT /echo%ff HTTP/1.1', 404, 'NO_SUCH_PATH'],
    ['a fragment that cannot be decoded', 'PUT /nothing#%zz HTTP/1.1', 404, 'NO_SUCH_PATH'],
    ['a rare method', 'PROPFIND /echo HTTP/1.1', 405, 'METHOD_NOT_ALLOWED'],
    ['a path named as a prototype member', 'GET /constructor HTTP/1.1', 404, 'NO_SUCH_PATH'],
    ['a malformed path', 'GET /%zz HTTP/1.1', 404, 'NO_SUCH_PATH'],
    ['no HTTP', 'nonsense', 400, 'MALFORMED_REQUEST'],
    ['another version', 'GET / HTTP/9.9', 400, 'MALFORMED_REQUEST'],
  ])('%s', async (_, line, status, fault) => {
    const { port } = await start()
    const answer = await raw(port, request([line, 'Host: localhost']))
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(answer).toContain(`{"fault":"${fault}"}`)
  })

  it.each([
    ['no Host', '/echo', []],
    ['another Host', '/echo', ['Host: evil.example']],
    ['another Host for an unknown path', '/x', ['Host: evil.example']],
    ['another Host for a malformed path', '/%zz', ['Host: evil.example']],
  ])('%s', async (_, path, headers) => {
    const { port } = await start()
    expect(await raw(port, request([`POST ${path} HTTP/1.1`, ...headers], '{}'))).toMatch(
      / 403 .*FORBIDDEN_HOST/s,
    )
  })

  it('a host of the policy is let in', async () => {
    const { port } = await start({ hosts: () => ['studio.test'] })
    const answer = await raw(port, request(['POST /echo HTTP/1.1', 'Host: studio.test:80'], '{}'))
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
  })

  it('another method names those that the path has', async () => {
    const { port } = await start()
    expect(await raw(port, request(['GET /echo HTTP/1.1', 'Host: localhost']))).toContain('allow: POST\r\n')
  })

  it.each(['no json', 'x'.repeat(BODY_LIMIT_BYTES + 1)])(
    'an unknown path whatever the body',
    async (body) => {
      const { port } = await start()
      const answer = await raw(port, request(['POST /nothing HTTP/1.1', 'Host: localhost'], body))
      expect(answer).toMatch(/^HTTP\/1.1 404 .*NO_SUCH_PATH/s)
    },
  )

  it.each([
    ['too large a header', ['GET / HTTP/1.1', `X: ${'x'.repeat(16 * 1024)}`]],
    ['too long a path', [`GET /${'x'.repeat(16 * 1024)} HTTP/1.1`]],
    ['too many headers', ['GET / HTTP/1.1', ...Array.from({ length: 1000 }, () => 'X:')]],
  ])('%s', async (_, head) => {
    const { port } = await start()
    const answer = await raw(port, request([...head, 'Host: localhost']))
    expect(answer).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n.*HEADERS_TOO_LARGE/s)
    expect(answer).toContain('connection: close\r\n')
  })

  it('no headers that are just within the limits', async () => {
    const { port } = await start()
    // Connection and Content-Length stand behind them.
    const many = ['Host: localhost', ...Array.from({ length: 997 }, () => 'X:')]
    const large = ['Host: localhost', `X: ${'x'.repeat(15 * 1024)}`]
    for (const headers of [many, large]) {
      const answer = await raw(port, request(['POST /echo HTTP/1.1', ...headers], '{}'))
      expect(answer).toMatch(/^HTTP\/1.1 200 /)
    }
  })

  it.each(['Host', 'Origin', 'Authorization', 'X-Sfu-Target', 'Idempotency-Key'])(
    'two headers %s, of which others may go by the other one',
    async (name) => {
      const { port } = await start()
      const twice = [`${name}: localhost`, `${name.toLowerCase()}: localhost`]
      const host = name === 'Host' ? [] : ['Host: localhost']
      const answer = await raw(port, request(['POST /echo HTTP/1.1', ...host, ...twice], '{}'))
      expect(answer).toMatch(/^HTTP\/1.1 400 .*"fault":"HEADER_TWICE"/s)
    },
  )

  it('a Content-Type that is none, by its name', async () => {
    const { port } = await start({ form: (error) => ({ status: 400, body: { error: String(error) } }) })
    const head = ['POST /echo HTTP/1.1', 'Host: localhost', 'Content-Type: ;']
    expect(await raw(port, request(head, '{}'))).toContain('The header Content-Type is not a media type.')
  })

  it('a body that is encoded, by the name of the header', async () => {
    const { port } = await start({ form: (error) => ({ status: 400, body: { error: String(error) } }) })
    const head = ['POST /echo HTTP/1.1', 'Host: localhost', 'Content-Encoding: br']
    expect(await raw(port, request(head, '{}'))).toContain('Content-Encoding must be left out, not br')
    for (const name of ['identity', 'Identity']) {
      const asItIs = ['POST /echo HTTP/1.1', 'Host: localhost', `Content-Encoding: ${name}`]
      expect(await raw(port, request(asItIs, '{}'))).toMatch(/^HTTP\/1.1 200 /)
    }
  })

  it('two lengths at once (request smuggling)', async () => {
    const { port } = await start()
    const head = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n'
    const both = `${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`
    expect(await raw(port, both)).toMatch(/^HTTP\/1.1 400 .*MALFORMED_REQUEST/s)
    expect(await raw(port, `${head}Content-Length: 3\r\n\r\n{} `)).toMatch(/^HTTP\/1.1 400 /)
  })

  it('headers that never end', async () => {
    const timeouts = { headersMs: 40, requestMs: 80, keepAliveMs: 1000 }
    const { port } = await start({ timeouts })
    expect(await raw(port, 'POST /echo HTTP/1.1\r\nHost: local')).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s)
    const unfinished = 'POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'
    expect(await raw(port, unfinished)).toMatch(/^HTTP\/1.1 408 .*REQUEST_TIMEOUT/s)
  })

  it('a fault of ours is logged once with its stack and told without', async () => {
    const { port } = await start()
    const response = await fetch(`http://127.0.0.1:${port}/crash`, { method: 'POST', body: '{}' })
    expect([response.status, await response.text()]).toEqual([500, '{"fault":"INTERNAL"}'])
    expect(log).toHaveLength(1)
    expect(log[0]).toMatch(/secret detail.*server\.test\.ts/)
  })

  it('a full disk is told as such, and logged', async () => {
    const { port } = await start()
    const response = await fetch(`http://127.0.0.1:${port}/full`, { method: 'POST', body: '{}' })
    expect([response.status, await response.text()]).toEqual([507, '{"fault":"STORAGE_FULL"}'])
    expect(log).toHaveLength(1)
  })
})

describe('targets with a host, as proxies are sent them', () => {
  const post = async (target: string, host: string) => {
    const { port } = await start()
    return raw(port, request([`POST ${target} HTTP/1.1`, `Host: ${host}`], '{"a":1}'))
  }

  it.each(['http://localhost/echo', 'HTTP://localhost:80/echo?x=1'])(
    '%s is taken for its path',
    async (target) => expect(await post(target, 'evil.example')).toMatch(/^HTTP\/1.1 200 .*{"a":1}$/s),
  )
  it('are not those that have an address in their query', async () =>
    expect(await post('/echo?next=http://evil.example/echo', 'localhost')).toMatch(/^HTTP\/1.1 200 /))
  it('may have no path', async () =>
    expect(await post('http://localhost', 'localhost')).toMatch(/^HTTP\/1.1 404 /))
  it('may have no header twice, also where they have no Host header', async () => {
    const { port } = await start()
    const twice = ['Authorization: one', 'Authorization: other']
    const answer = await raw(port, request(['POST http://localhost/echo HTTP/1.1', ...twice], '{}'))
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"fault":"HEADER_TWICE"/s)
  })
  it('are judged by their host, not by the Host header', async () =>
    expect(await post('http://evil.example/echo', 'localhost')).toMatch(/^HTTP\/1.1 403 .*FORBIDDEN_HOST/s))
})

it('what is expected of it and not known is ignored', async () => {
  const { port } = await start()
  const head = ['POST /echo HTTP/1.1', 'Host: localhost', 'Expect: the-unexpected']
  expect(await raw(port, request(head, '{"a":1}'))).toMatch(/^HTTP\/1.1 200 .*{"a":1}$/s)
})

describe('browsers', () => {
  const call = async (method: string, headers: Record<string, string>) => {
    const { port } = await start()
    const lines = Object.entries({ Host: 'localhost', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    return raw(port, request([`${method} /echo HTTP/1.1`, ...lines], method === 'POST' ? '{}' : ''))
  }
  const preflight = {
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Private-Network': 'true',
  }

  it('of an allowed origin may read the answer', async () => {
    const answer = await call('POST', { Origin: ALLOWED })
    expect(answer).toMatch(/^HTTP\/1.1 200 /)
    expect(answer).toContain(`access-control-allow-origin: ${ALLOWED}\r\n`)
    expect(answer).toContain('vary: Origin\r\n')
  })

  it('of an allowed origin get their preflight answered', async () => {
    const answer = await call('OPTIONS', { Origin: ALLOWED, ...preflight })
    expect(answer).toMatch(/^HTTP\/1.1 204 /)
    expect(answer).toContain(`access-control-allow-origin: ${ALLOWED}\r\n`)
    expect(answer).toMatch(/access-control-allow-headers: .*X-Sfu-Target/)
    expect(answer).toContain('access-control-allow-private-network: true\r\n')
  })

  it('are not told of private networks unasked', async () => {
    const answer = await call('OPTIONS', { Origin: ALLOWED, 'Access-Control-Request-Method': 'POST' })
    expect(answer).toMatch(/^HTTP\/1.1 204 /)
    expect(answer).not.toContain('private-network')
  })

  it.each(['POST', 'OPTIONS'])('of another origin are refused: %s', async (method) => {
    const answer = await call(method, { Origin: 'http://evil.test', ...preflight })
    expect(answer).toMatch(/^HTTP\/1.1 403 .*FORBIDDEN_ORIGIN/s)
    expect(answer).not.toContain('access-control')
    expect(answer).toContain('vary: Origin\r\n')
  })

  it('get the security headers with every answer', async () => {
    for (const answer of [
      await call('POST', {}),
      await call('GET', {}),
      await call('POST', { Host: 'evil' }),
    ]) {
      expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n")
      expect(answer).toContain('x-content-type-options: nosniff\r\n')
      expect(answer).toContain('cache-control: no-store\r\n')
      expect(answer).not.toMatch(/^(server|x-powered-by):/im)
    }
  })
})

describe('listening', () => {
  it('names a taken port by the code of the system', async () => {
    const { port } = await start()
    const second = createHttpServer({ form, logger: createLogger('silent') })
    await expect(listen(second, { host: '127.0.0.1', port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })

  it('answers while what belongs to it is closed before it', async () => {
    const { promise: gate, resolve: goOn } = Promise.withResolvers<undefined>()
    const server = createHttpServer({ form, logger: createLogger('silent') })
    server.post('/echo', (request) => jsonBody(request))
    const { promise: closes, resolve: begins } = Promise.withResolvers<undefined>()
    server.addHook('preClose', async () => {
      begins(undefined)
      await gate
    })
    const { port, close } = await listen(server, { host: '127.0.0.1', port: 0 })
    const end = close()
    await closes
    const response = await fetch(`http://127.0.0.1:${port}/echo`, { method: 'POST', body: '{"a":1}' })
    expect([response.status, await response.json()]).toEqual([200, { a: 1 }])
    goOn(undefined)
    await end
  })

  it('cuts open connections when it closes', async () => {
    const listening = await start()
    const socket = connect(listening.port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write('POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{')
    socket.on('error', () => undefined)
    await Promise.all([closed(socket), listening.close(), listening.close()])
    await expect(fetch(`http://127.0.0.1:${listening.port}/echo`)).rejects.toThrow()
  })
})
