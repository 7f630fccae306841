/** Both ends of a link between two processes, without processes: what is sent is there at once. */
import { decodeFrame, encodeFrame, LENGTH_BYTES } from '../../../service/media/link/frame-codec.ts'
import type { LinkFrame } from '../../../service/media/link/frames.ts'
import type { LinkPeer } from '../../../service/media/link/peer.ts'

export class LinkEnd implements LinkPeer {
  /** What waits to be written, as a test has it. */
  backlogBytes = 0
  /** Of each type. */
  readonly sent: LinkFrame[] = []
  #other: LinkEnd | null = null
  #listener: ((frame: LinkFrame) => void) | null = null
  #waiting: LinkFrame[] = []
  #closed: ((error: Error | null) => void) | null = null

  static pair(): readonly [LinkEnd, LinkEnd] {
    const [one, other] = [new LinkEnd(), new LinkEnd()]
    one.#other = other
    other.#other = one
    return [one, other]
  }

  send(frame: LinkFrame): boolean {
    if (!this.#other) return false
    const { header, payload } = encodeFrame(frame)
    const copy = decodeFrame(Buffer.concat([header, payload]).subarray(LENGTH_BYTES)) as LinkFrame
    this.sent.push(copy)
    this.#other.#hear(copy)
    return true
  }

  onFrame(listener: (frame: LinkFrame) => void): void {
    this.#listener = listener
    for (const frame of this.#waiting.splice(0)) listener(frame)
  }

  onClose(listener: (error: Error | null) => void): void {
    this.#closed = listener
  }

  onDrain(): void {
    return
  }

  pause(): void {
    return
  }

  resume(): void {
    return
  }

  close(): void {
    const other = this.#other
    this.#other = null
    if (!other) return
    other.#other = null
    this.#closed?.(null)
    other.#closed?.(null)
  }

  #hear(frame: LinkFrame): void {
    if (this.#listener) this.#listener(frame)
    else this.#waiting.push(frame)
  }
}
