/**
 * The HLS origin of one process: playlists and segments over https, and for the console's own player over http, which
 * other computers get over https too where they are let in protected.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server } from 'node:http'
import type { Http2Server } from 'node:http2'
import type { Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Attendance, OriginTls, PortShare } from '../../contract/origin-worker.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { ListenAddress } from '../../contract/worker-protocol.ts'
import type { Logger } from '../../platform/logger.ts'
import { admitConnections } from '../../platform/net/http-admission.ts'
import {
  createProtectedServer,
  createSecureServer,
  serveHttp2,
  serveOthers,
} from '../../platform/tls/secure-server.ts'
import { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import type { SegmentStore } from '../hls/segment-store.ts'
import type { AddressGate } from './address-gate.ts'
import { AttendanceBook } from './attendance.ts'
import { bind } from './bind.ts'
import { allowedHostNames } from '../../platform/net/host-check.ts'
import { handleStream, HTTP2_OPTIONS } from './http2.ts'
import { Http1Writer } from './http1-writer.ts'
import type { LiveWindow } from './live-window.ts'
import { handleOriginRequest } from './origin-handler.ts'
import { servePlainly } from './plain-connection.ts'
import type { PlainConnectionParts } from './plain-connection.ts'
import { SendBudget } from './send-budget.ts'

export interface HlsOriginOptions {
  readonly http: ListenAddress
  readonly https: ListenAddress
  /** How the ports are come by; `alone` where it is left out. */
  readonly share?: PortShare
  readonly tls: OriginTls
  /** True: other computers have to speak TLS with `http` too. */
  readonly protectHttp?: boolean
  /** Names of this computer besides those of its addresses. */
  readonly names?: readonly string[]
  /** What is on air. */
  readonly window: Pick<LiveWindow, 'get' | 'playlists'>
  /** Where the rest is read from. */
  readonly store: Pick<SegmentStore, 'open' | 'read'>
  readonly logger: Logger
  /** Who may load what. */
  readonly gate: AddressGate
}

export interface HlsOrigin {
  readonly httpPort: number
  readonly httpsPort: number
  /** Who was served, and who was not let in, since this was asked before. */
  takeAttendance(): Attendance
  /** Presents another certificate from the next connection on; sessions that are open go on. */
  replaceTls(tls: OriginTls): void
  /** Stops listening and ends every connection. */
  close(): Promise<void>
}

const LIMITS = { connections: 2000, quietMs: 35_000, askingMs: 20_000, halfClosed: true }
const SERVER_OPTIONS = {
  handshakeTimeout: 10_000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 8192,
}
/** A player that takes nothing for this long is gone. */
const IDLE_SOCKET: Milliseconds = 60_000

/** @throws Error of the listener, such as EADDRINUSE; nothing stays open then */
export async function startHlsOrigin(options: HlsOriginOptions): Promise<HlsOrigin> {
  const { http, https, share = 'alone', tls, window, store, gate, logger } = options
  const attendance = new AttendanceBook()
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const hostNames = allowedHostNames(
    [http.host, https.host, ...(options.names ?? [])],
    addresses.map(({ address }) => address),
  )
  const parts = { window, store, gate, hostNames, budget: new SendBudget() }
  const listener = http1Listener(parts, attendance)
  const certificate = new ServedCertificate(tls.tls)
  const secureOptions = {
    ...SERVER_OPTIONS,
    ticketKeys: Buffer.from(tls.ticketKeys),
    sessionIdContext: 'airdesk-origin',
  }
  const plain = options.protectHttp
    ? createProtectedServer(secureOptions, certificate, listener)
    : createServer(SERVER_OPTIONS, listener)
  const secure = createSecureServer(
    { ...secureOptions, ALPNProtocols: ['h2', 'http/1.1'] },
    certificate,
    listener,
  )
  const http2 = http2Server(secure, parts, attendance)
  servePlayers(secure, parts, attendance)
  limit(plain, logger)
  limit(secure, logger, http2)
  const servers = [plain, secure]
  try {
    const httpPort = await bind(plain, http, share)
    const httpsPort = await bind(secure, https, share)
    return {
      ...{ httpPort, httpsPort },
      takeAttendance: () => attendance.take(),
      replaceTls: (next) => {
        certificate.replace(next.tls)
        for (const server of servers) if (isSecure(server)) server.setTicketKeys(Buffer.from(next.ticketKeys))
      },
      close: async () => {
        await Promise.all(servers.map(close))
      },
    }
  } catch (error) {
    await Promise.all(servers.map(close))
    throw error
  }
}

type HandlerParts = Omit<Parameters<typeof handleOriginRequest>[0], 'onFile'>

function http1Listener(parts: HandlerParts, attendance: AttendanceBook): RequestListener {
  const onFile: Parameters<typeof handleOriginRequest>[0]['onFile'] = (asked, verdict, { socket, headers }) =>
    attendance.came(asked, verdict, socket, headers['user-agent'] ?? '')
  const options = { ...parts, onFile }
  return (request: IncomingMessage, response) => void handleOriginRequest(options, request, response)
}

/** What players ask over TLS is answered without Node's HTTP, as far as it is plain. */
function servePlayers(secure: SecureServer, parts: HandlerParts, attendance: AttendanceBook): void {
  const writer = new Http1Writer(SERVER_OPTIONS.keepAliveTimeout / 1000)
  const onFile: PlainConnectionParts['onFile'] = (...came) => attendance.came(...came)
  const open = new Set<Socket>()
  serveOthers(secure, (socket, others) => {
    if (socket.alpnProtocol === 'h2') return others(socket)
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    servePlainly(socket, { ...parts, writer, idleMs: IDLE_SOCKET, onFile, leave: others })
  })
  const closeOthers = secure.closeAllConnections.bind(secure)
  secure.closeAllConnections = () => {
    closeOthers()
    for (const socket of open) socket.destroy()
  }
}

function http2Server(secure: SecureServer, parts: HandlerParts, attendance: AttendanceBook): Http2Server {
  const http2 = serveHttp2(secure, HTTP2_OPTIONS)
  http2.on('session', (session) => session.setTimeout(IDLE_SOCKET, () => session.destroy()))
  const options: Parameters<typeof handleStream>[0] = {
    ...parts,
    onFile: (asked, verdict, stream, player) => {
      if (stream.session?.socket) attendance.came(asked, verdict, stream.session.socket, player)
    },
  }
  http2.on('stream', (stream, headers) => void handleStream(options, stream, headers))
  http2.on('sessionError', () => undefined)
  return http2
}

function limit(server: Server, logger: Logger, http2: Http2Server | null = null): void {
  const onRefused = () => logger.debug('all connections of the HLS origin are being served')
  admitConnections(server, LIMITS, onRefused, http2)
  server.setTimeout(IDLE_SOCKET)
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy())
}

const isSecure = (server: Server | SecureServer): server is SecureServer => 'setTicketKeys' in server

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
