/**
 * One port of this computer for host names elsewhere that the service answers for. It speaks what comes: TLS, where the
 * name that the client asks for says what it is for (RFC 6066 3); HTTP, where the Host header does; and HTTP as proxies
 * are sent it, with CONNECT, to all hosts: those that are not on the list are passed on and never looked into.
 */
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import type { TlsMaterial } from '../../../contract/worker-protocol.ts'
import type { Logger } from '../../../platform/logger.ts'
import { isForWebSocket } from '../../../platform/net/http-admission.ts'
import type { Alias, AliasTarget } from '../../../platform/settings/aliases.ts'
import { beginsTls, presented } from '../../../platform/tls/presented.ts'
import { join } from './join.ts'
import { connectTarget, forward, headText, hostOf } from './proxying.ts'

const HTTP_OPTIONS = { requireHostHeader: false, shouldUpgradeCallback: isForWebSocket }

/** A listener of the service on this computer. */
export interface Upstream {
  readonly port: number
  /** True: it speaks TLS only. */
  readonly isSecure: boolean
}

export interface GatewayOptions {
  readonly host: string
  /** 0: any free one. */
  readonly port: number
  readonly aliases: readonly Alias[]
  readonly upstreams: Readonly<Record<AliasTarget, Upstream>>
  /** For the names of `aliases` and for loopback. */
  readonly material: TlsMaterial
  /** PEM of the authority that signed what is presented here and by the upstreams. */
  readonly authority: string
  readonly logger: Logger
}

export interface AliasGateway {
  readonly port: number
  /** Ends what goes through it. */
  close(): Promise<void>
}

/** @throws a system's error where the port can't be had */
export async function startAliasGateway(options: GatewayOptions): Promise<AliasGateway> {
  const { host, material, logger } = options
  const open = new Set<Duplex>()
  const follow = (socket: Socket): Socket => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', (err) => logger.debug({ err }, 'a connection by another host name broke'))
    return socket
  }
  const reach = (target: AliasTarget) => follow(connectUpstream(options, target))
  const targetOf = (name: string | undefined) =>
    options.aliases.find((alias) => alias.name === name?.toLowerCase().replace(/\.$/, ''))?.target
  const tls = createTlsServer({ ...presented(material), ALPNProtocols: ['http/1.1'] }, (socket) => {
    const target = targetOf(socket.servername || undefined)
    follow(socket)
    if (target) join(socket, reach(target))
    else socket.destroy()
  })
  tls.on('tlsClientError', (err, socket) => {
    logger.debug({ err }, 'a client of another host name did not come to terms')
    socket.destroy()
  })
  const http = createHttpServer(HTTP_OPTIONS, (request, response) => {
    const target = targetOf(hostOf(request))
    if (target === undefined && request.url?.startsWith('/')) return void response.writeHead(421).end()
    forward(request, response, target === undefined ? null : () => reach(target))
  })
  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const target = targetOf(hostOf(request))
    if (target === undefined) return void socket.end('HTTP/1.1 421 Misdirected Request\r\n\r\n')
    socket.unshift(head)
    const upstream = reach(target)
    upstream.write(headText(request))
    join(socket, upstream)
  })
  const begin = (socket: Socket) => {
    socket.once('readable', () => {
      const first = socket.read(1) as Buffer | null
      if (first === null) return void socket.destroy()
      socket.unshift(first)
      const server = beginsTls(first) ? tls : http
      server.emit('connection', socket)
    })
  }
  http.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    const to = connectTarget(request.url)
    if (!to) return void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')
    socket.unshift(head)
    const established = () => socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (targetOf(to.host) !== undefined) {
      established()
      return begin(socket)
    }
    const upstream = follow(connect(to.port, to.host))
    const refuse = () => socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    upstream.once('error', refuse)
    upstream.once('connect', () => {
      upstream.off('error', refuse)
      established()
      join(socket, upstream)
    })
  })
  const front = createServer({ allowHalfOpen: true }, (socket) => begin(follow(socket)))
  await new Promise<void>((resolve, reject) => {
    front.once('error', reject)
    front.listen({ host, port: options.port }, resolve)
  })
  return {
    port: (front.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        front.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}

function connectUpstream({ host, upstreams, authority }: GatewayOptions, target: AliasTarget): Socket {
  const { port, isSecure } = upstreams[target]
  return isSecure
    ? connectTls({ host, port, ca: authority, servername: 'localhost' })
    : connect({ host, port })
}
