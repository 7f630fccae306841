import { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { startRecordingListener } from '../../../test/support/recording-listener.ts'
import type { RecordingListener, RecordingOptions } from '../../../test/support/recording-listener.ts'
import { RtmpClient } from '../../kit/rtmp/client.ts'
import { SetClock } from '../../../test/support/set-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { encodeAmf } from '../../protocol/amf0/encode.ts'
import { isAmfObject } from '../../protocol/amf0/value.ts'
import { encodeMessage } from '../../protocol/rtmp/chunk-writer.ts'
import { HANDSHAKE_BYTES } from '../../protocol/rtmp/handshake.ts'
import { startRtmpListener } from './listener.ts'
import type { PublishDecision } from './listener.ts'

const CHANNEL = '01J8Z0000000000000000000AB'
const listeners: RecordingListener[] = []
const clients: RtmpClient[] = []

async function listen(options: RecordingOptions = {}): Promise<RecordingListener> {
  const started = await startRecordingListener(options)
  listeners.push(started)
  return started
}

function open({ port }: { readonly port: number }, localAddress?: string): RtmpClient {
  const client = new RtmpClient('127.0.0.1', port, localAddress)
  clients.push(client)
  return client
}

/** A client that has been told that it may send. */
async function publisher(to: RecordingListener, app = CHANNEL): Promise<RtmpClient> {
  const client = open(to)
  client.handshake()
  client.publish({ app, name: '' })
  await client.published()
  return client
}

/** Resolves by an answer: the connection is open. */
async function answersPing(client: RtmpClient): Promise<void> {
  const pong = () => client.received.find(({ payload }) => payload[1] === 7)
  client.message(4, 0, 0, Buffer.from('000600001234', 'hex'))
  await waitFor(() => client.socket.closed || pong() !== undefined, 'the answer')
  expect(pong()?.payload.toString('hex')).toBe('000700001234')
}

const ended = (to: RecordingListener) =>
  waitFor(() => to.log.find(({ msg }) => msg === 'rtmp ended'), 'the log line')

afterEach(async () => {
  for (const client of clients.splice(0)) client.socket.destroy()
  await Promise.all(listeners.splice(0).map(({ listener }) => listener.close('service-closed')))
})

describe('publishing', () => {
  it('asks, attaches, starts, and hands on every message with its time', async () => {
    const server = await listen()
    const client = open(server)
    client.handshake()
    client.setChunkSize(1000)
    client.publish({ app: `${CHANNEL}?token=x`, name: '' }, 'OBS 30')
    await client.published()
    expect(server.requests).toEqual([
      { channelId: CHANNEL, query: 'token=x', remoteAddress: '127.0.0.1', encoder: 'OBS 30' },
    ])
    client.message(18, 0, 1, encodeAmf(['@setDataFrame', 'onMetaData', { width: 4 }]))
    client.message(9, 5, 1, Buffer.alloc(300_000, 1))
    client.message(8, 0xfffffff0, 1, Buffer.alloc(0))
    await client.stop()
    const [recording] = server.recordings
    expect(recording?.messages.map((m) => [m.type, m.timestampMs, m.payload.length])).toEqual([
      [18, 0, encodeAmf(['@setDataFrame', 'onMetaData', { width: 4 }]).length],
      [9, 5, 300_000],
      [8, 0xfffffff0, 0],
    ])
    expect(recording?.messages[1]?.payload.every((byte) => byte === 1)).toBe(true)
    expect(recording?.closes).toHaveLength(1)
    expect(recording?.closes[0]?.reason).toBe('client-closed')
  })

  it('counts every byte, handshake included, and says so once at the end', async () => {
    const server = await listen()
    const client = await publisher(server)
    client.message(9, 0, 1, Buffer.alloc(12_345))
    const sent = client.bytesSent
    await waitFor(() => server.recordings[0]?.publisher.receivedBytes() === sent, 'all bytes')
    server.clock.advance(1500)
    client.kill()
    const line = await ended(server)
    expect(line).toMatchObject({ reason: 'client-lost', receivedBytes: sent, durationMs: 1500 })
    expect(server.recordings[0]?.closes).toEqual([{ reason: 'client-lost', receivedBytes: sent }])
    expect(server.log).toHaveLength(1)
  })

  it('gives each payload away: nothing writes to it again', async () => {
    const server = await listen()
    const client = await publisher(server)
    for (let i = 0; i < 50; i++) client.message(9, i, 1, Buffer.alloc(2000 + i * 50, i))
    await client.stop()
    const messages = server.recordings[0]?.messages ?? []
    expect(messages).toHaveLength(50)
    messages.forEach(({ payload }, i) => expect(payload.equals(Buffer.alloc(2000 + i * 50, i))).toBe(true))
  })

  it('acknowledges when half of the window came', async () => {
    const server = await listen()
    const client = await publisher(server)
    const window = Buffer.alloc(4)
    window.writeUInt32BE(20_000)
    client.message(5, 0, 0, window)
    client.message(9, 0, 1, Buffer.alloc(30_000))
    const ack = await waitFor(() => client.received.findLast(({ type }) => type === 3), 'an acknowledgement')
    expect(ack.payload.readUInt32BE(0)).toBeGreaterThan(10_000)
  })

  it('acknowledges at once, before the publish, what has no other answer', async () => {
    const client = open(await listen())
    client.handshake()
    await waitFor(() => client.socket.bytesRead >= 1 + 2 * HANDSHAKE_BYTES, 'the handshake')
    client.setChunkSize(1000)
    const acknowledgements = () => client.received.filter(({ type }) => type === 3)
    await waitFor(() => acknowledgements().at(-1)?.payload.readUInt32BE(0) === client.bytesSent, 'all')
    client.publish({ app: CHANNEL, name: '' })
    await client.published()
    const before = acknowledgements().length
    client.message(8, 0, 1, Buffer.alloc(10))
    client.message(4, 0, 0, Buffer.from('000600001234', 'hex'))
    await waitFor(() => client.received.find(({ payload }) => payload[1] === 7), 'the answer to the ping')
    expect(acknowledgements()).toHaveLength(before)
  })

  it.each([
    ['gathers what its sink may take later, and loses nothing of it', 100],
    ['hands on at once what its sink wants at once', 0],
  ])('%s', async (_what, mayWait) => {
    const server = await listen({ mayWait })
    const client = await publisher(server)
    const paused = vi.spyOn(Socket.prototype, 'pause')
    const messages = () => server.recordings[0]?.messages.length
    // The pace is known after a second.
    server.clock.advance(1000)
    for (let i = 0; i < 5; i++) {
      client.message(9, i, 1, Buffer.alloc(100))
      await waitFor(() => messages() === i + 1, `message ${i}`)
    }
    client.message(9, 5, 1, Buffer.alloc(100))
    await client.stop()
    expect(messages()).toBe(6)
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['client-closed'])
    const pauses = paused.mock.calls.length
    paused.mockRestore()
    expect(pauses > 0).toBe(mayWait > 0)
  })

  it('answers pings', async () => {
    await answersPing(await publisher(await listen()))
  })

  it('goes on when another stream is deleted', async () => {
    const server = await listen()
    const client = await publisher(server)
    client.command(0, 'deleteStream', 0, null, 7)
    client.message(9, 0, 1, Buffer.alloc(10))
    await client.stop()
    expect(server.recordings[0]?.messages).toHaveLength(1)
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['client-closed'])
  })

  it.each<[string, (client: RtmpClient) => void]>([
    ['a reset', (client) => client.kill()],
    ['an end between two messages', (client) => client.socket.end()],
    ['an end within a message', (client) => client.socket.end(Buffer.from('0600000000010009', 'hex'))],
  ])('takes %s without unpublish as a loss', async (_name, end) => {
    const server = await listen()
    end(await publisher(server))
    const line = await ended(server)
    expect(line.reason).toBe('client-lost')
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['client-lost'])
  })
})

