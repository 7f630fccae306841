import type { Socket } from 'node:net'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import { decodeFrame, encodeFrame } from './frame-codec.ts'
import { FrameReader } from './frame-reader.ts'
import { LinkProtocolError } from './frames.ts'
import type { LinkFrame } from './frames.ts'

/** A larger frame is a protocol error: an access unit of RTMP is at most 8 MiB. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024
/** Source units are refused while more than this waits: some 4 s of the highest bit rate. */
const MAX_BACKLOG_BYTES = 8 * 1024 * 1024
/** How long a closing link may take to deliver what is under way: the other process may wait for a core. */
const LINGER: Milliseconds = 15_000

/**
 * One end of the link between the ingest process and one transcoder, one connection of an SFU process, or one process
 * of the origin; or between two SFU processes that share a channel.
 */
export interface LinkPeer {
  /**
   * Queues a frame.
   * @returns false when it was not taken, because the link is closed or, for source units (`video`,
   * `audio`), because too much waits; the caller then drops up to the next key frame
   */
  send(frame: LinkFrame): boolean
  /** Bytes queued and not yet handed to the operating system. */
  readonly backlogBytes: Bytes
  /** Starts reading; there is one listener. Nothing is read, and so nothing lost, before. */
  onFrame(listener: (frame: LinkFrame) => void): void
  /** Called once, also when already closed. `error` is null when a side closed in good order. */
  onClose(listener: (error: Error | null) => void): void
  /** Called when the backlog is written. */
  onDrain(listener: () => void): void
  /** Stops reading, so that the sender has to wait; frames already read may still be heard. */
  pause(): void
  resume(): void
  /** Delivers what is queued, then closes. */
  close(): void
}

/** The link over a local socket that is connected and has said its token. */
export function socketPeer(socket: Socket, maxBacklogBytes = MAX_BACKLOG_BYTES): LinkPeer {
  return new SocketPeer(socket, maxBacklogBytes)
}

class SocketPeer implements LinkPeer {
  readonly #socket: Socket
  readonly #maxBacklogBytes: Bytes
  readonly #reader = new FrameReader(MAX_FRAME_BYTES)
  readonly #closed = Promise.withResolvers<Error | null>()
  #error: Error | null = null
  #corked = false

  constructor(socket: Socket, maxBacklogBytes: Bytes) {
    this.#socket = socket
    this.#maxBacklogBytes = maxBacklogBytes
    socket.on('error', (error) => (this.#error ??= error))
    socket.once('close', () => this.#closed.resolve(this.#error))
    if (socket.closed) this.#closed.resolve(null)
  }

  get backlogBytes(): Bytes {
    return this.#socket.writableLength
  }

  send(frame: LinkFrame): boolean {
    if (!this.#socket.writable) return false
    const droppable = frame.type === 'video' || frame.type === 'audio'
    if (droppable && this.#socket.writableLength > this.#maxBacklogBytes) return false
    const { header, payload } = encodeFrame(frame)
    this.#cork()
    this.#socket.write(header)
    if (payload.length > 0) this.#socket.write(payload)
    return true
  }

  onFrame(listener: (frame: LinkFrame) => void): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#reader.push(chunk)
      for (;;) {
        const frame = this.#next()
        if (!frame) return
        listener(frame)
      }
    })
    this.#socket.resume()
  }

  onClose(listener: (error: Error | null) => void): void {
    void this.#closed.promise.then(listener)
  }

  onDrain(listener: () => void): void {
    this.#socket.on('drain', listener)
  }

  pause(): void {
    this.#socket.pause()
  }

  resume(): void {
    this.#socket.resume()
  }

  close(): void {
    if (this.#socket.destroyed) return
    this.#socket.end()
    const timer = setTimeout(() => this.#socket.destroy(), LINGER)
    timer.unref()
    this.#socket.once('close', () => clearTimeout(timer))
    this.#socket.resume()
  }

  #next(): LinkFrame | null {
    if (this.#socket.destroyed) return null
    try {
      const body = this.#reader.next()
      const frame = body && decodeFrame(body)
      if (frame?.type === 'hello') throw new LinkProtocolError('a second hello')
      return frame
    } catch (error) {
      if (!(error instanceof LinkProtocolError)) throw error
      this.#socket.destroy(error)
      return null
    }
  }

  /** Frames of one turn leave in one write. */
  #cork(): void {
    if (this.#corked) return
    this.#corked = true
    this.#socket.cork()
    process.nextTick(() => {
      this.#corked = false
      this.#socket.uncork()
    })
  }
}
