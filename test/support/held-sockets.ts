/** Whoever takes all places of a listener and uses none of them keeps nobody else out: what two files ask. */
import { readFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { SetupPort } from '../../service/contract/console/setup.ts'
import { signIn } from './console-client.ts'
import { RtmpClient } from '../../service/kit/rtmp/client.ts'
import { startService } from './service.ts'
import type { RunningService } from './service.ts'

/** Each listener's places, and some. */
const HELD: Partial<Record<SetupPort, number>> = {
  ...{ option: 1200, live: 1200, console: 1200 },
  ...{ media: 2100, 'media-http': 2100, signaling: 4200, rtmp: 600 },
}
/** Admitted by the same code as `option`, and `media`. */
const ALIKE: readonly SetupPort[] = ['live', 'console', 'media-http']
const ASKED = 25
/** In the middle of it sockets are still being opened: each step opens so many at once. */
const STEP = 300

/**
 * What it sends once: nothing, half of the headers, half of a body, requests whose answers it never reads, and one that
 * would rather be of another protocol.
 */
const HALVES = [
  '',
  'GET / HTTP/1.1\r\nHost: loc',
  'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n{',
  'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(50),
  'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
]

/** The same below TLS: nothing, or the beginning of a handshake. */
const TLS_HALVES = ['', '\u0016\u0003\u0001']
const TLS: readonly SetupPort[] = ['media', 'signaling']

/** @param from the addresses of loopback that they come from in turn */
async function hold(name: SetupPort, from: readonly string[], count: number): Promise<void> {
  const port = ports[name] ?? 0
  const halves = TLS.includes(name) ? TLS_HALVES : HALVES
  const opened = Array.from({ length: count }, (_, i) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from[i % from.length] ?? '' }).pause()
    held.push(socket)
    return new Promise<void>((resolve) => {
      socket.on('connect', () => resolve()).on('error', () => resolve())
      socket.write(halves[Math.floor(i / from.length) % halves.length] ?? '')
    })
  })
  await Promise.all(opened)
}

/** One byte more from each that is not closed. */
function trickle(): void {
  for (const socket of held) if (socket.writable) socket.write('x')
}

const CLIENTS: Partial<Record<SetupPort, (port: number) => Promise<unknown>>> = {
  option: (port) => get(httpRequest, `http://127.0.0.1:${port}/api/schedule`),
  live: (port) => get(httpRequest, `http://127.0.0.1:${port}/`),
  console: (port) => get(httpRequest, `http://127.0.0.1:${port}/`),
  'media-http': (port) => get(httpRequest, `http://127.0.0.1:${port}/nothing`),
  media: (port) => get(httpsRequest, `https://127.0.0.1:${port}/nothing`),
  signaling: openWebSocket,
  rtmp: async (port) => {
    const client = new RtmpClient('127.0.0.1', port)
    client.handshake()
    client.publish({ app: 'nobody', name: '' })
    await Promise.race([client.published().catch(() => undefined), client.closed])
    client.socket.destroy()
    if (client.received.length === 0) throw new Error('the listener said nothing')
  },
}

function get(request: typeof httpsRequest, url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { ca, agent: false }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
    asked.on('error', reject).end()
  })
}

function openWebSocket(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`wss://127.0.0.1:${port}/signaling`, { ca })
    socket
      .on('error', reject)
      .on('open', () => socket.terminate())
      .on('close', () => resolve())
  })
}

let service: RunningService
let ports: Record<SetupPort, number | null>
let ca: Buffer
const held: Socket[] = []

function release(): void {
  for (const socket of held.splice(0)) socket.destroy()
}

/** A test of each listener. @param from the addresses of loopback that hold its places in turn */
export function holdEveryListener(from: readonly string[]): void {
  beforeAll(async () => {
    service = await startService()
    const console = await signIn(service.ready, service.ready)
    const listed = await console.done(CONSOLE_API.setup.ports)
    ports = Object.fromEntries(listed.ports.map(({ name, running }) => [name, running])) as typeof ports
    ca = await readFile(service.ready.ca_cert_file)
  })
  afterAll(async () => {
    release()
    await service.stop()
  })

  for (const name of Object.keys(HELD) as SetupPort[]) {
    test(name, ALIKE.includes(name) ? { tags: 'nightly' } : {}, () => askBeside(name, from))
  }
}

async function askBeside(name: SetupPort, from: readonly string[]): Promise<void> {
  const [port, count, ask] = [ports[name], HELD[name], CLIENTS[name]]
  if (!port || !count || !ask) throw new Error(`nobody asks ${name}`)
  const taken: number[] = []
  for (let open = 0; open < count; open += STEP) await hold(name, from, STEP)
  for (let i = 0; i < ASKED; i++) {
    const at = performance.now()
    await ask(port)
    taken.push(performance.now() - at)
    if (!TLS.includes(name)) trickle()
  }
  release()
  console.log(
    `${name}: ${taken.length} requests beside ${count} held sockets, slowest ${Math.max(...taken).toFixed(0)} ms`,
  )
  expect(taken).toHaveLength(ASKED)
}
