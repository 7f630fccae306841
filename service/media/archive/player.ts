/** Plays recordings over HTTP on loopback, from the spool or from their stores. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addAbortSignal } from 'node:stream'
import type { ArchiveRequests } from '../../contract/archive-worker.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import { admitConnections } from '../../platform/net/http-admission.ts'
import { newSecret } from '../../platform/ids.ts'
import { urlAuthority } from '../../platform/settings/hosts.ts'
import { piecesOf } from '../../provider/archive/byte-source.ts'
import type { ByteSource } from '../../provider/archive/provider.ts'
import { allowedHostNames } from '../../platform/net/host-check.ts'
import type { OpenedStores } from './opened-stores.ts'
import { handlePlayerRequest } from './player-handler.ts'
import type { Playable } from './player-handler.ts'
import { recordedSource } from './recorded-source.ts'

export type PlayRequest = ArchiveRequests['player.open'][0]

export interface PlayerOptions {
  /** An address of loopback. */
  readonly host: string
  /** 0 for any free one. */
  readonly port: number
  /** Of pages that may read what they play (CORS). */
  readonly origins: readonly string[]
  readonly stores: OpenedStores
  readonly clock: Clock
}

interface Address {
  readonly playable: Playable
  readonly diesAt: EpochMilliseconds
}

const TOKEN_BYTES = 16
const LIFETIME_MS: Milliseconds = 12 * 3_600_000
const MOST_ADDRESSES = 200
const LIMITS = { connections: 200, quietMs: 35_000, askingMs: 20_000 }
/** A player that takes nothing for this long asks again when it goes on. */
const IDLE_SOCKET_MS: Milliseconds = 120_000
const SERVER_OPTIONS = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 30_000,
  maxHeaderSize: 8192,
}

export class Player {
  readonly #options: PlayerOptions
  readonly #server: Server
  /** By path, the oldest first. */
  readonly #addresses = new Map<string, Address>()

  private constructor(options: PlayerOptions) {
    this.#options = options
    const handlerOptions = {
      hostNames: allowedHostNames([options.host], []),
      origins: new Set(options.origins),
      find: (path: string) => this.#find(path),
    }
    this.#server = createServer(SERVER_OPTIONS, (request, response) => {
      void handlePlayerRequest(handlerOptions, request, response)
    })
    admitConnections(this.#server, LIMITS)
    this.#server.setTimeout(IDLE_SOCKET_MS)
    this.#server.on('clientError', (_error, socket) => socket.destroy())
  }

  /** @throws Error of the listener, such as EADDRINUSE */
  static async start(options: PlayerOptions): Promise<Player> {
    const player = new Player(options)
    await once(player.#server.listen(options.port, options.host), 'listening')
    player.#server.on('error', () => undefined)
    return player
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** An address that plays one file, for 12 hours or until 200 others were opened. */
  open(request: PlayRequest): string {
    const { host, clock } = this.#options
    const path = `/play/${newSecret(TOKEN_BYTES)}/${request.file.name}`
    this.#addresses.set(path, { playable: this.#playable(request), diesAt: clock.now() + LIFETIME_MS })
    for (const oldest of this.#addresses.keys()) {
      if (this.#addresses.size <= MOST_ADDRESSES) break
      this.#addresses.delete(oldest)
    }
    return `http://${urlAuthority(host, this.port)}${path}`
  }

  /** Stops listening and ends every connection. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  #find(path: string): Playable | null {
    const address = this.#addresses.get(path)
    if (!address) return null
    if (this.#options.clock.now() < address.diesAt) return address.playable
    this.#addresses.delete(path)
    return null
  }

  #playable(request: PlayRequest): Playable {
    const { file } = request
    if (request.from === 'spool') {
      const open = openedOnce(() => recordedSource(request.folder, file))
      return {
        file,
        send: async ({ start, end }, _signal, take) => take(piecesOf(await open(), start, end)),
      }
    }
    const { destination, key, of } = request
    return {
      file,
      send: (range, signal, take) =>
        this.#options.stores.use(
          destination,
          async (store) => {
            const body = await store.read(key, range, signal)
            // A client that goes while the store is slow: nothing is read any more, nobody hears of an error.
            body.on('error', () => undefined)
            addAbortSignal(signal, body)
            try {
              await take(body)
            } finally {
              body.destroy()
            }
          },
          of,
        ),
    }
  }
}

/** A player asks often: what it plays is looked up when it asks first, and again only where that failed. */
function openedOnce(open: () => Promise<ByteSource>): () => Promise<ByteSource> {
  let opened: Promise<ByteSource> | null = null
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = null
      throw error
    }))
}
