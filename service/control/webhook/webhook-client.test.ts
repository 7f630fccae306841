import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { answerJson, listen, portOf, startEndpoint } from '../../../test/support/http-endpoint.ts'
import type { HttpEndpoint, Respond } from '../../../test/support/http-endpoint.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { SystemId } from '../../contract/ids.ts'
import { signatureHeaders } from './signature.ts'
import { MAX_ANSWER_BYTES, WebhookClient } from './webhook-client.ts'
import type { PostResult, WebhookClientOptions } from './webhook-client.ts'
import { FARTHEST } from '../../../test/support/outgoing.ts'

const clock = new ManualClock()
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function endpoint(respond?: Respond, tls?: { key: string; cert: string }): Promise<HttpEndpoint> {
  const started = await startEndpoint(respond, tls)
  ends.push(() => started.close())
  return started
}

/** A TCP server that does what it is told with each connection. */
async function tcp(onSocket: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onSocket(socket)
  })
  await listen(server)
  ends.push(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return `127.0.0.1:${portOf(server)}`
}

const systemId = 'SYSTEM' as SystemId

function post(url: string, options: Partial<WebhookClientOptions> = {}): Promise<PostResult> {
  const client = new WebhookClient(clock, { rules: () => FARTHEST, ...options })
  ends.push(() => client.close())
  const signature = signatureHeaders('whsec_AAAA', 'id', clock.now(), '{}')
  return client.post({ systemId, url, signature, body: '{"a":"é"}', timeoutMs: 5_000 })
}

const failureClass = (result: PostResult) =>
  result.kind === 'failure' ? result.failure.class : `answered ${result.status}`

describe('an answer', () => {
  it('comes with status, headers and body; the request is JSON, signed, on a connection of its own', async () => {
    const { url, received } = await endpoint(answerJson({ fine: true }, 418))
    const result = await post(`${url}/path?token=1`)
    expect(result).toMatchObject({ kind: 'answer', status: 418, bodyEnd: 'complete' })
    if (result.kind !== 'answer') return
    expect(result.body.toString()).toBe('{"fine":true}')
    expect(result.headers['content-type']).toBe('application/json')
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ method: 'POST', path: '/path?token=1', text: '{"a":"é"}' })
    expect(received[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '10',
      'accept-encoding': 'identity',
      'webhook-id': 'id',
      connection: 'close',
    })
  })

  it('that redirects is an answer; the other place is not asked', async () => {
    const other = await endpoint()
    for (const status of [301, 302, 303, 307, 308]) {
      const { url } = await endpoint((_request, response) => {
        response.writeHead(status, { location: other.url }).end()
      })
      expect(await post(url)).toMatchObject({ kind: 'answer', status })
    }
    expect(other.received).toEqual([])
  })

  it('is read up to 64 KiB, also when it never ends', async () => {
    const { url } = await endpoint((_request, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(4096)));
      }
      response.on('drain', more)
      more()
    })
    const result = await post(url)
    expect(result).toMatchObject({ kind: 'answer', status: 200, bodyEnd: 'too-large' })
    expect(result.kind === 'answer' && result.body.length).toBe(MAX_ANSWER_BYTES)
  })

  it('that stops in the middle keeps its status', async () => {
    const { url } = await endpoint((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half', () => response.destroy())
    })
    expect(await post(url)).toMatchObject({ kind: 'answer', status: 200, bodyEnd: 'broken' })
  })

  it('has its whole deadline, whatever has to be loaded before the request', async () => {
    const { url } = await endpoint(answerJson({ fine: true }))
    const posted = post(url)
    clock.advance(5_000)
    expect(await posted).toMatchObject({ kind: 'answer', status: 200, durationMs: 0 })
  })

  it('that hangs in the middle ends with the deadline', async () => {
    let began = false
    const { url } = await endpoint((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half', () => (began = true))
    })
    const result = post(url)
    await waitFor(() => began, 'half an answer')
    const done = result.then(() => true)
    await waitFor(async () => {
      clock.advance(5_000)
      return Promise.race([done, new Promise<false>((resolve) => setImmediate(resolve, false))])
    }, 'the deadline to end it')
    // The deadline may come before the head of the answer was read.
    const ended = await result
    expect(ended.kind === 'answer' ? ended.bodyEnd : ended.failure.class).toBe('timeout')
  })
})