describe('an encoder that ends its stream', () => {
  const stopping = (client: RtmpClient, command = 'FCUnpublish') => {
    client.command(1, command, 0, null, 1)
    return client.waitForCommand(
      ([, , , status]) => isAmfObject(status) && status.code === 'NetStream.Unpublish.Success',
      'it answered',
    )
  }

  it.each(['FCUnpublish', 'deleteStream', 'closeStream'])(
    'says %s, more of it behind that, and closes the connection itself',
    async (command) => {
      const server = await listen()
      const client = await publisher(server)
      await stopping(client, command)
      expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['client-closed'])
      client.message(9, 0, 1, Buffer.alloc(10))
      for (const more of ['FCUnpublish', 'closeStream', 'deleteStream']) client.command(1, more, 0, null, 1)
      server.recordings[0]?.publisher.close('operator-closed')
      await answersPing(client)
      client.socket.end()
      await client.closed
      expect(server.recordings[0]?.messages).toEqual([])
      expect(server.recordings[0]?.closes).toHaveLength(1)
      expect(server.log.map(({ reason }) => reason)).toEqual(['client-closed'])
      expect(client.received.filter(({ values }) => values[0] === 'onStatus')).toHaveLength(2)
    },
  )

  it('has two seconds for that', async () => {
    const server = await listen()
    const client = await publisher(server)
    await stopping(client)
    server.clock.advance(1_999)
    await answersPing(client)
    server.clock.advance(1)
    await client.closed
  })

  it('takes another connection for another stream', async () => {
    const server = await listen()
    const client = await publisher(server)
    await stopping(client)
    client.command(0, 'createStream', 5, null)
    client.command(2, 'publish', 6, null, '', 'live')
    await client.closed
    expect(server.requests).toHaveLength(1)
    expect(server.log).toHaveLength(1)
  })

  it('makes room for a newcomer', async () => {
    const server = await listen({ limits: { connections: 1 } })
    const client = await publisher(server)
    await stopping(client)
    await publisher(server)
    await client.closed
  })
})

