import { connect } from 'node:net'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { startRecordingListener } from '../../../test/support/recording-listener.ts'
import type { RecordingListener, RecordingOptions } from '../../../test/support/recording-listener.ts'
import { selfSigned } from '../../../test/support/self-signed.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { RtmpClient } from '../../kit/rtmp/client.ts'
import { ServedCertificate } from '../../platform/tls/served-certificate.ts'

const CHANNEL = '01J8Z0000000000000000000AB'
const NAME = '127.0.0.1'
const listeners: RecordingListener[] = []
const sockets: Socket[] = []

async function presented() {
  const { cert, key } = await selfSigned(NAME)
  return { certificate: cert, privateKey: key }
}

async function listen(options: RecordingOptions = {}) {
  const material = await presented()
  const certificate = new ServedCertificate(material)
  const server = await startRecordingListener({ certificate, ...options })
  listeners.push(server)
  return { ...server, certificate, ca: material.certificate }
}

function open({ port }: RecordingListener, ca?: string): RtmpClient {
  const client = new RtmpClient(NAME, port, undefined, ca === undefined ? undefined : { ca })
  sockets.push(client.socket)
  return client
}

async function publish(client: RtmpClient): Promise<RtmpClient> {
  client.handshake()
  client.publish({ app: CHANNEL, name: '' })
  await client.published()
  return client
}

function raw({ port }: RecordingListener, bytes: Buffer): Socket {
  const socket = connect(port, NAME)
  socket.on('error', () => undefined).resume()
  socket.write(bytes)
  sockets.push(socket)
  return socket
}

const ended = (to: RecordingListener) =>
  waitFor(() => to.log.find(({ msg }) => msg === 'rtmp ended'), 'the log line')

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(listeners.splice(0).map(({ listener }) => listener.close('service-closed')))
})

describe('RTMPS', () => {
  it('is spoken on the port of RTMP, beside it', async () => {
    const server = await listen()
    const [secure, plain] = [await publish(open(server, server.ca)), await publish(open(server))]
    secure.message(9, 5, 1, Buffer.alloc(300_000, 1))
    plain.message(9, 7, 1, Buffer.alloc(10, 2))
    await Promise.all([secure.stop(), plain.stop()])
    await waitFor(() => server.recordings.every(({ closes }) => closes.length > 0), 'both to end')
    expect(server.requests.map(({ remoteAddress }) => remoteAddress)).toEqual([NAME, NAME])
    expect(
      server.recordings.map(({ messages }) => messages.map((m) => [m.timestampMs, m.payload.length])),
    ).toEqual([[[5, 300_000]], [[7, 10]]])
    expect(server.recordings[0]?.messages[0]?.payload.every((byte) => byte === 1)).toBe(true)
    expect(server.recordings.map(({ closes }) => closes.map(({ reason }) => reason))).toEqual([
      ['client-closed'],
      ['client-closed'],
    ])
  })

  it('has what was sent while it is being decided wait, and all of it come', async () => {
    const decided = Promise.withResolvers<null>()
    const server = await listen({
      decide: async (_, allow) => {
        await decided.promise
        return allow()
      },
    })
    const client = open(server, server.ca)
    client.handshake()
    client.publish({ app: CHANNEL, name: '' })
    for (let i = 0; i < 40; i++) client.message(9, i, 1, Buffer.alloc(100_000, i))
    await waitFor(() => server.requests.length, 'the question')
    decided.resolve(null)
    await waitFor(() => server.recordings[0]?.messages.length === 40, 'all that was sent')
    expect(server.recordings[0]?.messages.map(({ payload }) => payload[0])).toEqual(
      Array.from({ length: 40 }, (_, i) => i),
    )
  })

  it('says why it ends', async () => {
    const server = await listen()
    const client = await publish(open(server, server.ca))
    server.recordings[0]?.publisher.close('operator-closed', 'An operator ended it.')
    await client.closed
    expect(JSON.stringify(client.received)).toContain('An operator ended it.')
  })

  it('is found to be gone where the connection breaks', async () => {
    const server = await listen()
    const client = await publish(open(server, server.ca))
    client.socket.destroy()
    await waitFor(() => server.recordings[0]?.closes.length, 'the end')
    expect(server.recordings[0]?.closes[0]?.reason).toBe('client-lost')
  })

  it('presents another certificate to who comes after it was replaced, and goes on with the others', async () => {
    const server = await listen()
    const client = await publish(open(server, server.ca))
    const next = await presented()
    server.certificate.replace(next)
    const later = open(server, next.certificate)
    await publish(later)
    expect((later.socket as TLSSocket).authorized).toBe(true)
    client.message(9, 5, 1, Buffer.alloc(10))
    await waitFor(() => server.recordings[0]?.messages.length, 'what was sent')
  })

  it.each([
    ['nothing more', Buffer.from([0x16])],
    ['half a handshake', Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
  ])('is not waited for without end: %s', async (_, bytes) => {
    const server = await listen()
    const socket = raw(server, bytes)
    await waitFor(() => {
      server.clock.advance(1000)
      return server.log.length > 0
    }, 'the deadline')
    expect(server.log.map(({ reason }) => reason)).toEqual(['handshake-timeout'])
    await waitFor(() => socket.closed, 'the socket to close')
  })

  it('ends what is no TLS in spite of its first byte', async () => {
    const server = await listen()
    const socket = raw(server, Buffer.concat([Buffer.from([0x16]), Buffer.alloc(2000, 0xaa)]))
    expect((await ended(server)).level).toBe(30)
    await waitFor(() => socket.closed, 'the socket to close')
    await publish(open(server, server.ca))
  })

  it('is no RTMP where there is no certificate', async () => {
    const server = await startRecordingListener()
    listeners.push(server)
    raw(server, Buffer.concat([Buffer.from([0x16, 3, 1]), Buffer.alloc(2000)]))
    expect(await ended(server)).toMatchObject({ reason: 'protocol-error' })
  })

  it('takes places as others do', async () => {
    const server = await listen({ limits: { connections: 2 } })
    const first = await publish(open(server, server.ca))
    const second = await publish(open(server, server.ca))
    const third = open(server, server.ca)
    await third.closed
    first.socket.destroy()
    await waitFor(() => server.recordings[0]?.closes.length, 'the place')
    await publish(open(server, server.ca))
    expect(second.socket.closed).toBe(false)
  })
})
