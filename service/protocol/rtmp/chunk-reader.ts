import { LimitError, ProtocolError } from '../protocol-error.ts'
import { ChunkStream } from './chunk-stream.ts'
import { DEFAULT_CHUNK_SIZE, EXTENDED_TIMESTAMP, MAX_CHUNK_SIZE, MESSAGE_TYPE } from './message.ts'

/** What a peer may make the reader hold. All in bytes but the first. */
export interface ChunkLimits {
  readonly chunkStreams: number
  /** Longest message. */
  readonly messageBytes: number
  /** Longest command or protocol control message. */
  readonly commandBytes: number
  /** Unfinished messages of all chunk streams together. */
  readonly bufferedBytes: number
}

/**
 * Takes a message. `payload` belongs to the receiver: the reader never touches it again.
 * @param timestampMs unsigned 32 bits
 */
export type MessageReceiver = (type: number, timestampMs: number, streamId: number, payload: Buffer) => void

/** Bytes of the message header by chunk type (RTMP specification 5.3.1.2). */
const MESSAGE_HEADER_BYTES = [11, 7, 3, 0] as const

/** Basic header of 3, message header of 11, extended timestamp of 4. */
const MAX_HEADER_BYTES = 18

/**
 * Puts messages together from chunks (RTMP specification 5.3). The bytes may come cut anywhere and their
 * buffer may be reused after each call. SetChunkSize and Abort are obeyed here and not passed on.
 */
export class ChunkReader {
  readonly #streams = new Map<number, ChunkStream>()
  readonly #receive: MessageReceiver
  #limits: ChunkLimits
  #chunkSize = DEFAULT_CHUNK_SIZE
  /** The chunk stream whose payload comes next; null where a header comes next. */
  #current: ChunkStream | null = null
  /** Bytes of payload that the current chunk still has. */
  #left = 0
  /** A header that was cut by the end of the bytes. */
  readonly #header = Buffer.alloc(MAX_HEADER_BYTES)
  #headerBytes = 0
  #buffered = 0
  #stopped = false

  constructor(limits: ChunkLimits, receive: MessageReceiver) {
    this.#limits = limits
    this.#receive = receive
  }

  /** Bytes held for unfinished messages. */
  get bufferedBytes(): number {
    return this.#buffered
  }

  /** Limits for the messages that begin from now on. */
  setLimits(limits: ChunkLimits): void {
    this.#limits = limits
  }

  /** Called by the receiver: `push` returns behind this message and leaves the rest of the bytes. */
  stop(): void {
    this.#stopped = true
  }

  /**
   * Reads from `start` to `end` and calls the receiver for each message that ends there.
   * @returns where it stopped; `end` unless the receiver called `stop`
   * @throws ProtocolError or LimitError; the reader is of no use then
   */
  push(bytes: Buffer, start: number, end: number): number {
    let at = start
    while (at < end && !this.#stopped) {
      if (this.#current === null) {
        at = this.#headerBytes > 0 ? this.#resumeHeader(bytes, at, end) : this.#readHeader(bytes, at, end)
      }
      const stream = this.#current
      if (stream !== null) at = this.#readPayload(stream, bytes, at, end)
    }
    this.#stopped = false
    return at
  }

  #readHeader(bytes: Buffer, at: number, end: number): number {
    const size = this.#parseHeader(bytes, at, end)
    if (size > 0) return at + size
    bytes.copy(this.#header, 0, at, end)
    this.#headerBytes = end - at
    return end
  }

  /** Goes on with a header whose first bytes came with an earlier call. */
  #resumeHeader(bytes: Buffer, at: number, end: number): number {
    const had = this.#headerBytes
    const copied = bytes.copy(this.#header, had, at, Math.min(end, at + MAX_HEADER_BYTES - had))
    const size = this.#parseHeader(this.#header, 0, had + copied)
    if (size > 0) {
      this.#headerBytes = 0
      return at + size - had
    }
    this.#headerBytes = had + copied
    return at + copied
  }

