import { once } from 'node:events'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startAdministrationConsole } from '../../../../../test/support/administration-console.ts'
import type { AdministrationConsole } from '../../../../../test/support/administration-console.ts'
import { EVERYTHING } from '../../../../../test/support/option-domain.ts'
import { selfSigned } from '../../../../../test/support/self-signed.ts'
import { SessionsUnderTest } from '../../../../../test/support/sfu-sessions.ts'
import type { ChannelId } from '../../../../contract/ids.ts'
import type { ServerMessage } from '../../../../contract/signaling.ts'
import type { User } from '../../../identity/user.ts'
import { createLogger } from '../../../../platform/logger.ts'
import { startSignaling } from '../../signaling/server.ts'
import type { Signaling } from '../../signaling/server.ts'
import { ServedCertificate } from '../../../../platform/tls/served-certificate.ts'

const PATH = '/console/api/signaling'
const NOT_FOUND = '4490 CHANNEL-NOT-FOUND'
const logger = createLogger('silent')
let certificate: ServedCertificate
let console: AdministrationConsole
let sessions: SessionsUnderTest
/** The public listener. */
let signaling: Signaling
let channelId: ChannelId
/** Of the first system's master. */
let cookie: string
/** Where set, what the public listener says of room. */
let noRoom: 429 | 503 | null

beforeAll(async () => {
  const { key, cert } = await selfSigned('127.0.0.1')
  certificate = new ServedCertificate({ certificate: cert, privateKey: key })
})
beforeEach(async () => {
  noRoom = null
  console = await startAdministrationConsole({
    signaling: {
      refusal: (remoteAddress) => noRoom ?? signaling.refusal(remoteAddress),
      accept: (webSocket, { remoteAddress, systemId, isAdmitted }) =>
        signaling.accept(webSocket, {
          remoteAddress,
          key: null,
          admission: sessions.sessions.within(systemId, isAdmitted),
        }),
    },
  })
  const { clock, database, first } = console
  sessions = new SessionsUnderTest(database, clock, logger)
  const address = { host: '127.0.0.1', port: 0 }
  const admission = sessions.sessions
  signaling = await startSignaling({ address, certificate, hosts: () => [], clock, logger, admission })
  channelId = console.addChannel(first.system.id, first.consoleTokenId)
  cookie = console.cookieOf(first.master)
})
afterEach(async () => {
  await signaling.close()
  await sessions.sessions.close()
  await console.close()
})

type Headers = Readonly<Record<string, string>>

const opening = (headers: Headers, path = PATH) =>
  new WebSocket(console.base.replace('http', 'ws') + path, { headers })

/** As the console's page does. */
async function open(path = PATH): Promise<WebSocket> {
  const socket = opening({ cookie, origin: console.base }, path)
  await once(socket, 'open')
  return socket
}

interface Refused {
  readonly statusCode?: number
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** The answer to an upgrade that is refused. */
async function refused(headers: Headers): Promise<Refused> {
  const socket = opening(headers)
  socket.on('error', () => undefined)
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, Refused]
  socket.terminate()
  return response
}

const statusOf = async (headers: Headers) => (await refused(headers)).statusCode

async function closeOf(socket: WebSocket): Promise<string> {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return `${code} ${reason.toString()}`
}

function connect(socket: WebSocket, channel: string, sdp = 'v=0'): void {
  socket.send(JSON.stringify({ type: 'connect', role: 'sendonly', channel_id: channel, sdp }))
}

async function messageOf(socket: WebSocket): Promise<ServerMessage> {
  const [frame] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(frame.toString()) as ServerMessage
}

/** Takes a client up to its offer. */
async function offered(sdp?: string): Promise<WebSocket> {
  const socket = await open()
  connect(socket, channelId, sdp)
  expect((await messageOf(socket)).type).toBe('offer')
  return socket
}

