import { LENGTH_BYTES } from './frame-codec.ts'
import { LinkProtocolError } from './frames.ts'

const NO_BYTES: Buffer = Buffer.alloc(0)

/**
 * Cuts a byte stream into frames. A frame that lies within one chunk is handed out without copying; one
 * that spans chunks is copied once, into memory of its announced length.
 */
export class FrameReader {
  readonly #maxFrameBytes: number
  /** Bytes of a length that came in parts. */
  #partialLength: Buffer = NO_BYTES
  /** The frame that spans chunks, filled up to `#filled`. */
  #body: Buffer | null = null
  #filled = 0
  #chunk: Buffer = NO_BYTES

  /** @param maxFrameBytes a longer frame is a protocol error */
  constructor(maxFrameBytes: number) {
    this.#maxFrameBytes = maxFrameBytes
  }

  /** Adds what was read; take the frames out by `next` before adding more. */
  push(chunk: Buffer): void {
    this.#chunk = this.#chunk.length === 0 ? chunk : Buffer.concat([this.#chunk, chunk])
  }

  /** What was pushed and not yet handed out; empty when a frame is half read. */
  takeRest(): Buffer {
    const rest = this.#chunk
    this.#chunk = NO_BYTES
    return rest
  }

  /**
   * The next whole frame without its length, or null until more is pushed.
   * @throws LinkProtocolError when a frame is longer than allowed
   */
  next(): Buffer | null {
    if (this.#body) return this.#fill(this.#body)
    const start = LENGTH_BYTES - this.#partialLength.length
    if (this.#chunk.length < start) {
      this.#partialLength = Buffer.concat([this.#partialLength, this.takeRest()])
      return null
    }
    const length = this.#readLength(start)
    this.#partialLength = NO_BYTES
    this.#chunk = this.#chunk.subarray(start)
    if (this.#chunk.length >= length) return this.#take(length)
    this.#filled = 0
    this.#body = Buffer.allocUnsafe(length)
    return this.#fill(this.#body)
  }

  #readLength(start: number): number {
    const bytes = Buffer.concat([this.#partialLength, this.#chunk.subarray(0, start)])
    const length = bytes.readUInt32BE(0)
    if (length > this.#maxFrameBytes) {
      throw new LinkProtocolError(`a frame of ${length} bytes, more than ${this.#maxFrameBytes}`)
    }
    return length
  }

  #fill(body: Buffer): Buffer | null {
    const part = this.#take(Math.min(body.length - this.#filled, this.#chunk.length))
    part.copy(body, this.#filled)
    this.#filled += part.length
    if (this.#filled < body.length) return null
    this.#body = null
    return body
  }

  #take(length: number): Buffer {
    const part = this.#chunk.subarray(0, length)
    this.#chunk = this.#chunk.subarray(length)
    return part
  }
}
