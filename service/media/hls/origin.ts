/** The HLS origin: playlists and segments over https, and over http for the console's own player. */
import { createServer as createHttpServer } from 'node:http'
import type { IncomingMessage, RequestListener, Server, ServerOptions } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ChannelId } from '../../contract/ids.ts'
import type { ListenAddress, TlsMaterial } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { HlsPath } from '../../protocol/hls/paths.ts'
import { allowedHostNames } from './host-check.ts'
import { handleOriginRequest } from './origin-handler.ts'
import type { SegmentStore } from './segment-store.ts'
import { ViewerCount } from './viewer-count.ts'

export interface HlsOriginOptions {
  readonly http: ListenAddress
  readonly https: ListenAddress
  readonly tls: TlsMaterial
  readonly store: SegmentStore
  readonly logger: Logger
  readonly clock: Clock
  /** Called for every request for a file that is there. */
  onRequest?(channelId: ChannelId, remoteAddress: string): void
}

export interface HlsOrigin {
  readonly httpPort: number
  readonly httpsPort: number
  /** Distinct viewers of the last 10 s, by address and user agent. */
  viewers(channelId: ChannelId): number
  /** The same for every channel that has viewers. */
  allViewers(): readonly { readonly channelId: ChannelId; readonly count: number }[]
  /** Stops listening and ends every connection. */
  close(): Promise<void>
}

const MAXIMUM_CONNECTIONS = 2000
const SERVER_OPTIONS: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 8192,
}
/** A player that takes nothing for this long is gone. */
const IDLE_SOCKET_MS = 60_000

/** @throws Error of the listener, such as EADDRINUSE; nothing stays open then */
export async function startHlsOrigin(options: HlsOriginOptions): Promise<HlsOrigin> {
  const { http, https, tls, store, logger, clock } = options
  const viewers = new ViewerCount(clock)
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const handlerOptions = {
    store,
    hostNames: allowedHostNames(
      [http.host, https.host],
      addresses.map(({ address }) => address),
    ),
    onFile: ({ channelId }: HlsPath, request: IncomingMessage, isPreview: boolean) => {
      const address = request.socket.remoteAddress ?? ''
      if (!isPreview) viewers.saw(channelId, address, request.headers['user-agent'] ?? '')
      options.onRequest?.(channelId, address)
    },
  }
  const listener: RequestListener = (request, response) => {
    void handleOriginRequest(handlerOptions, request, response)
  }
  const plain = createHttpServer(SERVER_OPTIONS, listener)
  const secure = createHttpsServer(
    { ...SERVER_OPTIONS, cert: tls.certificate, key: tls.privateKey, minVersion: 'TLSv1.2' },
    listener,
  )
  const servers = [plain, secure]
  for (const server of servers) limit(server, logger)
  try {
    const httpPort = await listen(plain, http)
    const httpsPort = await listen(secure, https)
    return {
      httpPort,
      httpsPort,
      viewers: (channelId) => viewers.count(channelId),
      allViewers: () => viewers.all(),
      close: async () => {
        await Promise.all(servers.map(close))
      },
    }
  } catch (error) {
    await Promise.all(servers.map(close))
    throw error
  }
}

function limit(server: Server, logger: Logger): void {
  server.maxConnections = MAXIMUM_CONNECTIONS
  server.setTimeout(IDLE_SOCKET_MS)
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy())
  server.on('drop', () => logger.debug('the HLS origin has too many connections'))
}

function listen(server: Server, { host, port }: ListenAddress): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      server.on('error', () => undefined)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
