/** Unmodified clients with the addresses of a hosted service built in, led to this one in both ways. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import WebSocket from 'ws'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { selfSigned } from '../support/self-signed.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'

const LIVE = 'live.hosted.example'
const OPTION = 'option.hosted.example'
const SIGNALING = 'sfu.hosted.example'
const REDIRECT = join(import.meta.dirname, '../../service/kit/redirect.ts')
const WS = import.meta.resolve('ws')
const UNDICI = import.meta.resolve('undici')
const run = promisify(execFile)

/** What an app is: it knows the hosted service's names, a token, and nothing of this computer. */
const CLIENT = `
import { request as httpsRequest } from 'node:https'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:tls'
import WebSocket from '${WS}'
import { request as undiciRequest } from '${UNDICI}'

const body = JSON.stringify({ limit: 10 })
const headers = { authorization: 'Bearer ' + process.env.TOKEN, 'x-sfu-target': 'Service_20200729.ListChannelIDs' }
const text = async (stream) => { let all = ''; for await (const part of stream) all += part; return all }
const seen = {}
const call = (send, url) => new Promise((resolve, reject) => {
  const asked = send(url, { method: 'POST', headers }, (answer) => resolve(text(answer).then((all) => answer.statusCode + ' ' + all)))
  asked.once('error', reject).end(body)
})
seen.https = await call(httpsRequest, 'https://${LIVE}/')
seen.http = await call(httpRequest, 'http://${LIVE}/')
const fetched = await fetch('https://${LIVE}/', { method: 'POST', headers, body })
seen.fetch = fetched.status + ' ' + await fetched.text()
const asked = await undiciRequest('https://${LIVE.toUpperCase()}/', { method: 'POST', headers, body })
seen.undici = asked.statusCode + ' ' + await asked.body.text()
const option = await fetch('https://${OPTION}/api/schedule')
seen.option = option.status
const signal = (url) => new Promise((resolve, reject) => {
  const socket = new WebSocket(url)
  socket.once('open', () => socket.send(JSON.stringify({ type: 'connect', role: 'recvonly', channel_id: 'nobody' })))
  socket.once('close', (code, reason) => resolve(code + ' ' + reason))
  socket.once('error', reject)
})
seen.wss = await signal('wss://${SIGNALING}/signaling')
seen.ws = await signal('ws://${SIGNALING}/signaling')
const tls = connect(443, '${LIVE}', { servername: '${LIVE}' })
seen.tls = await new Promise((resolve, reject) => tls.once('secureConnect', () => resolve(tls.authorized)).once('error', reject))
tls.destroy()
// Who is not on the list is reached as ever, and not by the authority of those that are.
seen.others = await fetch(process.env.OTHER).then((answer) => answer.text())
const unknown = (url) => fetch(url).then(() => 'reached', (error) => error.cause.code)
seen.localAuthority = await unknown(process.env.SIGNALING_URL)
const lookup = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }])
const { port } = new URL(process.env.OTHER)
seen.unlisted = await new Promise((resolve, reject) => {
  const asked = httpRequest({ host: 'other.hosted.example', port, lookup }, (answer) => resolve(text(answer)))
  asked.once('error', reject).end()
})
console.log(JSON.stringify(seen))
`

let service: RunningService
let folder: string
let client: string
const other = createServer((_request, response) => void response.end('another host'))
let otherUrl: string

beforeAll(async () => {
  const aliases = [`${LIVE}=live`, `${OPTION}=option`, `${SIGNALING}=signaling`, 'cdn.hosted.example=hls']
  const args = ['--emulator', ...aliases.flatMap((alias) => ['--alias', alias])]
  folder = await mkdtemp(join(tmpdir(), 'airdesk-aliases-'))
  client = join(folder, 'client.mjs')
  await writeFile(client, CLIENT)
  other.listen(0, '127.0.0.1')
  const [started] = await Promise.all([startService({ args }), once(other, 'listening')])
  service = started
  otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`
}, 120_000)
afterAll(async () => {
  other.close()
  await service.stop()
  await rm(folder, { recursive: true, force: true })
})

const proxy = () => new URL(service.ready.alias_proxy_url ?? '')
const environment = () => ({
  ...process.env,
  TOKEN: service.ready.access_token,
  OTHER: otherUrl,
  SIGNALING_URL: service.ready.signaling_url.replace(/^wss/, 'https'),
})
const redirected = () => ({
  AIRDESK_ALIASES: service.ready.aliases,
  AIRDESK_ALIAS_PROXY_URL: service.ready.alias_proxy_url,
  AIRDESK_CA_CERT_FILE: service.ready.ca_cert_file,
})

describe('by airdesk/redirect', () => {
  test.each([
    ['variables for each', redirected],
    ['the ready file', () => ({ AIRDESK_READY_FILE: join(service.dataDir, 'ready.json') })],
  ])('https, http, fetch, undici, ws and tls to listed names come here, told by %s', async (_by, table) => {
    const env = { ...environment(), ...table(), NODE_OPTIONS: `--import file://${REDIRECT}` }
    const { stdout } = await run(process.execPath, [client], { env })
    const listed = expect.stringMatching(/^200 \{.*"channel_ids?"/)
    expect(JSON.parse(stdout)).toEqual({
      https: listed,
      http: listed,
      fetch: listed,
      undici: listed,
      option: 401,
      wss: expect.stringMatching(/^4\d{3} /),
      ws: expect.stringMatching(/^4\d{3} /),
      tls: true,
      others: 'another host',
      localAuthority: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      unlisted: 'another host',
    })
  })

  test('without a list of names nothing is changed', async () => {
    const env = { ...process.env, NODE_OPTIONS: `--import file://${REDIRECT}` }
    const script = 'console.log(require("node:net").Socket.prototype.connect.toString().includes("isListed"))'
    const { stdout } = await run(process.execPath, ['--eval', script], { env })
    expect(stdout.trim()).toBe('false')
  })

  test('a list without the rest is said, by the name of the variable', async () => {
    const env = {
      ...process.env,
      AIRDESK_ALIASES: 'a.example=live',
      NODE_OPTIONS: `--import file://${REDIRECT}`,
    }
    await expect(run(process.execPath, ['--eval', '0'], { env })).rejects.toThrow(
      /AIRDESK_ALIAS_PROXY_URL is not set/,
    )
  })
})

