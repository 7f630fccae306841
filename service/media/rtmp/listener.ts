import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import type { SecureContext } from 'node:tls'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { plainAddress } from '../../platform/net/address-group.ts'
import { Admission } from '../../platform/net/admission.ts'
import { beginsTls, presented } from '../../platform/tls/presented.ts'
import type { ServedCertificate } from '../../platform/tls/served-certificate.ts'
import { RtmpConnection } from './connection.ts'
import type { ConnectionContext } from './connection.ts'
import { DEFAULT_RTMP_LIMITS } from './limits.ts'
import type { RtmpLimits } from './limits.ts'
import { pooledSocket } from './pooled-socket.ts'
import type { BytesTaker } from './pooled-socket.ts'
import type { PublishDecision, PublishRequest } from './publisher.ts'
import { securedSocket } from './secured-socket.ts'

export type { RtmpLimits } from './limits.ts'
export type { PublishDecision, PublishRequest, PublisherSink, RtmpPublisher } from './publisher.ts'

export interface RtmpListenerOptions {
  host: string
  /** 0 asks for any free port. */
  port: number
  clock: Clock
  logger: Logger
  /** Encoders may speak RTMPS too, on the same port; left out: none can. */
  certificate?: ServedCertificate
  /** What differs from the defaults in `limits.ts`. */
  limits?: Partial<RtmpLimits>
  /**
   * Asked for each publish before the encoder is told that it may send. Neither a rejection nor silence
   * beyond the deadline lets the encoder in.
   */
  authorize(request: PublishRequest): Promise<PublishDecision>
}

export interface RtmpListener {
  /** The port that it listens on. */
  readonly port: number
  /** Stops listening and ends all connections; every sink's `closed` is called before this returns. */
  close(reason: CloseReason): Promise<void>
}

/** Bytes of one read; all connections share the buffer. */
const READ_BYTES = 256 * 1024

const TICK: Milliseconds = 1000

/**
 * Listens for RTMP encoders, which may have TLS around it (RTMPS): their first byte says so.
 * @throws the socket's error, EADDRINUSE for one, where it can't listen
 */
export async function startRtmpListener(options: RtmpListenerOptions): Promise<RtmpListener> {
  const { clock, logger } = options
  const limits = { ...DEFAULT_RTMP_LIMITS, ...options.limits }
  const connections = new ConnectionSet(
    limits,
    { clock, logger, limits, authorize: (request) => options.authorize(request) },
    options.certificate && servedBy(options.certificate),
  )
  const server = createServer({ pauseOnConnect: true, noDelay: true }, (socket) => connections.accept(socket))
  await once(server.listen({ host: options.host, port: options.port }), 'listening')
  server.on('error', (error) => logger.error({ err: error }, 'rtmp can not accept'))
  const ticks = clock.every(TICK, () => connections.tick())
  let closing: Promise<void> | null = null
  return {
    port: (server.address() as AddressInfo).port,
    close: (reason) => {
      closing ??= (async () => {
        ticks.cancel()
        server.close()
        await connections.close(reason)
      })()
      return closing
    },
  }
}

/** Gives what the certificate that is served now is presented by. */
function servedBy(certificate: ServedCertificate): () => SecureContext {
  const made = () => createSecureContext(presented(certificate.material))
  let context = made()
  certificate.onReplace(() => (context = made()))
  return () => context
}

/** The open connections. */
class ConnectionSet {
  readonly #context: ConnectionContext
  readonly #secureContext: (() => SecureContext) | undefined
  readonly #open = new Set<RtmpConnection>()
  readonly #admission: Admission
  readonly #buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  #turnedAway = 0
  #closeReason: CloseReason | null = null
  #whenEmpty: () => void = () => undefined

  constructor(limits: RtmpLimits, context: ConnectionContext, secureContext?: () => SecureContext) {
    this.#admission = new Admission(limits.connections)
    this.#context = context
    this.#secureContext = secureContext
  }

  accept(accepted: Socket): void {
    const address = plainAddress(accepted.remoteAddress)
    if (address === '' || this.#closeReason !== null) return void accepted.destroy()
    let taker: BytesTaker | null = null
    const plain = this.#enter(address, (take) => {
      const socket = pooledSocket(accepted, this.#buffer, (buffer, count) => {
        taker ??=
          this.#secureContext && beginsTls(buffer) ? this.#secure(plain, socket, this.#secureContext()) : take
        taker(buffer, count)
      })
      return socket
    })
  }

  /** Another connection, with TLS, takes the place of the one that the socket had. */
  #secure(plain: RtmpConnection, socket: Socket, context: SecureContext): BytesTaker {
    plain.handOver()
    this.#gone(plain)
    let feed: BytesTaker = () => undefined
    this.#enter(plain.remoteAddress, (take) => {
      const { secured, feed: encrypted } = securedSocket(socket, context, take)
      feed = encrypted
      return secured
    })
    return feed
  }

  #enter(address: string, open: (take: BytesTaker) => Socket): RtmpConnection {
    const connection = new RtmpConnection(this.#context, address, (take) => {
      const socket = open(take)
      socket.on('close', () => this.#gone(connection))
      return socket
    })
    this.#open.add(connection)
    if (!this.#admission.enter(connection)) {
      this.#turnedAway += 1
      connection.giveWay()
    }
    return connection
  }

  /** Called every {@link TICK}. */
  tick(): void {
    for (const connection of this.#open) connection.checkIdle(TICK)
    if (this.#turnedAway > 0) {
      this.#context.logger.warn({ connections: this.#turnedAway }, 'rtmp turned connections away')
      this.#turnedAway = 0
    }
  }

  close(reason: CloseReason): Promise<void> {
    this.#closeReason = reason
    return new Promise((resolve) => {
      this.#whenEmpty = resolve
      for (const connection of this.#open) connection.close(reason)
      if (this.#open.size === 0) resolve()
    })
  }

  #gone(connection: RtmpConnection): void {
    this.#admission.leave(connection)
    this.#open.delete(connection)
    if (this.#open.size === 0) this.#whenEmpty()
  }
}