describe('refusing', () => {
  it('tells the encoder why and closes', async () => {
    const server = await listen({
      decide: async () => ({ allow: false, reason: 'not today', closeReason: 'denied' }),
    })
    const client = open(server)
    client.handshake()
    client.publish({ app: CHANNEL, name: '' })
    await expect(client.published()).rejects.toThrow('not today')
    await client.closed
    expect((await ended(server)).reason).toBe('denied')
    expect(server.recordings).toHaveLength(0)
  })

  it('does not ask where the address names no channel', async () => {
    const server = await listen()
    const client = open(server)
    client.handshake()
    client.publish({ app: '/', name: '?token=1' })
    await expect(client.published()).rejects.toThrow('The publishing address names no channel.')
    expect((await ended(server)).reason).toBe('unknown-channel')
    expect(server.requests).toHaveLength(0)
  })

  it.each<[string, () => Promise<PublishDecision>]>([
    ['rejects', () => Promise.reject(new Error('database gone'))],
    [
      'throws',
      () => {
        throw new Error('database gone')
      },
    ],
  ])('refuses where authorize %s', async (_name, decide) => {
    const server = await listen({ decide })
    const client = open(server)
    client.handshake()
    client.publish({ app: CHANNEL, name: '' })
    await expect(client.published()).rejects.toThrow('The service failed to decide.')
    await client.closed
    expect(server.log.map(({ msg }) => msg)).toEqual(['publish could not be decided', 'rtmp ended'])
  })

  it('refuses when the decision takes too long, and ignores it when it comes', async () => {
    let decide: (decision: PublishDecision) => void = () => undefined
    const server = await listen({
      limits: { authorizeDeadlineMs: 7_000 },
      decide: (_request, allow) => new Promise((resolve) => (decide = () => resolve(allow()))),
    })
    const client = open(server)
    client.handshake()
    client.publish({ app: CHANNEL, name: '' })
    await waitFor(() => server.requests.length === 1, 'the request')
    server.clock.advance(7_000)
    await expect(client.published()).rejects.toThrow('The service took too long to decide.')
    decide({ allow: false, reason: '', closeReason: 'denied' })
    await client.closed
    expect(server.recordings).toHaveLength(0)
  })

  it('attaches nothing where the encoder has left before the decision', async () => {
    let decide: () => void = () => undefined
    const server = await listen({
      decide: (_request, allow) => new Promise((resolve) => (decide = () => resolve(allow()))),
    })
    const client = open(server)
    client.handshake()
    client.publish({ app: CHANNEL, name: '' })
    await waitFor(() => server.requests.length === 1, 'the request')
    client.socket.end()
    expect((await ended(server)).reason).toBe('client-closed')
    decide()
    await new Promise((resolve) => setImmediate(resolve))
    expect(server.recordings).toHaveLength(0)
  })

  it('holds back what an impatient encoder sends, and stops reading at a limit', async () => {
    let decide: () => void = () => undefined
    const server = await listen({
      decide: (_request, allow) => new Promise((resolve) => (decide = () => resolve(allow()))),
    })
    const client = open(server)
    client.handshake()
    client.publish({ app: CHANNEL, name: '' })
    for (let i = 0; i < 400; i++) client.message(9, i, 1, Buffer.alloc(20_000, i))
    await waitFor(() => server.requests.length === 1, 'the request')
    decide()
    await client.published()
    await client.stop()
    const messages = server.recordings[0]?.messages ?? []
    expect(messages.map(({ timestampMs }) => timestampMs)).toEqual(Array.from({ length: 400 }, (_, i) => i))
  })

  it('refuses players', async () => {
    const server = await listen()
    const client = open(server)
    client.handshake()
    client.command(0, 'connect', 1, { app: CHANNEL })
    client.command(0, 'createStream', 2, null)
    client.command(1, 'play', 3, null, 'x')
    await expect(client.published()).rejects.toThrow('Streams are only taken here, not played.')
    await client.closed
  })
})

