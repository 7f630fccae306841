/** Room that a message gets before any of it has come; a longer one grows into its place. */
const FIRST_CAPACITY = 256 * 1024

const NONE = Buffer.alloc(0)

/** What one chunk stream remembers of its last header, and the message that it is putting together. */
export class ChunkStream {
  type = 0
  streamId = 0
  /** Length of the message in bytes. */
  length = 0
  /** Time of the current message, unsigned 32 bits, milliseconds. */
  timestampMs = 0
  /** Milliseconds that the next message is later where it has no time of its own. */
  delta = 0
  /** The last header had an extended timestamp, so type 3 chunks have it too (RTMP spec. 5.3.1.3). */
  extended = false
  /** Bytes of the current message so far. */
  received = 0
  #body = NONE

  /** Bytes allocated for the current message. */
  get capacity(): number {
    return this.#body.length
  }

  /**
   * Begins a message.
   * @param chunkType 0 to 3
   * @param time absolute in a type 0 header; else the difference. A type 3 chunk after a type 0 one repeats
   *   that one's time as difference (RTMP specification 5.3.1.2.4)
   */
  begin(chunkType: number, time: number): void {
    this.timestampMs = chunkType === 0 ? time : (this.timestampMs + time) >>> 0
    this.delta = time
  }

  /** Adds `count` bytes; there must be room for them in the message. */
  append(bytes: Buffer, start: number, count: number): void {
    const needed = this.received + count
    if (needed > this.#body.length) this.#grow(needed)
    bytes.copy(this.#body, this.received, start, start + count)
    this.received = needed
  }

  /** Gives the message away, or what there is of it. */
  take(): Buffer {
    const body = this.#body
    this.#body = NONE
    this.received = 0
    return body
  }

  /** A peer that names a large length gets memory only as it sends. */
  #grow(needed: number): void {
    const wanted = Math.max(needed, FIRST_CAPACITY, this.#body.length * 2)
    // In memory of its own: a short one that is kept would keep all of Node's pool that it lies in.
    const grown = Buffer.allocUnsafeSlow(Math.min(this.length, wanted))
    this.#body.copy(grown, 0, 0, this.received)
    this.#body = grown
  }
}
