import { once } from 'node:events'
import { request } from 'node:https'
import { beforeAll, beforeEach, afterEach, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { selfSigned } from '../../../../test/support/self-signed.ts'
import { waitFor } from '../../../../test/support/wait-for.ts'
import { createLogger } from '../../../platform/logger.ts'
import { SignalingRefusal } from '../../sfu/signaling-admission.ts'
import type { SignalingClient, SignalingPeer } from '../../sfu/signaling-admission.ts'
import { startSignaling } from './server.ts'
import type { Signaling } from './server.ts'
import { ServedCertificate } from '../../../platform/tls/served-certificate.ts'

const CONNECT = { type: 'connect', role: 'recvonly', channel_id: 'C', sdp: 'v=0' }
let certificate: ServedCertificate
let clock: ManualClock
let signaling: Signaling
let peers: SignalingPeer[]
let told: unknown[][]
/** When clients are taken. */
let decision: Promise<void>
const client: SignalingClient = {
  answered: (sdp) => void told.push(['answered', sdp]),
  reAnswered: (sdp, type) => void told.push([type, sdp]),
  candidate: (candidate) => void told.push(['candidate', candidate]),
  roundTrip: () => undefined,
  stats: (entries) => void told.push(['stats', entries]),
  left: (reason) => void told.push(['left', reason]),
  failed: (reason) => void told.push(['failed', reason]),
}

beforeAll(async () => {
  const { key, cert } = await selfSigned('127.0.0.1')
  certificate = new ServedCertificate({ certificate: cert, privateKey: key })
})
beforeEach(async () => {
  clock = new ManualClock()
  peers = []
  told = []
  decision = Promise.resolve()
  signaling = await startSignaling({
    address: { host: '127.0.0.1', port: 0 },
    certificate,
    hosts: () => ['studio.example'],
    clock,
    logger: createLogger('silent'),
    admission: {
      connect(message, peer) {
        if (message.channel_id !== 'C') {
          return Promise.reject(new SignalingRefusal({ code: 4490, reason: 'CHANNEL-NOT-FOUND' }))
        }
        peers.push(peer)
        return decision.then(() => client)
      },
    },
  })
})
afterEach(() => signaling.close())

interface Options {
  path?: string
  headers?: Record<string, string>
}

const opening = ({ path = '/signaling', headers = {} }: Options = {}) =>
  new WebSocket(`wss://127.0.0.1:${signaling.port}${path}`, { ca: certificate.material.certificate, headers })

async function open(options: Options = {}): Promise<WebSocket> {
  const socket = opening(options)
  await once(socket, 'open')
  return socket
}

async function taken(): Promise<WebSocket> {
  const socket = await open()
  const before = peers.length
  socket.send(JSON.stringify(CONNECT))
  await waitFor(() => peers.length > before, 'the admission')
  return socket
}

/** HTTP status of an upgrade that is refused. */
async function refused(options: Options): Promise<number | undefined> {
  const socket = opening(options)
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode?: number }]
  socket.terminate()
  return response.statusCode
}

async function closeOf(socket: WebSocket): Promise<string> {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return `${code} ${reason.toString()}`
}

function statusOf(path: string, headers: Record<string, string> = {}): Promise<number | undefined> {
  const { port } = signaling
  return new Promise((resolve, reject) => {
    request(
      {
        host: '127.0.0.1',
        port,
        path,
        headers,
        ca: certificate.material.certificate,
        checkServerIdentity: () => undefined,
      },
      (response) => {
        response.resume()
        resolve(response.statusCode)
      },
    )
      .on('error', reject)
      .end()
  })
}

describe('what comes in', () => {
  it('is a WebSocket at /signaling, from pages of any origin', async () => {
    const socket = await open({ path: '/signaling?x=1', headers: { origin: 'https://elsewhere.example' } })
    expect(socket.extensions).toBe('')
    socket.close(1000)
    expect(await closeOf(socket)).toBe('1000 ')
  })

  it('is 404 at other paths, 403 at foreign names, 426 where it is no WebSocket', async () => {
    expect(await refused({ path: '/' })).toBe(404)
    expect(await refused({ path: '/signaling/' })).toBe(404)
    expect(await refused({ headers: { host: 'attacker.example' } })).toBe(403)
    expect(await statusOf('/signaling')).toBe(426)
    expect(await statusOf('/signaling', { host: 'studio.example' })).toBe(426)
    expect(await statusOf('/signaling', { host: 'attacker.example' })).toBe(403)
    expect(await statusOf('/')).toBe(404)
  })

  it('is no other protocol over WebSocket’s upgrade', async () => {
    expect(await statusOf('/signaling', { connection: 'Upgrade', upgrade: 'h2c' })).toBe(426)
  })

  it('is at most 64 of one address that wait', async () => {
    const sockets = await Promise.all(Array.from({ length: 64 }, () => open()))
    expect(await refused({})).toBe(429)
    sockets[0]?.send(JSON.stringify(CONNECT))
    await waitFor(() => peers.length === 1, 'the admission')
    await open()
    expect(await refused({})).toBe(429)
    clock.advance(10_000)
    for (const late of sockets.slice(1)) {
      if (late.readyState !== WebSocket.CLOSED) expect(await closeOf(late)).toBe('1000 ')
    }
    await open()
  })

  it('is at most 64 of one address that are decided about, gone or not', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    decision = promise.then(() => undefined)
    for (let i = 0; i < 64; i++) (await taken()).terminate()
    expect(await refused({})).toBe(429)
    resolve(undefined)
    await waitFor(() => told.length === 64, 'all to be told that they left')
    await open()
  })
})

