import type { LinkFrame } from '../link/frames.ts'
import type { LinkPeer } from '../link/peer.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { Transcoder } from './transcoder.ts'

/** More frames than this are not read ahead; the rest waits in the pipe. */
const MAX_QUEUED_FRAMES = 64
/** Nothing is encoded while more than this waits to be read by the other side. */
const MAX_BACKLOG_BYTES: Bytes = 4 * 1024 * 1024
/** Native calls hold up everything else; the pipe gets its turn after so long. */
const TURN: Milliseconds = 10

/**
 * Serves one source over one link until it ends.
 * @returns true when everything was delivered, false when the link closed before or transcoding failed
 */
export function runSession(peer: LinkPeer): Promise<boolean> {
  const transcoder = new Transcoder((frame) => peer.send(frame))
  const queue: LinkFrame[] = []
  let busy = false
  let done = false

  return new Promise((resolve) => {
    const finish = (delivered: boolean) => {
      done = true
      queue.length = 0
      transcoder.close()
      peer.onClose(() => resolve(delivered))
      peer.close()
    }
    const work = () => {
      const turnEnds = performance.now() + TURN
      busy = true
      try {
        while (!done && queue.length > 0 && performance.now() < turnEnds) {
          if (peer.backlogBytes > MAX_BACKLOG_BYTES) {
            busy = false
            return
          }
          const frame = queue.shift()
          if (frame && transcoder.handle(frame)) finish(true)
        }
      } catch (error) {
        peer.send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
        finish(false)
      }
      if (queue.length < MAX_QUEUED_FRAMES / 2) peer.resume()
      busy = queue.length > 0
      if (busy) setImmediate(work)
    }
    const wake = () => {
      if (!busy && !done) work()
    }
    peer.onFrame((frame) => {
      if (done) return
      queue.push(frame)
      if (queue.length >= MAX_QUEUED_FRAMES) peer.pause()
      if (!busy) {
        busy = true
        setImmediate(work)
      }
    })
    peer.onDrain(wake)
    peer.onClose(() => {
      if (!done) resolve(false)
      done = true
    })
  })
}
