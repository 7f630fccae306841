import { once } from 'node:events'
import { STATUS_CODES } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { Bytes, Milliseconds } from '../../../contract/units.ts'
import type { ListenAddress } from '../../../contract/worker-protocol.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Logger } from '../../../platform/logger.ts'
import { plainAddress } from '../../../platform/net/address-group.ts'
import { admitConnections, isForWebSocket } from '../../../platform/net/http-admission.ts'
import { createSecureServer } from '../../../platform/tls/secure-server.ts'
import type { ServedCertificate } from '../../../platform/tls/served-certificate.ts'
import type { RunEar } from '../../emulator/run-ear.ts'
import type { SignalingAdmission } from '../../sfu/signaling-admission.ts'
import { guard } from '../http/guard.ts'
import { SignalingSession } from './session.ts'
import { FaultyPassage } from './faulty-passage.ts'
import type { SignalingFaults } from './faulty-passage.ts'
import { OpenSockets } from './open-sockets.ts'
import { heardSocket } from './heard-socket.ts'

const SIGNALING_PATH = '/signaling'

/** Largest message: an SDP of many m-lines, twice over. */
const MAX_MESSAGE: Bytes = 1024 * 1024
/** To finish TLS, and to send a request's headers. */
const REQUEST_TIMEOUT: Milliseconds = 10_000
/** WebSockets have limits of their own, below this one. */
const LIMITS = {
  connections: 4096,
  quietMs: REQUEST_TIMEOUT + 5000,
  askingMs: REQUEST_TIMEOUT + 5000,
  webSockets: true,
}
/** For a client to answer a close frame, before its TCP connection is cut. */
const CLOSE_TIMEOUT: Milliseconds = 1000

/**
 * How WebSockets of WebRTC clients are served, whichever listener they come in by. A constant of its own: the
 * types of `ws` do not have `closeTimeout` yet.
 */
export const SIGNALING_WEB_SOCKETS = {
  perMessageDeflate: false,
  maxPayload: MAX_MESSAGE,
  closeTimeout: CLOSE_TIMEOUT,
}

export interface SignalingParts {
  /** Port 0 takes any free one. */
  readonly address: ListenAddress
  readonly certificate: ServedCertificate
  /** Names and addresses that the listener is reached by, besides loopback and its own address. */
  readonly hosts: () => readonly string[]
  readonly clock: Clock
  readonly logger: Logger
  readonly admission: SignalingAdmission
  readonly faults?: SignalingFaults | null
  /** Told of every message; left out, or null: nobody is. */
  readonly ear?: RunEar | null
}

/** Who a WebSocket belongs to that another listener took. */
export interface SignalingGuest {
  readonly remoteAddress: string
  /** `key` of the address that it asked for; null where there is none. */
  readonly key: string | null
  /** Decides about it, in place of the listener's own. */
  readonly admission: SignalingAdmission
}

/** The listener, running. */
export interface Signaling {
  readonly port: number
  /** HTTP status for a WebSocket that there is no room for, here or at another listener; null where there is. */
  refusal(remoteAddress: string): 429 | 503 | null
  /**
   * Serves a WebSocket that another listener opened (as SIGNALING_WEB_SOCKETS says) like its own.
   * @returns closes it with SERVICE-CLOSED, if it is still there
   */
  accept(webSocket: WebSocket, guest: SignalingGuest): () => void
  /** Closes every WebSocket with SERVICE-CLOSED and stops listening; may be called more than once. */
  close(): Promise<void>
}

/**
 * Listens for WebRTC clients: WebSockets at `wss://…/signaling`.
 *
 * Any Origin is welcome, unlike at the other listeners: clients are pages of other applications, on origins
 * that nobody lists here. What protects the media is the channel id, which can't be guessed, and the
 * authentication webhook; a browser sends no credential of ours that a page could borrow. The Host header is
 * checked, so that no foreign name that points here is served.
 * @throws the system's error, with code EADDRINUSE when the port is taken
 */
