import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { waitFor } from '../../../test/support/wait-for.ts'
import { pooledSocket } from './pooled-socket.ts'

const BUFFER_BYTES = 4096
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Pair {
  readonly client: Socket
  readonly socket: Socket
  readonly buffer: Buffer
  readonly taken: Buffer[]
  /** The buffers that bytes came in. */
  readonly used: Set<Buffer>
}

/** A client and the server's socket of it. `prepare` may change the accepted socket first. */
async function pair(prepare: (accepted: Socket) => void = () => undefined): Promise<Pair> {
  const buffer = Buffer.alloc(BUFFER_BYTES)
  const taken: Buffer[] = []
  const used = new Set<Buffer>()
  const accepted = Promise.withResolvers<Socket>()
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    prepare(socket)
    accepted.resolve(
      pooledSocket(socket, buffer, (bytes, count) => {
        taken.push(Buffer.from(bytes.subarray(0, count)))
        used.add(bytes)
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const socket = await accepted.promise
  closing.push(() => {
    client.destroy()
    socket.destroy()
    server.close()
  })
  return { client, socket, buffer, taken, used }
}

const sent = Buffer.from(Array.from({ length: 50_000 }, (_, i) => i % 251))

it('reads everything into the one buffer', async () => {
  const { client, buffer, taken, used } = await pair()
  client.write(sent)
  await waitFor(() => Buffer.concat(taken).length === sent.length, 'all bytes')
  expect(Buffer.concat(taken).equals(sent)).toBe(true)
  expect([...used]).toEqual([buffer])
})

it('reads in the ordinary way where Node has no such buffer', async () => {
  const withoutBuffer = (accepted: Socket) => {
    const handle: unknown = Reflect.get(accepted, '_handle')
    Reflect.set(handle as object, 'useUserBuffer', undefined)
  }
  const { client, taken, used, buffer } = await pair(withoutBuffer)
  client.write(sent)
  await waitFor(() => Buffer.concat(taken).length === sent.length, 'all bytes')
  expect(Buffer.concat(taken).equals(sent)).toBe(true)
  expect(used.has(buffer)).toBe(false)
})

it('stops reading on pause and goes on with resume', async () => {
  const { client, socket, taken } = await pair()
  socket.pause()
  client.write(sent)
  await waitFor(
    () => client.bytesWritten === sent.length && client.writableLength === 0,
    'the bytes to be sent',
  )
  const before = taken.length
  socket.resume()
  await waitFor(() => Buffer.concat(taken).length === sent.length, 'all bytes')
  expect(before).toBe(0)
})

it('writes, ends and tells of the end and of resets like any socket', async () => {
  const { client, socket } = await pair()
  const received: Buffer[] = []
  client.on('data', (bytes: Buffer) => received.push(bytes))
  const clientEnded = new Promise((resolve) => client.once('end', resolve))
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.end('bye')
  await clientEnded
  await closed
  expect(Buffer.concat(received).toString()).toBe('bye')

  const reset = await pair()
  const error = new Promise<NodeJS.ErrnoException>((resolve) => reset.socket.once('error', resolve))
  reset.client.resetAndDestroy()
  expect((await error).code).toBe('ECONNRESET')
})