  /** Reads one header and makes its chunk stream current. Returns its size; 0 where bytes are missing. */
  #parseHeader(bytes: Buffer, start: number, end: number): number {
    const first = bytes[start] ?? 0
    const basic = (first & 63) > 1 ? 1 : (first & 63) + 2
    const type = first >> 6
    const fields = MESSAGE_HEADER_BYTES[type as 0 | 1 | 2 | 3]
    const at = start + basic
    if (at + fields > end) return 0
    const id = basic === 1 ? first & 63 : 64 + bytes.readUIntLE(start + 1, basic - 1)
    const known = this.#streams.get(id)
    if (known === undefined && type > 1) throw new ProtocolError('rtmp', `chunk stream ${id} has no header`)
    const field = type < 3 ? bytes.readUIntBE(at, 3) : 0
    const extended = type < 3 ? field === EXTENDED_TIMESTAMP : known?.extended === true
    const size = basic + fields + (extended ? 4 : 0)
    if (start + size > end) return 0
    const stream = known ?? this.#addStream(id)
    if (type < 3) {
      if (stream.received > 0) throw new ProtocolError('rtmp', 'a message begins inside another')
      stream.extended = extended
    }
    if (type < 2) this.#describe(stream, bytes.readUIntBE(at + 3, 3), bytes.readUInt8(at + 6))
    if (type === 0) stream.streamId = bytes.readUInt32LE(at + 7)
    if (stream.received === 0) {
      stream.begin(type, extended ? bytes.readUInt32BE(at + fields) : type < 3 ? field : stream.delta)
    }
    this.#current = stream
    this.#left = Math.min(this.#chunkSize, stream.length - stream.received)
    if (stream.length === 0) this.#finish(stream, Buffer.alloc(0))
    return size
  }

  #addStream(id: number): ChunkStream {
    if (this.#streams.size >= this.#limits.chunkStreams) {
      throw new LimitError('rtmp', `more than ${this.#limits.chunkStreams} chunk streams`)
    }
    const stream = new ChunkStream()
    this.#streams.set(id, stream)
    return stream
  }

  #describe(stream: ChunkStream, length: number, type: number): void {
    const media = type === MESSAGE_TYPE.audio || type === MESSAGE_TYPE.video || type === MESSAGE_TYPE.data
    const most = media ? this.#limits.messageBytes : this.#limits.commandBytes
    if (length > most) {
      throw new LimitError('rtmp', `a message of type ${type} has ${length} bytes, more than ${most}`)
    }
    stream.length = length
    stream.type = type
  }

  #readPayload(stream: ChunkStream, bytes: Buffer, at: number, end: number): number {
    const count = Math.min(this.#left, end - at)
    if (count === 0) return at
    const before = stream.capacity
    stream.append(bytes, at, count)
    this.#buffered += stream.capacity - before
    if (this.#buffered > this.#limits.bufferedBytes) {
      throw new LimitError('rtmp', `unfinished messages hold more than ${this.#limits.bufferedBytes} bytes`)
    }
    this.#left -= count
    if (this.#left === 0) {
      this.#current = null
      if (stream.received === stream.length) this.#finish(stream, this.#take(stream))
    }
    return at + count
  }

  #take(stream: ChunkStream): Buffer {
    this.#buffered -= stream.capacity
    return stream.take()
  }

  #finish(stream: ChunkStream, payload: Buffer): void {
    this.#current = null
    switch (stream.type) {
      case MESSAGE_TYPE.setChunkSize:
        this.#chunkSize = chunkSize(payload)
        break
      case MESSAGE_TYPE.abort:
        this.#abort(payload)
        break
      default:
        this.#receive(stream.type, stream.timestampMs, stream.streamId, payload)
    }
  }

  /** Drops the unfinished message of a chunk stream (RTMP specification 5.4.2). */
  #abort(payload: Buffer): void {
    if (payload.length < 4) throw new ProtocolError('rtmp', 'Abort must have 4 bytes')
    const stream = this.#streams.get(payload.readUInt32BE(0))
    if (stream) this.#take(stream)
  }
}

function chunkSize(payload: Buffer): number {
  if (payload.length < 4) throw new ProtocolError('rtmp', 'SetChunkSize must have 4 bytes')
  const size = payload.readUInt32BE(0)
  if (size < 1 || size > MAX_CHUNK_SIZE) {
    throw new ProtocolError('rtmp', `chunk size must be from 1 to ${MAX_CHUNK_SIZE}, not ${size}`)
  }
  return size
}