export async function startSignaling(parts: SignalingParts): Promise<Signaling> {
  const { certificate, address } = parts
  const options = {
    requireHostHeader: false,
    shouldUpgradeCallback: isForWebSocket,
    handshakeTimeout: REQUEST_TIMEOUT,
    headersTimeout: REQUEST_TIMEOUT,
    requestTimeout: REQUEST_TIMEOUT,
  }
  const server = createSecureServer(options, certificate)
  admitConnections(server, LIMITS)
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => {
    const status = refusalOf(request, parts) ?? 426
    response.writeHead(status, headersOf(status)).end(textOf(status))
  })
  const sockets = new OpenSockets()
  const webSockets = new WebSocketServer({
    ...SIGNALING_WEB_SOCKETS,
    noServer: true,
    clientTracking: false,
  })
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const remoteAddress = plainAddress(socket.remoteAddress)
    const status = refusalOf(request, parts) ?? sockets.refusal(remoteAddress)
    if (status !== null) return refuseUpgrade(socket, status)
    webSockets.handleUpgrade(request, socket, head, (webSocket) => {
      const key = new URLSearchParams(request.url?.split('?')[1]).get('key')
      accept(webSocket, { remoteAddress, key, admission: parts.admission })
    })
  })

  function accept(webSocket: WebSocket, guest: SignalingGuest): () => void {
    const { remoteAddress } = guest
    const place = sockets.enter(remoteAddress, () => session.close())
    const passage = parts.faults ? new FaultyPassage(webSocket, parts.faults, parts.clock) : null
    const ear = parts.ear?.signaling() ?? null
    const socket = passage?.socket ?? webSocket
    const session = new SignalingSession(ear ? heardSocket(socket, ear) : socket, {
      ...parts,
      ...guest,
      onTaken: () => place.taken(),
    })
    // Its binaryType has every frame as one Buffer.
    webSocket.on('message', (frame, isBinary) => {
      ear?.received((frame as Buffer).toString())
      const deliver = () => session.received(frame as Buffer, isBinary)
      if (passage) passage.received(frame as Buffer, deliver)
      else deliver()
    })
    webSocket.on('ping', () => session.checkUnsent())
    // Broken frames: it closes by itself, with the code of RFC 6455 7.4.1.
    webSocket.on('error', () => undefined)
    webSocket.on('close', (code, reason) => {
      ear?.closed(code, reason.toString(), 'client')
      place.left(session.decided)
      passage?.gone()
      session.gone()
    })
    return () => session.close()
  }

  await once(server.listen({ host: address.host, port: address.port }), 'listening')
  let closing: Promise<void> | null = null
  const close = async () => {
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    server.closeAllConnections()
    await sockets.close()
    for (const socket of connections) socket.destroy()
    await closed
  }
  return {
    port: (server.address() as AddressInfo).port,
    refusal: (remoteAddress) => sockets.refusal(remoteAddress),
    accept,
    close: () => (closing ??= close()),
  }
}

/** Status of a request that is not for us; null when it is. */
function refusalOf({ headers, url, socket }: IncomingMessage, parts: SignalingParts): number | null {
  const policy = {
    origins: [],
    get hosts() {
      return parts.hosts()
    },
  }
  const request = { host: headers.host, origin: undefined, localAddress: socket.localAddress }
  if (guard(request, policy) !== 'allowed') return 403
  return url?.split('?', 1)[0] === SIGNALING_PATH ? null : 404
}

const TEXTS: Readonly<Record<number, string>> = {
  403: 'The Host header names no address that the service listens on.',
  404: `WebRTC clients connect to ${SIGNALING_PATH}.`,
  426: 'WebRTC clients connect by WebSocket.',
  429: 'Too many WebSockets of this address wait to say connect.',
  503: 'Too many WebSockets are open.',
}

const textOf = (status: number) => `${TEXTS[status] ?? ''}\n`

function headersOf(status: number): Record<string, string> {
  return {
    connection: status === 426 ? 'close, upgrade' : 'close',
    'content-type': 'text/plain; charset=utf-8',
    'content-length': String(textOf(status).length),
    ...(status === 426 ? { upgrade: 'websocket' } : {}),
    ...(status === 429 || status === 503 ? { 'retry-after': '10' } : {}),
  }
}

function refuseUpgrade(socket: Socket, status: number): void {
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headersOf(status)).map(([name, value]) => `${name}: ${value}`),
  ]
  socket.on('error', () => undefined)
  socket.end(`${head.join('\r\n')}\r\n\r\n${textOf(status)}`, () => socket.destroy())
}
