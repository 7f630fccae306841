import { randomBytes } from 'node:crypto'
import { ChunkReader } from '../../protocol/rtmp/chunk-reader.ts'
import type { MessageReceiver } from '../../protocol/rtmp/chunk-reader.ts'
import { acknowledgement } from '../../protocol/rtmp/commands.ts'
import { HANDSHAKE_BYTES, ServerHandshake } from '../../protocol/rtmp/handshake.ts'
import { chunkLimits } from './limits.ts'
import type { RtmpLimits } from './limits.ts'

/**
 * The receiving half of a connection: handshake, then messages; counts and acknowledges the bytes. Can hold
 * back what comes while a publish is being decided.
 */
export class Inbound {
  readonly #limits: RtmpLimits
  readonly #send: (bytes: Buffer) => void
  readonly #reader: ChunkReader
  #handshake: ServerHandshake | null = new ServerHandshake(() => randomBytes(HANDSHAKE_BYTES))
  #received = 0
  #window = Infinity
  #acknowledged = 0
  /** What is held back; null where nothing is to be. */
  #held: Buffer[] | null = null
  #heldBytes = 0

  /** @param send takes the handshake's answer and acknowledgements */
  constructor(limits: RtmpLimits, send: (bytes: Buffer) => void, receive: MessageReceiver) {
    this.#limits = limits
    this.#send = send
    this.#reader = new ChunkReader(chunkLimits(limits, false), receive)
  }

  /** All bytes so far, handshake and held ones included. */
  get receivedBytes(): number {
    return this.#received
  }

  /** True where so much is held back that nothing more should be read. */
  get full(): boolean {
    return this.#heldBytes >= this.#limits.heldBytes
  }

  /** Acknowledges from now on whenever half of `bytes` came. */
  setWindow(bytes: number): void {
    this.#window = bytes > 0 ? bytes : Infinity
  }

  /**
   * Takes the first `count` bytes of a buffer that is reused after the call.
   * @throws ProtocolError, LimitError, and whatever the receiver throws
   */
  take(buffer: Buffer, count: number): void {
    this.#received += count
    if (this.#held !== null) this.#hold(buffer, 0, count)
    else this.#read(buffer, count)
    if (this.#received - this.#acknowledged >= this.#window / 2) {
      this.#acknowledged = this.#received
      this.#send(acknowledgement(this.#received))
    }
  }

  /**
   * Acknowledges what has come of the dialogue without an answer. Encoders that leave Nagle's algorithm on, ffmpeg
   * among them, send their next command only when TCP has acknowledged the one before, which it puts off by 40 ms and
   * more where nothing goes the other way.
   */
  acknowledge(): void {
    if (this.#handshake !== null) return
    this.#acknowledged = this.#received
    this.#send(acknowledgement(this.#received))
  }

  /** Called by the receiver: no further message until `release`. */
  hold(): void {
    this.#held = []
    this.#reader.stop()
  }

  /**
   * Goes on with what was held back, under the limits of a publisher.
   * @throws as `take`
   */
  release(): void {
    const held = this.#held ?? []
    this.#held = null
    this.#heldBytes = 0
    this.#reader.setLimits(chunkLimits(this.#limits, true))
    for (const bytes of held) this.#read(bytes, bytes.length)
  }

  #read(buffer: Buffer, count: number): void {
    let at = 0
    if (this.#handshake !== null) {
      const { taken, reply } = this.#handshake.push(buffer, 0, count)
      if (reply !== null) this.#send(reply)
      if (this.#handshake.done) this.#handshake = null
      at = taken
    }
    at = this.#reader.push(buffer, at, count)
    if (at < count && this.#held !== null) this.#hold(buffer, at, count)
  }

  #hold(buffer: Buffer, start: number, end: number): void {
    this.#held?.push(Buffer.from(buffer.subarray(start, end)))
    this.#heldBytes += end - start
  }
}