describe('closing a publisher from this side', () => {
  it('tells the encoder why, then ends', async () => {
    const server = await listen()
    const client = await publisher(server)
    const [recording] = server.recordings
    recording?.publisher.close('channel-deleted')
    expect(recording?.closes.map(({ reason }) => reason)).toEqual(['channel-deleted'])
    recording?.publisher.close('operator-closed')
    await client.closed
    expect(recording?.closes).toHaveLength(1)
    const told = client.received.findLast(({ values }) => values[0] === 'onStatus')
    expect(told?.values[3]).toMatchObject({ level: 'error', description: 'The channel was deleted.' })
  })

  it('cuts off an encoder that does not take its answer', async () => {
    const server = await listen()
    const client = await publisher(server)
    client.socket.pause()
    client.socket.removeAllListeners('end')
    server.recordings[0]?.publisher.close('operator-closed')
    const writing = setInterval(() => client.raw(Buffer.alloc(1000)), 5)
    server.clock.advance(2_000)
    await client.closed
    clearInterval(writing)
  })

  it('may happen while attaching', async () => {
    const closes: string[] = []
    const server = await listen({
      decide: async () => ({
        allow: true,
        attach: (made) => {
          made.close('unsupported-codec', 'not like this')
          return { message: () => undefined, closed: (reason) => closes.push(reason) }
        },
      }),
    })
    const client = open(server)
    client.handshake()
    client.publish({ app: CHANNEL, name: '' })
    await expect(client.published()).rejects.toThrow('not like this')
    await client.closed
    expect(closes).toEqual(['unsupported-codec'])
  })

  it('may happen within a message', async () => {
    const server = await listen({ onMessage: ({ publisher: made }) => made.close('unsupported-codec') })
    const client = await publisher(server)
    client.message(9, 0, 1, Buffer.from('1c00000000', 'hex'))
    client.message(9, 1, 1, Buffer.from('1c00000000', 'hex'))
    await client.closed
    expect(server.recordings[0]?.messages).toHaveLength(1)
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['unsupported-codec'])
  })

  it('happens where the sink fails, and is logged as an error', async () => {
    const server = await listen({
      onMessage: () => {
        throw new TypeError('bug')
      },
    })
    const client = await publisher(server)
    client.message(9, 0, 1, Buffer.alloc(5))
    await client.closed
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['media-failed'])
    expect(server.log).toMatchObject([{ level: 50, reason: 'media-failed' }])
  })
})