describe('no answer', () => {
  it('within the deadline is a timeout', async () => {
    const { url, received } = await endpoint(() => undefined)
    const result = post(url)
    await waitFor(() => received.length === 1, 'the request')
    clock.advance(4_999)
    clock.advance(1)
    expect(await result).toMatchObject({
      kind: 'failure',
      durationMs: 5_000,
      failure: { class: 'timeout', text: 'No answer within 5 s.' },
    })
  })

  it('from a port where nobody listens is refused', async () => {
    const gone = await startEndpoint()
    await gone.close()
    const result = await post(gone.url)
    expect(result).toMatchObject({ failure: { class: 'refused', text: 'The connection was refused.' } })
    expect(failureClass(await post(gone.url.replace('127.0.0.1', 'localhost')))).toBe('refused')
  })

  it('from a connection that is cut is refused', async () => {
    const host = await tcp((socket) => socket.once('data', () => socket.resetAndDestroy()))
    expect(failureClass(await post(`http://${host}/`))).toBe('refused')
    const closing = await tcp((socket) => socket.once('data', () => socket.end()))
    expect(failureClass(await post(`http://${closing}/`))).toBe('refused')
  })

  it('from a name without an address is dns', async () => {
    const lookup: WebhookClientOptions['lookup'] = (name, _options, callback) => {
      callback(Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: 'ENOTFOUND' }), [])
    }
    expect(failureClass(await post('http://webhook.example/', { lookup }))).toBe('dns')
  })

  it('to an address that the system may not reach is blocked, and nobody is connected to', async () => {
    const { url, received } = await endpoint()
    const asked: string[] = []
    const rules = (_system: SystemId, { pathname }: URL) => {
      asked.push(pathname)
      return { ...FARTHEST, reach: 'public' as const }
    }
    expect(await post(`${url}/hook`, { rules })).toMatchObject({
      kind: 'failure',
      failure: {
        class: 'blocked',
        text: 'It is an address of this computer, which this system may not reach.',
      },
    })
    expect(asked).toEqual(['/hook'])
    const port = new URL(url).port
    expect(failureClass(await post(`http://169.254.169.254:${port}/latest/meta-data/`))).toBe('blocked')
    const lookup: WebhookClientOptions['lookup'] = (_name, _options, callback) =>
      callback(null, [{ address: '::ffff:169.254.169.254', family: 6 }])
    expect(failureClass(await post('http://webhook.example/', { lookup }))).toBe('blocked')
    expect(received).toEqual([])
  })

  it('from what does not speak TLS, or has a certificate nobody vouches for, is tls', async () => {
    const plain = await endpoint()
    expect(failureClass(await post(plain.url.replace('http:', 'https:')))).toBe('tls')
    const pair = await selfSigned('127.0.0.1')
    const secure = await endpoint(undefined, pair)
    expect(failureClass(await post(secure.url))).toBe('tls')
    expect(secure.received).toEqual([])
    expect(await post(secure.url, { ca: [pair.cert] })).toMatchObject({ kind: 'answer', status: 200 })
    const otherName = await endpoint(undefined, await selfSigned('elsewhere.example'))
    expect(failureClass(await post(otherName.url))).toBe('tls')
  })

  it.each([
    ['not HTTP', 'SSH-2.0-nonsense\r\n\r\n'],
    ['a broken status line', 'HTTP/1.1 abc\r\n\r\n'],
    ['a broken length', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'],
    ['headers without end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(200_000)}\r\n\r\n`],
  ])('but %s is malformed', async (_name, bytes) => {
    const host = await tcp((socket) => socket.once('data', () => socket.end(bytes)))
    expect(failureClass(await post(`http://${host}/`))).toBe('malformed')
  })

  it('has words without the URL', async () => {
    const gone = await startEndpoint()
    await gone.close()
    expect(JSON.stringify(await post(`${gone.url}/secret?token=secret`))).not.toContain('secret')
  })
})
