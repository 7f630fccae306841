import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { Bytes, Milliseconds } from '../../contract/units.ts'
import type { IngestRequests } from '../../contract/worker-protocol.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LiveBroadcasts, RelayReadyListener, RelayedClient } from './broadcasts.ts'
import type { WebrtcHlsChannel } from './dependencies.ts'

/** Where an SFU process hands a connection's media to. The token is secret and works once. */
export type RelayPlace = IngestRequests['relay.open'][1]

/** The process that makes playlists. */
export interface RelayMedia {
  readonly ingestState: string
  /** Tells when `ingestState` changed. */
  onIngestState(listener: () => void): () => void
  /** @throws LiveError ServiceUnavailable */
  openRelay(request: IngestRequests['relay.open'][0]): Promise<RelayPlace>
  /** @throws LiveError ServiceUnavailable */
  closeConnection(connectionId: ConnectionId, reason: CloseReason): Promise<void>
}

export interface WebrtcHlsParts {
  readonly broadcasts: Pick<LiveBroadcasts, 'adopt' | 'connectionClosed' | 'onRelayReady'>
  readonly media: RelayMedia
  readonly clock: Clock
  readonly logger: Logger
}

/** The place of a connection changed: its media is to be handed there from now on. */
export type ReopenedListener = (
  channel: WebrtcHlsChannel,
  connectionId: ConnectionId,
  place: RelayPlace,
) => void

interface Relay {
  readonly channel: WebrtcHlsChannel
  readonly client: RelayedClient
  /** The ingest process that made its playlists ended. */
  lost: boolean
  announced: boolean
}

/** How long a connection waits for an ingest process that is being started again. */
const RESTART_PATIENCE: Milliseconds = 10_000
const UNKNOWN_CLIENT: RelayedClient = { remoteAddress: '', encoder: '' }

/**
 * Makes playlists of WebRTC connections. A connection outlives the ingest process, which carries its
 * playlists only: they end with it, and begin anew in the next one.
 */
export class WebrtcHls {
  readonly #parts: WebrtcHlsParts
  readonly #log: Logger
  readonly #relays = new Map<ConnectionId, Relay>()
  readonly #readyListeners = new Set<RelayReadyListener>()
  readonly #reopenedListeners = new Set<ReopenedListener>()
  readonly #stop: readonly (() => void)[]

  constructor(parts: WebrtcHlsParts) {
    this.#parts = parts
    this.#log = parts.logger
    this.#stop = [
      parts.broadcasts.onRelayReady((connectionId, channelId) => {
        const relay = this.#relays.get(connectionId)
        if (!relay || relay.announced) return
        relay.announced = true
        for (const listener of this.#readyListeners) listener(connectionId, channelId)
      }),
      parts.media.onIngestState(() => this.#ingestChanged()),
    ]
  }

  /**
   * Begins a connection's playlists.
   * @param client where it comes from, and what it says of itself, for the console
   * @returns where its media is to be handed to; null when its channel is deleted or the service ends
   * @throws LiveError ServiceUnavailable when there is no ingest process for some time
   */
  async open(
    channel: WebrtcHlsChannel,
    connectionId: ConnectionId,
    client: RelayedClient = UNKNOWN_CLIENT,
  ): Promise<RelayPlace | null> {
    const relay: Relay = { channel, client, lost: false, announced: false }
    this.#relays.set(connectionId, relay)
    let place: RelayPlace | null = null
    try {
      await this.#untilRunning()
      place = await this.#place(connectionId, relay)
    } finally {
      if (!place) this.#relays.delete(connectionId)
    }
    return place
  }

  /** The connection is over; its playlists get their end mark after the grace. */
  closed(connectionId: ConnectionId, reason: CloseReason, receivedBytes: Bytes): void {
    if (!this.#relays.delete(connectionId)) return
    this.#parts.broadcasts.connectionClosed({ connectionId, reason, receivedBytes })
    // Its end may have come over the link already; without ingest process there is nothing to close.
    this.#parts.media.closeConnection(connectionId, reason).catch(() => undefined)
  }

  /** Tells once which connection has a playlist that can be played; returns how to stop listening. */
  onPlaylistReady(listener: RelayReadyListener): () => void {
    this.#readyListeners.add(listener)
    return () => this.#readyListeners.delete(listener)
  }

  /** Tells of connections that were given another place; returns how to stop listening. */
  onReopened(listener: ReopenedListener): () => void {
    this.#reopenedListeners.add(listener)
    return () => this.#reopenedListeners.delete(listener)
  }

  close(): void {
    for (const stop of this.#stop) stop()
    this.#relays.clear()
  }

  /** Waits a while for an ingest process that is being started again. */
  #untilRunning(): Promise<void> {
    const { media, clock } = this.#parts
    if (media.ingestState === 'running') return Promise.resolve()
    return new Promise((resolve) => {
      const done = () => {
        timer.cancel()
        stop()
        resolve()
      }
      const timer = clock.after(RESTART_PATIENCE, done)
      const stop = media.onIngestState(() => {
        if (media.ingestState === 'running') done()
      })
    })
  }

  async #place(connectionId: ConnectionId, relay: Relay): Promise<RelayPlace | null> {
    const { broadcasts, media } = this.#parts
    const { channel, client } = relay
    const adopted = await broadcasts.adopt(channel, connectionId, client)
    if (!adopted) return null
    try {
      return await media.openRelay({ channelId: channel.channelId, connectionId, ...adopted })
    } catch (error) {
      broadcasts.connectionClosed({ connectionId, reason: 'service-failed', receivedBytes: 0 })
      throw error
    }
  }

  #ingestChanged(): void {
    const { ingestState } = this.#parts.media
    if (ingestState !== 'running') {
      for (const relay of this.#relays.values()) relay.lost = true
      return
    }
    for (const [connectionId, relay] of this.#relays) {
      if (relay.lost) void this.#reopen(connectionId, relay)
    }
  }

  async #reopen(connectionId: ConnectionId, relay: Relay): Promise<void> {
    relay.lost = false
    try {
      const place = await this.#place(connectionId, relay)
      const isOpen = this.#relays.get(connectionId) === relay
      if (!place || !isOpen) return
      for (const listener of this.#reopenedListeners) listener(relay.channel, connectionId, place)
    } catch (error) {
      this.#log.error({ err: error, connectionId }, 'playlists could not be begun again')
    }
  }
}
