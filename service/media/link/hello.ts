import type { Socket } from 'node:net'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { decodeFrame } from './frame-codec.ts'
import { FrameReader } from './frame-reader.ts'

const MAX_HELLO_BYTES = 257
const HELLO_TIMEOUT: Milliseconds = 5_000

/**
 * Reads the first frame of a new connection and leaves the socket paused, with what came after the frame
 * still to be read.
 * @param done called once with the token, or null when there was none: too late, too long, something else
 */
export function readHello(socket: Socket, clock: Clock, done: (token: string | null) => void): void {
  const reader = new FrameReader(MAX_HELLO_BYTES)
  const finish = (token: string | null) => {
    timer.cancel()
    socket.off('data', onData)
    socket.off('close', onGone)
    socket.pause()
    // Only now: to a flowing socket with a listener it would be given at once.
    const rest = reader.takeRest()
    if (rest.length > 0) socket.unshift(rest)
    done(token)
  }
  const onGone = () => finish(null)
  const onData = (chunk: Buffer) => {
    try {
      reader.push(chunk)
      const body = reader.next()
      if (!body) return
      const frame = decodeFrame(body)
      finish(frame.type === 'hello' ? frame.token : null)
    } catch {
      finish(null)
    }
  }
  const timer = clock.after(HELLO_TIMEOUT, onGone)
  socket.on('data', onData)
  socket.on('close', onGone)
  // The close that follows tells.
  socket.on('error', () => undefined)
}
