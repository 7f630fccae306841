import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Http2Server, Http2Session, ServerHttp2Stream } from 'node:http2'
import type { Server, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Milliseconds } from '../../contract/units.ts'
import { monotonicNow } from '../clock.ts'
import { plainAddress } from './address-group.ts'
import { Admission } from './admission.ts'
import type { Guest } from './admission.ts'

export interface HttpLimits {
  /** Of the listener. */
  readonly connections: number
  /** Longest time without a request: TLS, the headers, and between two requests. */
  readonly quietMs: Milliseconds
  /** From a request's headers to the end of its body. */
  readonly askingMs: Milliseconds
  /** True: WebSockets are opened here, as `isForWebSocket` says. Left out: none, and who asks for one is answered. */
  readonly webSockets?: boolean
  /**
   * True: who closes its side behind a request, as `nc -N` does, is answered. Left out: it is taken for gone, so that
   * nothing is done for who will not read it.
   */
  readonly halfClosed?: boolean
}

/**
 * For `shouldUpgradeCallback` of a listener that opens WebSockets. Whatever else clients would rather speak, as those of
 * Java offer h2c, may be ignored (RFC 9110 7.8), and they are answered in what they speak.
 */
export const isForWebSocket = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket'

const SWEEP: Milliseconds = 1000
/** An answer of which nothing left for this long is not being served. */
const STALLED: Milliseconds = 10_000
/** For a peer to close what this side has ended. */
const LINGER: Milliseconds = 2000

/**
 * Bounds the connections of an HTTP or HTTPS server, from accept on: what asks nothing, asks without an end, or is
 * over, is destroyed in time, and gives way before that where others need the room. WebSockets count as served; who
 * opens them has limits of their own.
 * @param onRefused a newcomer had no place: everybody is being served
 * @param http2 has those of the connections that speak HTTP/2
 */
export function admitConnections(
  server: Server,
  limits: HttpLimits,
  onRefused: () => void = () => undefined,
  http2: Http2Server | null = null,
): void {
  Object.assign(server, { httpAllowHalfOpen: limits.halfClosed ?? false })
  const admission = new Admission(limits.connections)
  const guests = new Map<string, HttpGuest>()
  /** Without TLS requests come in on what was accepted. */
  const accepted = new WeakMap<Socket, HttpGuest>()
  server.on('connection', (socket: Socket) => {
    const guest = new HttpGuest(socket)
    if (!admission.enter(guest)) {
      onRefused()
      socket.destroy()
      return
    }
    const key = keyOf(socket)
    guests.set(key, guest)
    accepted.set(socket, guest)
    socket.once('close', () => {
      admission.leave(guest)
      if (guests.get(key) === guest) guests.delete(key)
    })
  })
  server.on('secureConnection', (socket: Socket) => {
    // Before its handshake who closes is gone, and HTTP/2 has no half of a connection.
    if (limits.halfClosed && alpnOf(socket) !== 'h2') socket.allowHalfOpen = true
    guests.get(keyOf(socket))?.secured(socket)
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const guest = accepted.get(request.socket) ?? guests.get(keyOf(request.socket))
    guest?.asks(request, response)
  })
  // Where anybody listens for these, Node answers none of them itself.
  if (limits.webSockets)
    server.on('upgrade', (_: IncomingMessage, socket: Socket) => guests.get(keyOf(socket))?.upgraded())
  const sessions = new WeakMap<Http2Session, HttpGuest>()
  http2?.on('stream', (stream) => {
    const { session } = stream
    if (!session) return
    const guest = sessions.get(session) ?? guests.get(keyOf(session.socket))
    guest?.streams(stream)
    if (guest) sessions.set(session, guest)
  })
  const sweeps = setInterval(() => {
    for (const guest of guests.values()) guest.sweep(limits)
  }, SWEEP).unref()
  server.once('close', () => clearInterval(sweeps))
}

/** What was agreed on with the handshake; undefined where TLS has been left out. */
const alpnOf = (socket: Socket) => (socket as Partial<TLSSocket>).alpnProtocol

/** Tells the connections of one listener apart, in TLS and below it. */
const keyOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`

interface Exchange {
  readonly request: IncomingMessage
  readonly since: Milliseconds
}

class HttpGuest implements Guest {
  readonly address: string
  readonly #socket: Socket
  /** What answers are written to: the socket, or TLS above it. */
  #stream: Socket
  readonly #exchanges = new Set<Exchange>()
  /** Of HTTP/2, that are open; null where it is not spoken. */
  #streams: number | null = null
  #isUpgraded = false
  #quietSince = monotonicNow()
  #sent = 0
  #sentAt = monotonicNow()
  #finishedAt: Milliseconds | null = null

  constructor(socket: Socket) {
    this.address = plainAddress(socket.remoteAddress)
    this.#socket = socket
    this.#stream = socket
  }

  secured(stream: Socket): void {
    this.#stream = stream
  }

  asks(request: IncomingMessage, response: ServerResponse): void {
    const exchange = { request, since: monotonicNow() }
    this.#exchanges.add(exchange)
    this.#sentAt = exchange.since
    response.once('close', () => {
      this.#exchanges.delete(exchange)
      this.#quietSince = monotonicNow()
    })
  }

  /** One request of HTTP/2. What is sent there shows below TLS alone. */
  streams(stream: ServerHttp2Stream): void {
    this.#stream = this.#socket
    this.#streams = (this.#streams ?? 0) + 1
    if (this.#streams === 1) this.#sentAt = monotonicNow()
    stream.once('close', () => {
      this.#streams = (this.#streams ?? 1) - 1
      this.#quietSince = monotonicNow()
    })
  }

  upgraded(): void {
    this.#isUpgraded = true
  }

  unservedSince(): Milliseconds | null {
    if (this.#isUpgraded) return null
    if (this.#streams) return monotonicNow() - this.#sentAt >= STALLED ? this.#sentAt : null
    const [exchange] = this.#exchanges
    if (exchange && !exchange.request.complete) return exchange.since
    const isSending = this.#stream.writableLength > 0
    if (isSending && monotonicNow() - this.#sentAt >= STALLED) return this.#sentAt
    return exchange || isSending ? null : this.#quietSince
  }

  giveWay(): void {
    this.#socket.destroy()
  }

  /** Once a second. */
  sweep({ quietMs, askingMs }: HttpLimits): void {
    const now = monotonicNow()
    const { bytesWritten, writableLength, writableFinished } = this.#stream
    const isIdle = writableLength === 0 && this.#streams === null
    const hasSent = bytesWritten - writableLength > this.#sent
    if (hasSent || isIdle) this.#sentAt = now
    // Not everything that is answered here was announced as a request.
    if (hasSent || writableLength > 0) this.#quietSince = now
    this.#sent = bytesWritten - writableLength
    if (writableFinished) this.#finishedAt ??= now
    if (this.#finishedAt !== null && now - this.#finishedAt >= LINGER) this.giveWay()
    if (this.#isUpgraded || this.#streams) return
    const [exchange] = this.#exchanges
    if (!exchange && now - this.#quietSince >= quietMs) this.giveWay()
    if (exchange && !exchange.request.complete && now - exchange.since >= askingMs) this.giveWay()
  }
}
