import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { IngestNotifications } from '../../contract/worker-protocol.ts'
import type { Timer } from '../../platform/clock.ts'
import type { IngestEvents, IngestRun } from '../workers/ports.ts'
import { refusal } from './carried-connection.ts'
import type { PublishReply, PublishRequest } from './carried-connection.ts'
import { ChannelBroadcasts } from './channel-broadcasts.ts'
import type { AdoptedConnection } from './channel-broadcasts.ts'
import type { BroadcastParts, WebrtcHlsChannel } from './dependencies.ts'
import type { Broadcasts, ChannelActivity, LiveConnection } from './ports.ts'
import { RelayLedger } from './relay-ledger.ts'
import { RtmpLedger } from './rtmp-ledger.ts'
import { UnknownChannelLog } from './unknown-channel-log.ts'

/** How often received bytes are written for connections that are open. */
const SAVE_INTERVAL: Milliseconds = 5_000

export type RelayReadyListener = (connectionId: ConnectionId, channelId: ChannelId) => void
export type RelayedClient = Pick<LiveConnection, 'remoteAddress' | 'encoder'>

const NO_ACTIVITY: ChannelActivity = {
  connections: [],
  authorisingSince: null,
  denied: null,
  lastEnd: null,
  onAirSince: null,
  viewers: 0,
}

/**
 * The broadcasts that run: finds the owner of the channel that a message is about. Decides for the ingest
 * process, and answers the APIs and the console.
 */
export class LiveBroadcasts implements Broadcasts, IngestEvents {
  readonly #parts: BroadcastParts
  readonly #rtmp: RtmpLedger
  readonly #relays: RelayLedger
  readonly #unknown: UnknownChannelLog
  readonly #owners = new Map<ChannelId, ChannelBroadcasts>()
  readonly #ownerOf = new Map<ConnectionId, ChannelBroadcasts>()
  readonly #listeners = new Set<(channelId: ChannelId) => void>()
  readonly #readyListeners = new Set<RelayReadyListener>()
  readonly #saveTimer: Timer
  #closed = false

  constructor(parts: BroadcastParts) {
    this.#parts = parts
    this.#rtmp = new RtmpLedger(parts)
    this.#relays = new RelayLedger(parts, (...ready) => this.#relayReady(...ready))
    this.#unknown = new UnknownChannelLog(parts.logger)
    this.#saveTimer = parts.clock.every(SAVE_INTERVAL, () => this.#saveUsage())
  }

  /** Ends what a service that was killed left open. Called once, before anything can connect. */
  recover(): void {
    const count = this.#rtmp.recover()
    if (count > 0) this.#parts.logger.warn({ count }, 'connections of an earlier run ended: service-lost')
  }

  activity(channelId: ChannelId): ChannelActivity {
    return this.#owner(channelId)?.activity() ?? NO_ACTIVITY
  }

  withPlaylist(channelId: ChannelId): readonly LiveConnection[] {
    return this.activity(channelId).connections.filter(
      (connection) => connection.endedAt === null && connection.playlistReadyAt !== null,
    )
  }

  async closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> {
    await this.#parts.media.closeChannel(channelId, reason)
    this.#dropIfDeleted(channelId)
  }

  async closeConnection(connectionId: ConnectionId, reason: CloseReason): Promise<boolean> {
    const connections = this.#ownerOf.get(connectionId)?.activity().connections ?? []
    const open = connections.some((c) => c.connectionId === connectionId && c.endedAt === null)
    if (!open) return false
    await this.#parts.media.closeConnection(connectionId, reason)
    return true
  }