/** A TLS connection to a host, as programs make it that take a proxy from the environment. */
async function tunnel(host: string, port: number, ca: string) {
  const asked = request({ ...proxyAddress(), method: 'CONNECT', path: `${host}:${port}` }).end()
  const [answer, socket] = (await once(asked, 'connect')) as [IncomingMessage, Socket]
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`)
  return connectTls({ socket, servername: host, ca })
}

const proxyAddress = () => ({ host: proxy().hostname, port: Number(proxy().port) })
const authority = () => readFile(service.ready.ca_cert_file, 'utf8')

describe('by a proxy', () => {
  test('curl with HTTPS_PROXY and HTTP_PROXY reaches the hosted names', async () => {
    const env = {
      ...process.env,
      HTTPS_PROXY: service.ready.alias_proxy_url,
      http_proxy: service.ready.alias_proxy_url,
      NO_PROXY: '',
      no_proxy: '',
      CURL_CA_BUNDLE: service.ready.ca_cert_file,
    }
    const curl = async (url: string) => {
      const head = ['-H', `authorization: Bearer ${service.ready.access_token}`]
      const target = ['-H', 'x-sfu-target: Service_20200729.ListChannelIDs', '-d', '{}']
      return (await run('curl', ['-sS', ...head, ...target, url], { env })).stdout
    }
    expect(JSON.parse(await curl(`https://${LIVE}/`))).toEqual({ channel_ids: [] })
    expect(JSON.parse(await curl(`http://${LIVE}/`))).toEqual({ channel_ids: [] })
    // To others nothing is changed.
    expect(await curl(otherUrl)).toBe('another host')
  })

  test('a WebSocket through the proxy is that of signaling', async () => {
    const createConnection = await tunnel(SIGNALING, 443, await authority())
    const socket = new WebSocket(`wss://${SIGNALING}/signaling`, { createConnection: () => createConnection })
    socket.once('open', () =>
      socket.send(JSON.stringify({ type: 'connect', role: 'recvonly', channel_id: 'nobody' })),
    )
    const [code] = (await once(socket, 'close')) as [number]
    expect(code).toBeGreaterThan(4000)
  })

  test('a host that cannot be reached is said to be so', async () => {
    const port = await freePort()
    const asked = request({ ...proxyAddress(), method: 'CONNECT', path: `127.0.0.1:${port}` }).end()
    const [answer] = (await once(asked, 'connect')) as [IncomingMessage]
    expect(answer.statusCode).toBe(502)
    asked.destroy()
  })

  test('what is tunnelled to others is theirs, certificate included', async () => {
    const { cert, key } = await selfSigned('localhost')
    const foreign = createTlsServer({ cert, key }, (_request, response) => void response.end('foreign'))
    await once(foreign.listen(0, '127.0.0.1'), 'listening')
    const { port } = foreign.address() as AddressInfo
    const socket = await tunnel('localhost', port, cert)
    await once(socket, 'secureConnect')
    expect(socket.getPeerX509Certificate()?.fingerprint256).toBe(new X509Certificate(cert).fingerprint256)
    socket.destroy()
    foreign.close()
  })

  test('a name that is not on the list gets nothing of the service', async () => {
    const socket = connect(Number(proxy().port), proxy().hostname)
    socket.end('GET / HTTP/1.1\r\nHost: other.hosted.example\r\nConnection: close\r\n\r\n')
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 421 /)
    const tls = connectTls({
      ...proxyAddress(),
      servername: 'other.hosted.example',
      rejectUnauthorized: false,
    })
    tls.on('error', () => undefined)
    await once(tls.resume(), 'close')
    expect(tls.bytesRead).toBe(0)
  })
})

test('the authority is one for these names and no others, beside the usual one', async () => {
  const ca = await authority()
  expect(service.ready.ca_cert_file).toMatch(/tls[\\/]aliases-[0-9a-f]{8}[\\/]ca\.pem$/)
  const socket = await tunnel(LIVE, 443, ca)
  await once(socket, 'secureConnect')
  const names = socket.getPeerX509Certificate()?.subjectAltName
  socket.destroy()
  const listed = [LIVE, OPTION, SIGNALING, 'cdn.hosted.example'].map((name) => `DNS:${name}`)
  expect(names).toBe(`DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, ${listed.join(', ')}`)
})
