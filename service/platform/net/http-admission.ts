import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
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
}

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
 */
export function admitConnections(
  server: Server,
  limits: HttpLimits,
  onRefused: () => void = () => undefined,
): void {
  const admission = new Admission(limits.connections)
  const guests = new Map<string, HttpGuest>()
  server.on('connection', (socket: Socket) => {
    const guest = new HttpGuest(socket)
    if (!admission.enter(guest)) {
      onRefused()
      socket.destroy()
      return
    }
    const key = keyOf(socket)
    guests.set(key, guest)
    socket.once('close', () => {
      admission.leave(guest)
      if (guests.get(key) === guest) guests.delete(key)
    })
  })
  server.on('secureConnection', (socket: Socket) => guests.get(keyOf(socket))?.secured(socket))
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    guests.get(keyOf(request.socket))?.asks(request, response),
  )
  server.on('upgrade', (_request: IncomingMessage, socket: Socket) => guests.get(keyOf(socket))?.upgraded())
  const sweeps = setInterval(() => {
    for (const guest of guests.values()) guest.sweep(limits)
  }, SWEEP).unref()
  server.once('close', () => clearInterval(sweeps))
}

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

  upgraded(): void {
    this.#isUpgraded = true
  }

  unservedSince(): Milliseconds | null {
    if (this.#isUpgraded) return null
    const [exchange] = this.#exchanges
    if (!exchange) return this.#quietSince
    if (!exchange.request.complete) return exchange.since
    const isStalled = this.#stream.writableLength > 0 && monotonicNow() - this.#sentAt >= STALLED
    return isStalled ? this.#sentAt : null
  }

  giveWay(): void {
    this.#socket.destroy()
  }

  /** Once a second. */
  sweep({ quietMs, askingMs }: HttpLimits): void {
    const now = monotonicNow()
    const { bytesWritten, writableLength, writableFinished } = this.#stream
    if (bytesWritten - writableLength > this.#sent || writableLength === 0) this.#sentAt = now
    this.#sent = bytesWritten - writableLength
    if (writableFinished) this.#finishedAt ??= now
    if (this.#finishedAt !== null && now - this.#finishedAt >= LINGER) this.giveWay()
    if (this.#isUpgraded) return
    const [exchange] = this.#exchanges
    if (!exchange && now - this.#quietSince >= quietMs) this.giveWay()
    if (exchange && !exchange.request.complete && now - exchange.since >= askingMs) this.giveWay()
  }
}
