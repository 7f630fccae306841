/**
 * The HLS origin: playlists and segments over https, and for the console's own player over http, which other computers
 * get over https too where they are let in protected.
 */
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { ChannelId } from '../../contract/ids.ts'
import type { ListenAddress, TurnedAway } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { admitConnections } from '../../platform/net/http-admission.ts'
import { createProtectedServer, createSecureServer } from '../../platform/tls/secure-server.ts'
import type { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import { allowedHostNames } from './host-check.ts'
import type { AddressGate } from './address-gate.ts'
import { handleOriginRequest } from './origin-handler.ts'
import type { OriginHandlerOptions } from './origin-handler.ts'
import type { SegmentStore } from './segment-store.ts'
import { TurnedAwayPlayers } from './turned-away.ts'
import { ViewerCount } from './viewer-count.ts'

export interface HlsOriginOptions {
  readonly http: ListenAddress
  readonly https: ListenAddress
  readonly certificate: ServedCertificate
  /** True: other computers have to speak TLS with `http` too. */
  readonly protectHttp?: boolean
  /** Names of this computer besides those of its addresses. */
  readonly names?: readonly string[]
  readonly store: SegmentStore
  readonly logger: Logger
  readonly clock: Clock
  /** Who may load what. */
  readonly gate: AddressGate
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
  /** Those of them who came by an address that was signed. */
  viewersBySubject(): readonly {
    readonly channelId: ChannelId
    readonly subject: string
    readonly count: number
  }[]
  /** Who was not let in since this was asked before. */
  takeTurnedAway(): TurnedAway[]
  /** Stops listening and ends every connection. */
  close(): Promise<void>
}

const LIMITS = { connections: 2000, quietMs: 35_000, askingMs: 20_000 }
const SERVER_OPTIONS = {
  handshakeTimeout: 10_000,
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
  const { http, https, certificate, store, logger, clock } = options
  const viewers = new ViewerCount<ChannelId>(clock)
  const bySubject = new ViewerCount<`${ChannelId}/${string}`>(clock)
  const turnedAway = new TurnedAwayPlayers()
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  const handlerOptions: OriginHandlerOptions = {
    store,
    hostNames: allowedHostNames(
      [http.host, https.host, ...(options.names ?? [])],
      addresses.map(({ address }) => address),
    ),
    gate: options.gate,
    onFile: ({ path: { channelId }, isPreview }, verdict, request) => {
      const remoteAddress = request.socket.remoteAddress ?? ''
      const player = request.headers['user-agent'] ?? ''
      const { subject } = verdict
      if (!verdict.admitted) {
        turnedAway.add({ channelId, subject, why: verdict.why, remoteAddress, player })
        return
      }
      if (!isPreview) viewers.saw(channelId, remoteAddress, player)
      if (!isPreview && subject !== null) bySubject.saw(`${channelId}/${subject}`, remoteAddress, player)
      options.onRequest?.(channelId, remoteAddress)
    },
  }
  const listener: RequestListener = (request, response) => {
    void handleOriginRequest(handlerOptions, request, response)
  }
  const plain = options.protectHttp
    ? createProtectedServer(SERVER_OPTIONS, certificate, listener)
    : createServer(SERVER_OPTIONS, listener)
  const secure = createSecureServer(SERVER_OPTIONS, certificate, listener)
  const servers = [plain, secure]
  for (const server of servers) limit(server, logger)
  try {
    const httpPort = await listen(plain, http)
    const httpsPort = await listen(secure, https)
    return {
      httpPort,
      httpsPort,
      viewers: (channelId) => viewers.count(channelId),
      allViewers: () => viewers.all().map(({ key, count }) => ({ channelId: key, count })),
      viewersBySubject: () =>
        bySubject.all().map(({ key, count }) => {
          const at = key.indexOf('/')
          return { channelId: key.slice(0, at) as ChannelId, subject: key.slice(at + 1), count }
        }),
      takeTurnedAway: () => turnedAway.take(),
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
  admitConnections(server, LIMITS, () => logger.debug('all connections of the HLS origin are being served'))
  server.setTimeout(IDLE_SOCKET_MS)
  server.on('clientError', (_error, socket) => socket.destroy())
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy())
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