describe('deadlines', () => {
  it.each<[string, (client: RtmpClient) => void]>([
    ['half a handshake', (client) => client.raw(Buffer.alloc(700, 3))],
    ['a handshake and nothing more', (client) => client.handshake()],
    [
      'no publish',
      (client) => {
        client.handshake()
        client.command(0, 'connect', 1, { app: CHANNEL })
      },
    ],
  ])('ends a connection with %s', async (_name, begin) => {
    const server = await listen()
    const client = open(server)
    await client.opened
    begin(client)
    await waitFor(() => client.socket.bytesWritten === client.bytesSent, 'the bytes to be on their way')
    server.clock.advance(4_999)
    expect(server.log).toEqual([])
    // The connection may not be accepted before now, so its five seconds begin at any time up to here.
    await waitFor(() => {
      server.clock.advance(1_000)
      return server.log.length > 0
    }, 'the deadline')
    await client.closed
    expect(server.log[0]?.reason).toBe('handshake-timeout')
  })

  it('ends a publisher that sends nothing for 15 seconds, and only that', async () => {
    const server = await listen()
    const client = await publisher(server)
    server.clock.advance(10_000)
    client.message(9, 0, 1, Buffer.alloc(5))
    await waitFor(() => server.recordings[0]?.messages.length === 1, 'the message')
    server.clock.advance(14_000)
    expect(server.recordings[0]?.closes).toEqual([])
    server.clock.advance(3_000)
    await client.closed
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['idle-timeout'])
  })

  it.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('counts these 15 seconds right where the clock is set %s by an hour', async (_name, step) => {
    const clock = new SetClock()
    const server = await listen({ clock })
    const client = await publisher(server)
    client.message(9, 0, 1, Buffer.alloc(5))
    await waitFor(() => server.recordings[0]?.messages.length === 1, 'the message')
    clock.advance(1_000)
    clock.step = step
    clock.advance(14_000)
    expect(server.recordings[0]?.closes).toEqual([])
    clock.advance(1_000)
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['idle-timeout'])
  })
})

describe('limits', () => {
  it('gives away the oldest place of one address, also where the clock was set back meanwhile', async () => {
    const clock = new SetClock()
    const server = await listen({ clock, limits: { connections: 2 } })
    const oldest = open(server)
    oldest.handshake()
    await waitFor(() => oldest.socket.bytesRead > 2 * HANDSHAKE_BYTES, 'the answer to its handshake')
    clock.step = -3_600_000
    const second = open(server)
    await second.opened
    await publisher(server)
    await Promise.race([oldest.closed, second.closed])
    expect([oldest.socket.destroyed, second.socket.destroyed]).toEqual([true, false])
  })

  it('gives the place of who only waits to a newcomer, never that of a publisher', async () => {
    const server = await listen({ limits: { connections: 3 } })
    await publisher(server)
    const oldest = open(server)
    await oldest.opened
    const second = open(server)
    await second.opened
    await publisher(server)
    await oldest.closed
    await publisher(server)
    await second.closed
    expect(server.log.map(({ reason }) => reason)).toEqual(['limit-exceeded', 'limit-exceeded'])
    await open(server).closed
    server.clock.advance(1_000)
    expect(server.log.at(-1)).toMatchObject({ msg: 'rtmp turned connections away', connections: 1 })
    expect(server.recordings.flatMap(({ closes }) => closes)).toEqual([])
  })

  it('ends a connection that does not take its answers', async () => {
    const server = await listen({ limits: { unsentBytes: 10_000 } })
    const client = await publisher(server)
    client.socket.pause()
    const ping = encodeMessage(
      2,
      { type: 4, streamId: 0, timestampMs: 0, payload: Buffer.alloc(6, 0).fill(6, 1, 2) },
      128,
    )
    const pings = Buffer.concat(Array<Buffer>(20_000).fill(ping))
    const flood = setInterval(() => client.raw(pings), 5)
    await waitFor(() => server.log.length > 0, 'the limit')
    clearInterval(flood)
    expect(server.log[0]).toMatchObject({ reason: 'limit-exceeded' })
  })
})