describe('an operator’s page', () => {
  test('connects as a sender, gets the offer and leaves', async () => {
    const socket = await open()
    connect(socket, channelId)
    expect(await messageOf(socket)).toMatchObject({ type: 'offer', channel_id: channelId })
    expect(sessions.sfu.asked).not.toEqual([])
    socket.send(JSON.stringify({ type: 'disconnect', reason: 'NO-ERROR' }))
    expect(await closeOf(socket)).toBe('1000 TYPE-DISCONNECT')
  })

  test('finds no channel of another system, as if there were none', async () => {
    const { second } = console
    const there = console.addChannel(second.system.id, second.consoleTokenId)
    for (const channel of [there, '0123456789ABCDEFGHJKMNPQRS']) {
      const socket = await open()
      connect(socket, channel)
      expect(await closeOf(socket)).toBe(NOT_FOUND)
    }
    expect(sessions.sfu.asked).toEqual([])
  })

  test('cannot go on air once its user is deleted, signed out or may no longer deliver', async () => {
    const { first, cookieOf, identity } = console
    const { users } = identity.store
    const ends: ((user: User) => void)[] = [
      ({ id }) => users.remove(id),
      ({ id }) => identity.sessions.closeOfUser(id, null),
      ({ id, name }) => users.update(id, { name, permissions: { ...EVERYTHING, delivery: false } }),
    ]
    for (const end of ends) {
      const user = console.addUser(first.system.id)
      const socket = opening({ origin: console.base, cookie: cookieOf(user) })
      await once(socket, 'open')
      end(user)
      connect(socket, channelId)
      expect(await closeOf(socket)).toBe(NOT_FOUND)
    }
    expect(sessions.sfu.asked).toEqual([])
  })

  test('sends as much as at the public listener, which is still little at the events', async () => {
    await offered(`v=0\r\n${'a'.repeat(200_000)}`)
    const socket = await open()
    socket.on('error', () => undefined)
    socket.send('x'.repeat(1024 * 1024 + 1))
    expect(await closeOf(socket)).toBe('1009 ')
    const events = await open('/console/api/events')
    let isClosed = false
    events.on('close', () => (isClosed = true))
    events.send('x'.repeat(1024))
    events.ping()
    await once(events, 'pong')
    expect(isClosed).toBe(false)
    events.send('x'.repeat(1025))
    expect(await closeOf(events)).toBe('1009 ')
  })
})

describe('refused before the upgrade is', () => {
  test('who is not signed in', async () => {
    const origin = console.base
    expect(await statusOf({ origin })).toBe(401)
    expect(await statusOf({ origin, cookie: `${cookie}x` })).toBe(401)
  })

  test('who may not deliver', async () => {
    const { first, base } = console
    const viewer = console.addUser(first.system.id, { ...EVERYTHING, delivery: false })
    expect(await statusOf({ origin: base, cookie: console.cookieOf(viewer) })).toBe(403)
    const operator = console.addUser(first.system.id)
    const socket = opening({ origin: base, cookie: console.cookieOf(operator) })
    await once(socket, 'open')
  })

  test('a page of another origin, or none that says so, and a foreign name', async () => {
    expect(await statusOf({ cookie, origin: 'http://evil.test' })).toBe(403)
    expect(await statusOf({ cookie, origin: 'null' })).toBe(403)
    expect(await statusOf({ cookie })).toBe(403)
    // The public listener's pages have no say here.
    expect(await statusOf({ cookie, origin: `https://127.0.0.1:${signaling.port}` })).toBe(403)
    expect(await statusOf({ cookie, origin: console.base, host: 'rebound.evil.test' })).toBe(403)
  })

  test.each([429, 503] as const)('whom there is no room for: %i', async (status) => {
    noRoom = status
    const { statusCode, headers } = await refused({ cookie, origin: console.base })
    expect([statusCode, headers['retry-after']]).toEqual([status, '10'])
  })

  test('the sixty-fifth that waits, of both listeners together', async () => {
    await Promise.all(Array.from({ length: 63 }, () => open()))
    const own = new WebSocket(`wss://127.0.0.1:${signaling.port}/signaling`, {
      ca: certificate.material.certificate,
    })
    await once(own, 'open')
    expect(await statusOf({ cookie, origin: console.base })).toBe(429)
  })
})

describe('at the end of the service clients are told so', () => {
  test.each([
    ['console', () => console.stopListening()],
    ['public listener', () => signaling.close()],
  ])('by the %s', async (_who, close) => {
    const closes = [await open(), await offered()].map(closeOf)
    await close()
    expect(await Promise.all(closes)).toEqual(['1000 SERVICE-CLOSED', '1000 SERVICE-CLOSED'])
  })

  test('and one that does not answer is waited for only a moment', async () => {
    const socket = await offered()
    socket.pause()
    await console.stopListening()
    socket.terminate()
  })
})
