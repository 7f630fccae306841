import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Socket } from 'node:net'
import { dirname } from 'node:path'
import type { Milliseconds } from '../../contract/units.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import { readHello } from './hello.ts'
import { socketPeer } from './peer.ts'
import type { LinkPeer } from './peer.ts'
import { newSocketPath } from './socket-path.ts'

export type { LinkFrame } from './frames.ts'
export type { LinkPeer }

/** Where transcoders and SFU processes connect to; lives in the ingest process, and in SFU processes for each other. */
export interface MediaLink {
  /** A Unix domain socket that only this user can open, or a named pipe on Windows. */
  readonly path: string
  /**
   * Waits for a peer that says this token; the token is then used up. Call it before the token is given
   * to anyone.
   * @throws Error when nobody came within `deadlineMs`, or the link was closed
   */
  accept(token: string, deadlineMs: Milliseconds): Promise<LinkPeer>
  /** Stops listening and forgets the tokens; connected peers stay. */
  close(): Promise<void>
}

interface Expected {
  readonly digest: Buffer
  readonly timer: Timer
  resolve(peer: LinkPeer): void
  reject(error: Error): void
}

/** @throws Error when the socket cannot be made */
export async function startMediaLink(clock: Clock = systemClock): Promise<MediaLink> {
  const path = await newSocketPath()
  const expected = new Set<Expected>()
  const strangers = new Set<Socket>()
  const server = createServer({ pauseOnConnect: false }, (socket) => {
    strangers.add(socket)
    readHello(socket, clock, (token) => {
      strangers.delete(socket)
      const match = token === null ? null : takeExpected(expected, token)
      if (match) match.resolve(socketPeer(socket))
      else socket.destroy()
    })
  })
  await once(server.listen(path), 'listening')
  if (process.platform !== 'win32') await chmod(path, 0o600)
  const removeNow = () => removeSync(path)
  process.once('exit', removeNow)
  return {
    path,
    accept: (token, deadlineMs) => expect(expected, token, deadlineMs, clock),
    async close() {
      process.off('exit', removeNow)
      server.close()
      for (const socket of strangers) socket.destroy()
      for (const entry of expected) entry.reject(new Error('The media link was closed.'))
      if (process.platform !== 'win32') await rm(dirname(path), { recursive: true, force: true })
    },
  }
}

function expect(
  expected: Set<Expected>,
  token: string,
  deadlineMs: Milliseconds,
  clock: Clock,
): Promise<LinkPeer> {
  return new Promise((resolve, reject) => {
    const settled = <T>(settle: (value: T) => void) => {
      return (value: T) => {
        expected.delete(entry)
        entry.timer.cancel()
        settle(value)
      }
    }
    const entry: Expected = {
      digest: digest(token),
      timer: clock.after(deadlineMs, () => {
        entry.reject(new Error(`Nobody connected within ${deadlineMs} ms.`))
      }),
      resolve: settled(resolve),
      reject: settled(reject),
    }
    expected.add(entry)
  })
}

/** Compares with every expected token, so that the time taken tells nothing about them. */
function takeExpected(expected: Set<Expected>, token: string): Expected | null {
  const said = digest(token)
  let match: Expected | null = null
  for (const entry of expected) if (timingSafeEqual(entry.digest, said)) match = entry
  return match
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

function removeSync(path: string): void {
  if (process.platform !== 'win32') rmSync(dirname(path), { recursive: true, force: true })
}
