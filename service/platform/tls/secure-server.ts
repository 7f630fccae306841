import type { RequestListener } from 'node:http'
import { createServer as createHttp2Server } from 'node:http2'
import type { Http2Server, ServerOptions as Http2Options } from 'node:http2'
import { createServer } from 'node:https'
import type { Server, ServerOptions } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { isOfThisMachine } from '../net/this-machine.ts'
import { beginsTls, presented } from './presented.ts'
import type { ServedCertificate } from './served-certificate.ts'

const WORDS = 'Plain HTTP is spoken on this computer only. From elsewhere use https.\n'
const PLAIN_REFUSED = [
  'HTTP/1.1 400 Bad Request',
  'content-type: text/plain; charset=utf-8',
  `content-length: ${WORDS.length}`,
  'connection: close',
  '',
  WORDS,
].join('\r\n')

/** An HTTPS server that presents a certificate, and from the next connection on the one that replaces it. */
export function createSecureServer(
  options: ServerOptions,
  certificate: ServedCertificate,
  listener?: RequestListener,
): Server {
  const server = createServer({ ...options, ...presented(certificate.material) }, listener)
  const { sessionIdContext } = options
  const stop = certificate.onReplace((next) =>
    server.setSecureContext({
      ...presented(next),
      ...(sessionIdContext !== undefined && { sessionIdContext }),
    }),
  )
  server.once('close', stop)
  return server
}

/**
 * The same, that programs of this computer may speak plain HTTP with: what they say leaves it nowhere. Whoever else
 * does is told to use https.
 */
export function createProtectedServer(...parts: Parameters<typeof createSecureServer>): Server {
  const server = createSecureServer(...parts)
  const beginTls = server.listeners('connection')
  server.removeAllListeners('connection')
  server.on('connection', (socket: Socket) => {
    socket.once('error', () => undefined)
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null
      if (first === null) return void socket.destroy()
      socket.unshift(first)
      if (beginsTls(first)) for (const begin of beginTls) begin.call(server, socket)
      // As the connection that TLS has been taken off.
      else if (isOfThisMachine(socket)) server.emit('secureConnection', socket)
      else refuse(socket)
    })
  })
  return server
}

/**
 * Serves HTTP/2 beside HTTP/1.1 on the connections of a server that offers both by ALPN (RFC 9113 3.2).
 * @returns what has the sessions; its streams are answered by nobody yet
 */
export function serveHttp2(server: Server, options: Http2Options): Http2Server {
  const http2 = createHttp2Server(options)
  const sessions = new Set<{ destroy(): void }>()
  http2.on('session', (session) => {
    sessions.add(session)
    session.once('close', () => sessions.delete(session))
  })
  serveOthers(server, (socket, others) => {
    if (socket.alpnProtocol === 'h2') http2.emit('connection', socket)
    else others(socket)
  })
  const closeHttp1 = server.closeAllConnections.bind(server)
  server.closeAllConnections = () => {
    closeHttp1()
    for (const session of sessions) session.destroy()
  }
  return http2
}

/** Serves the connections of a server by `serve`, which hands those that are not its own to `others`: who served them before. */
export function serveOthers(
  server: Server,
  serve: (socket: TLSSocket, others: (socket: Socket) => void) => void,
): void {
  const listeners = server.listeners('secureConnection')
  server.removeAllListeners('secureConnection')
  const others = (socket: Socket) => {
    for (const listener of listeners) listener.call(server, socket)
  }
  server.on('secureConnection', (socket: TLSSocket) => serve(socket, others))
}

/** What was said is read, so that the answer is not lost with it. */
function refuse(socket: Socket): void {
  socket.resume()
  socket.end(PLAIN_REFUSED)
}