describe('a client', () => {
  it('is taken, sent messages and heard', async () => {
    const socket = await taken()
    expect(peers[0]?.remoteAddress).toBe('127.0.0.1')
    peers[0]?.send({ type: 're-offer', sdp: 'offer' })
    const [frame, isBinary] = (await once(socket, 'message')) as [Buffer, boolean]
    expect([JSON.parse(frame.toString()), isBinary]).toEqual([{ type: 're-offer', sdp: 'offer' }, false])
    socket.send(JSON.stringify({ type: 're-answer', sdp: 'answer' }))
    await waitFor(() => told.length > 0, 'the answer')
    socket.ping()
    await once(socket, 'pong')
    clock.advance(5000)
    await once(socket, 'message')
    socket.send(JSON.stringify({ type: 'disconnect', reason: 'NO-ERROR' }))
    expect(await closeOf(socket)).toBe('1000 TYPE-DISCONNECT')
    expect(told).toEqual([
      ['re-answer', 'answer'],
      ['left', 'NO-ERROR'],
    ])
  })

  it('is refused with its close', async () => {
    const socket = await open()
    socket.send(JSON.stringify({ ...CONNECT, channel_id: 'another' }))
    expect(await closeOf(socket)).toBe('4490 CHANNEL-NOT-FOUND')
  })

  it.each([
    ['broken JSON', '{', '4490 INVALID-JSON'],
    ['a binary frame', Buffer.from('{}'), '4490 INVALID-JSON'],
    ['a message without its members', '{"type":"connect"}', '4490 INVALID-MESSAGE role: is required'],
    ['more than 1 MiB', `"${'x'.repeat(1024 * 1024)}"`, '1009 '],
  ])('that sends %s is closed', async (_what, frame, close) => {
    const socket = await open()
    socket.send(frame)
    expect(await closeOf(socket)).toBe(close)
  })

  it('whose connection breaks off has left', async () => {
    const socket = await taken()
    socket.terminate()
    await waitFor(() => told.length > 0, 'the loss')
    expect(told).toEqual([['left', null]])
  })

  it('that does not read is cut off', async () => {
    const socket = await taken()
    socket.pause()
    const data = { text: 'x'.repeat(1024 * 1024) }
    for (let i = 0; i < 40 && told.length === 0; i++) {
      peers[0]?.send({ type: 'push', data })
      await new Promise((resolve) => setImmediate(resolve))
    }
    await waitFor(() => told.length > 0, 'the end')
    expect(told).toEqual([['left', null]])
    socket.terminate()
  })
})

describe('closing', () => {
  it('tells every client, and may be asked for twice', async () => {
    const sockets = [await open(), await taken()]
    const closes = sockets.map(closeOf)
    await Promise.all([signaling.close(), signaling.close()])
    expect(await Promise.all(closes)).toEqual(['1000 SERVICE-CLOSED', '1000 SERVICE-CLOSED'])
    expect(told).toEqual([['left', null]])
    await expect(open()).rejects.toThrow('ECONNREFUSED')
  })

  it('waits only a moment for a client that does not answer', async () => {
    const socket = await taken()
    socket.pause()
    await signaling.close()
    expect(told).toEqual([['left', null]])
    socket.terminate()
  })
})

it('a port that is taken is an error', async () => {
  const address = { host: '127.0.0.1', port: signaling.port }
  const admission = { connect: () => Promise.resolve(client) }
  const logger = createLogger('silent')
  await expect(
    startSignaling({ address, certificate, hosts: () => [], clock, logger, admission }),
  ).rejects.toMatchObject({ code: 'EADDRINUSE' })
})
