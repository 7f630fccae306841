import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import { connectMediaLink } from './connect.ts'
import { encodeFrame } from './frame-codec.ts'
import type { LinkFrame } from './frames.ts'
import { startMediaLink } from './media-link.ts'
import type { LinkPeer, MediaLink } from './media-link.ts'

const clock = new ManualClock()
let link: MediaLink
const sockets: Socket[] = []

beforeEach(async () => {
  link = await startMediaLink(clock)
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await link.close()
})

const video = (bytes: number, pts = 0): LinkFrame => ({
  type: 'video',
  unit: { pts, dts: pts, duration: 33, key: true, data: Buffer.alloc(bytes, 7) },
})

function closeOf(peer: LinkPeer): Promise<Error | null> {
  return new Promise((resolve) => peer.onClose(resolve))
}

async function pair(): Promise<{ near: LinkPeer; far: LinkPeer }> {
  const accepted = link.accept('secret', 1_000)
  const far = await connectMediaLink(link.path, 'secret')
  return { near: await accepted, far }
}

/** A connection that says these bytes, and when it is closed by the other side. */
function say(bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(link.path, () => socket.write(bytes))
    sockets.push(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.resume()
  })
}

function bytesOf(frame: Parameters<typeof encodeFrame>[0]): Buffer {
  const { header, payload } = encodeFrame(frame)
  return Buffer.concat([header, payload])
}

describe('the media link', () => {
  test('lets only this user in, under an address that fits a socket', () => {
    expect(Buffer.byteLength(link.path)).toBeLessThan(100)
    expect(statSync(link.path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(link.path)).mode & 0o777).toBe(0o700)
  })

  test('leaves nothing behind', async () => {
    const folder = dirname(link.path)
    await link.close()
    expect(() => readdirSync(folder)).toThrow('ENOENT')
  })

  test('removes what a killed process left behind, and nothing of a living one', async () => {
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    const orphan = mkdtempSync(join(tmpdir(), `airdesk-link-${child.pid}-`))
    const other = await startMediaLink()
    expect(existsSync(orphan)).toBe(false)
    expect(existsSync(link.path)).toBe(true)
    await other.close()
  })

  test('carries frames both ways, in order, also those sent before anyone listens', async () => {
    const { near, far } = await pair()
    const got: LinkFrame[] = []
    const back: LinkFrame[] = []
    for (let i = 0; i < 200; i++) near.send(video(i * 397, i))
    near.send({ type: 'end' })
    far.onFrame((frame) => {
      got.push(frame)
      if (frame.type === 'end') far.send({ type: 'failed', message: 'no more' })
    })
    near.onFrame((frame) => back.push(frame))
    await waitFor(() => back.length === 1, 'the answer')
    expect(got).toEqual([...Array.from({ length: 200 }, (_, i) => video(i * 397, i)), { type: 'end' }])
    expect(back).toEqual([{ type: 'failed', message: 'no more' }])
  })

  test('hands the peer to whoever waits for its token', async () => {
    const first = link.accept('one', 1_000)
    const second = link.accept('two', 1_000)
    const far = await connectMediaLink(link.path, 'two')
    far.send({ type: 'failed', message: 'I am two' })
    const frame = await new Promise((resolve) => void second.then((peer) => peer.onFrame(resolve)))
    expect(frame).toEqual({ type: 'failed', message: 'I am two' })
    void connectMediaLink(link.path, 'one')
    await first
  })

  test('drops who says a wrong token, and goes on waiting for the right one', async () => {
    const accepted = link.accept('secret', 1_000)
    const stranger = await connectMediaLink(link.path, 'secreT')
    stranger.onFrame(() => undefined)
    await closeOf(stranger)
    await connectMediaLink(link.path, 'secret')
    await accepted
  })

  test('takes a token once', async () => {
    await pair()
    const again = await connectMediaLink(link.path, 'secret')
    again.onFrame(() => undefined)
    await closeOf(again)
  })

  test.each([
    ['something other than a hello', bytesOf({ type: 'end' })],
    ['a hello that is too long', bytesOf({ type: 'hello', token: 'x'.repeat(300) })],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ])('drops who begins with %s', async (_what, bytes) => {
    await say(bytes)
  })

  test('drops who says nothing', async () => {
    let closed = false
    void say(Buffer.alloc(0)).then(() => (closed = true))
    await waitFor(() => {
      clock.advance(5_000)
      return closed
    }, 'the close')
  })

  test('tells when nobody came in time', async () => {
    const accepted = link.accept('secret', 1_000)
    clock.advance(1_000)
    await expect(accepted).rejects.toThrow('Nobody connected within 1000 ms.')
  })

  test('rejects those who wait when it is closed', async () => {
    const accepted = link.accept('secret', 1_000)
    const rejected = expect(accepted).rejects.toThrow('closed')
    await link.close()
    await rejected
  })
})

describe('a peer', () => {
  test('refuses source units while too much waits, but never the end', async () => {
    const { near } = await pair()
    let sent = 0
    while (near.send(video(1_000_000))) sent++
    expect(sent).toBeGreaterThan(7)
    expect(near.backlogBytes).toBeGreaterThan(8 * 1024 * 1024)
    expect(near.send({ type: 'end' })).toBe(true)
  })

  test('delivers what is queued before it closes', async () => {
    const { near, far } = await pair()
    for (let i = 0; i < 5; i++) near.send(video(1_000_000, i))
    near.close()
    let got = 0
    far.onFrame(() => got++)
    expect(await closeOf(far)).toBeNull()
    expect(got).toBe(5)
    expect(near.send({ type: 'end' })).toBe(false)
  })

  test('stops reading while paused', async () => {
    const { near, far } = await pair()
    let got = 0
    far.onFrame(() => {
      got++
      far.pause()
    })
    for (let i = 0; i < 3; i++) near.send(video(2_000_000, i))
    await waitFor(() => got === 1, 'the first frame')
    await waitFor(() => near.backlogBytes > 0, 'the backlog')
    const drained = new Promise<void>((resolve) => near.onDrain(resolve))
    far.resume()
    await waitFor(() => {
      far.resume()
      return got === 3
    }, 'the other frames')
    await drained
  })

  test('closes a link on which something else than frames comes', async () => {
    const accepted = link.accept('secret', 1_000)
    const closed = say(
      Buffer.concat([bytesOf({ type: 'hello', token: 'secret' }), Buffer.from([0, 0, 0, 1, 99])]),
    )
    const near = await accepted
    near.onFrame(() => undefined)
    expect((await closeOf(near))?.message).toBe('a frame of unknown type')
    await closed
  })
})