  onChange(listener: (channelId: ChannelId) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async authorize(request: PublishRequest, run: IngestRun): Promise<PublishReply> {
    const { channels, clock } = this.#parts
    const channel = channels.find(request.channelId)
    const owner = channel && this.#owner(channel.channelId)
    if (channel?.kind !== 'rtmp' || !owner) {
      this.#unknown.refused(request.remoteAddress, clock.now())
      return refusal('unknown-channel')
    }
    return owner.authorize(channel, request, this.#rtmp, () => {
      if (this.#closed) return 'service-closed'
      if (!run.alive) return 'worker-lost'
      return channels.find(request.channelId) ? null : 'channel-deleted'
    })
  }

  /**
   * Takes a WebRTC connection, which was accepted where it is signaled; its end is told by
   * `connectionClosed`.
   * @param client where it comes from, and what it says of itself
   * @returns what the ingest process is to make of it; null when its channel is deleted or the service ends
   */
  async adopt(
    channel: WebrtcHlsChannel,
    connectionId: ConnectionId,
    client: RelayedClient,
  ): Promise<AdoptedConnection | null> {
    const owner = this.#closed ? null : this.#owner(channel.channelId)
    return owner?.adopt({ channel, connectionId, ...client, ledger: this.#relays }) ?? null
  }

  /** Tells which adopted connection's playlist can be played; returns how to stop listening. */
  onRelayReady(listener: RelayReadyListener): () => void {
    this.#readyListeners.add(listener)
    return () => this.#readyListeners.delete(listener)
  }

  connectionClosed({ connectionId, reason, receivedBytes }: IngestNotifications['connection.closed']): void {
    this.#ownerOf.get(connectionId)?.closed(connectionId, reason, receivedBytes)
  }

  playlistReady({ connectionId }: IngestNotifications['playlist.ready']): void {
    this.#ownerOf.get(connectionId)?.playlistReady(connectionId)
  }

  playlistEnded({ connectionId }: IngestNotifications['playlist.ended']): void {
    this.#ownerOf.get(connectionId)?.playlistEnded(connectionId)
  }

  connectionStats({ connections }: IngestNotifications['connection.stats']): void {
    for (const stats of connections) this.#ownerOf.get(stats.connectionId)?.measured(stats)
    const reported = new Set(connections.map(({ connectionId }) => connectionId))
    for (const owner of this.#owners.values()) owner.reported(reported)
  }

  viewersStats({ viewers }: IngestNotifications['viewers.stats']): void {
    const counts = new Map(viewers.map(({ channelId, count }) => [channelId, count]))
    for (const channelId of counts.keys()) this.#owner(channelId)
    for (const [channelId, owner] of this.#owners) owner.watchedBy(counts.get(channelId) ?? 0)
  }

  recordingFile({ recordingId, file }: IngestNotifications['recording.file']): void {
    this.#parts.recordings.fileRecorded(recordingId, file)
  }

  recordingLost({ recordingId, lost }: IngestNotifications['recording.lost']): void {
    this.#parts.recordings.mediaLost(recordingId, lost)
  }

  recordingEnded({ recordingId, lost }: IngestNotifications['recording.ended']): void {
    this.#parts.recordings.ended(recordingId, lost)
  }

  ingestLost(reason: CloseReason): void {
    for (const owner of this.#owners.values()) {
      owner.watchedBy(0)
      void owner.lost(reason)
    }
    this.#parts.recordings.writerGone()
  }

  /** Ends what is still open, after the ingest process has stopped. No connection is taken any more. */
  async close(reason: CloseReason = 'service-closed'): Promise<void> {
    this.#closed = true
    this.#saveTimer.cancel()
    await Promise.all([...this.#owners.values()].map((owner) => owner.lost(reason)))
    for (const owner of this.#owners.values()) owner.dispose()
    this.#listeners.clear()
  }

  /** The owner of a channel that exists, or of a deleted one that something still runs for. */
  #owner(channelId: ChannelId): ChannelBroadcasts | null {
    const known = this.#owners.get(channelId)
    if (known) return known
    if (!this.#parts.channels.find(channelId)) return null
    const owner = new ChannelBroadcasts(channelId, this.#parts, {
      changed: () => this.#announce(channelId),
      opened: (connectionId) => this.#ownerOf.set(connectionId, owner),
      forgotten: (connectionId) => {
        this.#ownerOf.delete(connectionId)
        this.#dropIfDeleted(channelId)
      },
    })
    this.#owners.set(channelId, owner)
    return owner
  }

  /** A listener that fails must not undo what it is told of. */
  #announce(channelId: ChannelId): void {
    for (const listener of this.#listeners) {
      try {
        listener(channelId)
      } catch (error) {
        this.#parts.logger.error({ err: error, channelId }, 'listener of broadcasts failed')
      }
    }
  }

  #relayReady(connectionId: ConnectionId, channelId: ChannelId): void {
    for (const listener of this.#readyListeners) listener(connectionId, channelId)
  }

  #dropIfDeleted(channelId: ChannelId): void {
    const owner = this.#owners.get(channelId)
    if (!owner?.empty || this.#parts.channels.find(channelId)) return
    owner.dispose()
    this.#owners.delete(channelId)
  }

  #saveUsage(): void {
    const unsaved = [...this.#owners.values()].flatMap((owner) => owner.unsaved())
    if (unsaved.length === 0) return
    try {
      this.#rtmp.saveUsage(unsaved)
      for (const carried of unsaved) carried.savedBytes = carried.receivedBytes
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'received bytes not written')
    }
  }
}