describe('what breaks the protocol ends its own connection', () => {
  const connect = (client: RtmpClient) => client.command(0, 'connect', 1, { app: CHANNEL })
  const create = (client: RtmpClient) => client.command(0, 'createStream', 2, null)
  const publish = (client: RtmpClient, name: string | number = '') =>
    client.command(1, 'publish', 3, null, name, 'live')

  it.each<[string, string, string, (client: RtmpClient) => void]>([
    ['no RTMP', 'protocol-error', 'version', (c) => c.raw(Buffer.from('GET / HTTP/1.1\r\n\r\n'))],
    ['publish first', 'protocol-error', 'connect must come first', (c) => (c.handshake(), publish(c))],
    ['createStream first', 'protocol-error', 'connect must come first', (c) => (c.handshake(), create(c))],
    [
      'releaseStream first',
      'protocol-error',
      'connect must',
      (c) => (c.handshake(), c.command(0, 'releaseStream', 1)),
    ],
    [
      'publish before createStream',
      'protocol-error',
      'createStream must come next',
      (c) => (c.handshake(), connect(c), publish(c)),
    ],
    [
      'a second connect',
      'protocol-error',
      'connect out of order',
      (c) => (c.handshake(), connect(c), connect(c)),
    ],
    [
      'a second publish',
      'protocol-error',
      'already published',
      (c) => (c.handshake(), connect(c), create(c), publish(c), publish(c)),
    ],
    [
      'a name that is a number',
      'protocol-error',
      'must be a string',
      (c) => (c.handshake(), connect(c), create(c), publish(c, 42)),
    ],
    [
      'media before publish',
      'protocol-error',
      'media before publish',
      (c) => (c.handshake(), connect(c), c.message(9, 0, 1, Buffer.alloc(5))),
    ],
    [
      'a command without name',
      'protocol-error',
      'begin with its name',
      (c) => (c.handshake(), c.message(20, 0, 0, encodeAmf([5]))),
    ],
    [
      'an empty command',
      'protocol-error',
      'begin with its name',
      (c) => (c.handshake(), c.message(20, 0, 0, Buffer.alloc(0))),
    ],
    [
      'broken AMF0',
      'protocol-error',
      'ends within a value',
      (c) => (c.handshake(), c.message(20, 0, 0, Buffer.from('02000501', 'hex'))),
    ],
    [
      'deep AMF0',
      'limit-exceeded',
      'levels of objects',
      (c) => (
        c.handshake(),
        c.message(20, 0, 0, Buffer.concat(Array<Buffer>(9_000).fill(Buffer.from('03000161', 'hex'))))
      ),
    ],
    [
      'a chunk size of 0',
      'protocol-error',
      'chunk size',
      (c) => (c.handshake(), c.message(1, 0, 0, Buffer.alloc(4))),
    ],
    [
      'a long message before publish',
      'limit-exceeded',
      'more than 65536',
      (c) => (c.handshake(), c.message(18, 0, 0, Buffer.alloc(70_000))),
    ],
    [
      'too many streams',
      'limit-exceeded',
      'createStream',
      (c) => (c.handshake(), connect(c), Array.from({ length: 9 }, () => create(c))),
    ],
  ])('%s', async (_name, reason, rule, send) => {
    const server = await listen()
    const bystander = await publisher(server, 'bystander')
    const client = open(server)
    send(client)
    const line = await ended(server)
    expect(line.reason).toBe(reason)
    expect(line.rule).toContain(rule)
    await client.closed
    bystander.message(9, 0, 1, Buffer.alloc(5))
    await waitFor(() => server.recordings[0]?.messages.length === 1, 'the other publisher to go on')
  })

  it('a message over 8 MiB after publish', async () => {
    const server = await listen()
    const client = await publisher(server)
    client.raw(Buffer.from('06000000800001090100000000', 'hex'))
    await client.closed
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['limit-exceeded'])
  })
})

describe('the listener', () => {
  it('ends all connections when it closes, and says so twice to two callers', async () => {
    const server = await listen()
    const publishing = await publisher(server)
    const begun = open(server)
    begun.handshake()
    await waitFor(() => begun.socket.bytesRead > 0, 'the handshake')
    await Promise.all([server.listener.close('service-closed'), server.listener.close('operator-closed')])
    await Promise.all([publishing.closed, begun.closed])
    expect(server.recordings[0]?.closes.map(({ reason }) => reason)).toEqual(['service-closed'])
    const told = publishing.received.findLast(({ values }) => values[0] === 'onStatus')
    expect(told?.values[3]).toMatchObject({ description: 'The service was shut down.' })
    await open(server).closed
  })

  it('rejects where its port is taken', async () => {
    const { port, clock } = await listen()
    const again = startRtmpListener({
      host: '127.0.0.1',
      port,
      clock,
      logger: (await import('../../platform/logger.ts')).createLogger('silent'),
      authorize: () => Promise.reject(new Error('never asked')),
    })
    await expect(again).rejects.toMatchObject({ code: 'EADDRINUSE' })
  })
})
