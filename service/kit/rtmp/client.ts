import { randomBytes } from 'node:crypto'
import { connect, isIP } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { ConnectionOptions } from 'node:tls'
import { decodeAmf } from '../../protocol/amf0/decode.ts'
import { encodeAmf } from '../../protocol/amf0/encode.ts'
import { isAmfObject } from '../../protocol/amf0/value.ts'
import type { AmfValue } from '../../protocol/amf0/value.ts'
import { ChunkReader } from '../../protocol/rtmp/chunk-reader.ts'
import { encodeMessage } from '../../protocol/rtmp/chunk-writer.ts'
import { clientHandshake, HANDSHAKE_BYTES } from '../../protocol/rtmp/handshake.ts'
import { CHUNK_STREAM, DEFAULT_CHUNK_SIZE, MESSAGE_TYPE } from '../../protocol/rtmp/message.ts'

/** Where and as whom to publish, as `rtmp://host:port/app/name` says, or `rtmps:` in its place. */
export interface RtmpTarget {
  readonly host: string
  readonly port: number
  /** RTMPS: TLS around it. */
  readonly secure: boolean
  /** All between host and the last slash; all of it where there is only one segment, as OBS has it. */
  readonly app: string
  readonly name: string
}

const USUAL_PORTS: Readonly<Record<string, number>> = { 'rtmp:': 1935, 'rtmps:': 443 }

/** Cuts an rtmp URL the way ffmpeg does. @throws Error where it is none */
export function rtmpTarget(url: string): RtmpTarget {
  const { protocol, hostname, port, pathname, search } = new URL(url)
  const usualPort = USUAL_PORTS[protocol]
  if (usualPort === undefined)
    throw new Error(`An address of RTMP begins with rtmp:// or rtmps://, not ${protocol}//.`)
  const path = pathname.slice(1)
  const at = path.indexOf('/')
  const [app, name] = at < 0 ? [path + search, ''] : [path.slice(0, at), path.slice(at + 1) + search]
  return {
    // Sockets take an IPv6 address without its brackets.
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? usualPort : Number(port),
    secure: protocol === 'rtmps:',
    ...{ app, name },
  }
}

/** A message from the server. */
export interface Received {
  readonly type: number
  readonly payload: Buffer
  /** The values of a command; [] for other messages. */
  readonly values: readonly AmfValue[]
}

/**
 * A client over a real socket that says exactly what it is told to, in any order. `opened` resolves
 * when the socket is connected, `closed` when it is closed; neither rejects.
 */
export class RtmpClient {
  readonly socket: Socket
  /** What TLS goes over, or `socket` itself. */
  readonly #tcp: Socket
  #failure: Error | null = null
  readonly opened: Promise<void>
  readonly closed: Promise<void>
  /** Everything received so far. */
  readonly received: Received[] = []
  #chunkSize = DEFAULT_CHUNK_SIZE
  #written = 0
  #handshakeLeft = 1 + 2 * HANDSHAKE_BYTES
  readonly #waiting = new Set<() => void>()

  /** @param tls where it speaks RTMPS */
  constructor(host: string, port: number, localAddress?: string, tls?: ConnectionOptions) {
    const to = { host, port, ...(localAddress === undefined ? {} : { localAddress }) }
    this.#tcp = connect(to)
    const named = isIP(host) === 0 ? { servername: host } : {}
    this.socket = tls ? connectTls({ ...named, host, socket: this.#tcp, ...tls }) : this.#tcp
    this.socket.setNoDelay(true)
    this.opened = new Promise((resolve) =>
      this.socket.once('connect', resolve).once('close', () => resolve()),
    )
    this.closed = new Promise((resolve) => this.socket.once('close', () => resolve()))
    for (const socket of [this.#tcp, this.socket]) socket.on('error', (error) => (this.#failure ??= error))
    this.socket.on('close', () => this.#notify())
    const limits = { chunkStreams: 64, messageBytes: 1 << 20, commandBytes: 1 << 20, bufferedBytes: 1 << 20 }
    const reader = new ChunkReader(limits, (type, _time, _stream, payload) => {
      const values = type === MESSAGE_TYPE.command ? decodeAmf(payload) : []
      this.received.push({ type, payload, values })
    })
    this.socket.on('data', (bytes: Buffer) => {
      const skipped = Math.min(this.#handshakeLeft, bytes.length)
      this.#handshakeLeft -= skipped
      reader.push(bytes, skipped, bytes.length)
      this.#notify()
    })
  }

  /** Bytes handed to the socket. */
  get bytesSent(): number {
    return this.#written
  }

  /** Any bytes. @returns false where the socket wants the caller to wait for `drain` */
  raw(bytes: Uint8Array): boolean {
    this.#written += bytes.length
    return this.socket.write(bytes)
  }

  /** C0, C1 and C2 at once, without waiting for the server. */
  handshake(): void {
    this.raw(clientHandshake(randomBytes))
  }

  /** @returns as `raw` */
  message(type: number, timestampMs: number, streamId: number, payload: Uint8Array): boolean {
    const chunkStream = chunkStreamOf(type)
    return this.raw(encodeMessage(chunkStream, { type, streamId, timestampMs, payload }, this.#chunkSize))
  }

  /** Announces a chunk size and uses it. */
  setChunkSize(bytes: number): void {
    const payload = Buffer.alloc(4)
    payload.writeUInt32BE(bytes)
    this.message(MESSAGE_TYPE.setChunkSize, 0, 0, payload)
    this.#chunkSize = bytes
  }

  command(streamId: number, ...values: AmfValue[]): void {
    this.message(MESSAGE_TYPE.command, 0, streamId, encodeAmf(values))
  }

  /** connect, createStream and publish without waiting for answers. */
  publish({ app, name }: Pick<RtmpTarget, 'app' | 'name'>, flashVer = 'airdesk-kit'): void {
    this.command(0, 'connect', 1, { app, type: 'nonprivate', flashVer, tcUrl: `rtmp://test/${app}` })
    this.command(0, 'createStream', 2, null)
    this.command(1, 'publish', 3, null, name, 'live')
  }

  /**
   * Waits for the first command that `matches`, also among those already received.
   * @throws Error when the connection closes without it
   */
  async waitForCommand(
    matches: (values: readonly AmfValue[]) => boolean,
    what: string,
  ): Promise<readonly AmfValue[]> {
    for (;;) {
      const found = this.received.find(({ values }) => values.length > 0 && matches(values))
      if (found) return found.values
      if (this.socket.closed) throw this.#closedBefore(what)
      await new Promise<void>((resolve) => this.#waiting.add(resolve))
    }
  }

  /** Waits for the answer to publish. @throws Error with the description of a refusal */
  async published(): Promise<void> {
    const values = await this.waitForCommand(([name]) => name === 'onStatus', 'it answered publish')
    const status = values[3]
    if (!isAmfObject(status)) throw new Error('onStatus has no information object')
    const { code, description } = status
    if (code === 'NetStream.Publish.Start') return
    throw new Error(typeof description === 'string' ? description : 'the server refused without a reason')
  }

  /** FCUnpublish, deleteStream and the end of the socket, as an encoder stops. */
  stop(name = ''): Promise<void> {
    this.command(0, 'FCUnpublish', 4, null, name)
    this.command(0, 'deleteStream', 5, null, 1)
    this.socket.end()
    return this.closed
  }

  /** Cuts the connection off by a reset. */
  kill(): void {
    this.#tcp.resetAndDestroy()
  }

  #closedBefore(what: string): Error {
    const text = `the server closed the connection before ${what}`
    const failure = this.#failure
    return failure ? new Error(`${text}: ${failure.message}`, { cause: failure }) : new Error(text)
  }

  #notify(): void {
    for (const resolve of this.#waiting) resolve()
    this.#waiting.clear()
  }
}

function chunkStreamOf(type: number): number {
  switch (type) {
    case MESSAGE_TYPE.audio:
      return CHUNK_STREAM.audio
    case MESSAGE_TYPE.video:
      return CHUNK_STREAM.video
    case MESSAGE_TYPE.data:
      return CHUNK_STREAM.status
    case MESSAGE_TYPE.command:
      return CHUNK_STREAM.command
    default:
      return CHUNK_STREAM.control
  }
}
