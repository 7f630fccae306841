import { CLOSE_REASONS } from '../../contract/close-reasons.ts'
import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId } from '../../contract/ids.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { ConnectionStats } from '../../contract/worker-protocol.ts'
import type { Timer } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import { MINUTE, fullMinutes, newCarried, refusal, viewOf } from './carried-connection.ts'
import type {
  CarriedConnection,
  ConnectionLedger,
  KnownConnection,
  PublishReply,
  PublishRequest,
  Refusal,
} from './carried-connection.ts'
import { channelState } from './channel-state.ts'
import { step } from './connection-machine.ts'
import type { ConnectionEffect, ConnectionEvent } from './connection-machine.ts'
import type { BroadcastParts, RtmpChannel } from './dependencies.ts'
import { findings } from './findings.ts'
import { Mailbox } from './mailbox.ts'
import { observe, rememberFindings } from './observe.ts'
import type { ChannelActivity } from './ports.ts'

/** Twice the grace of a playlist: its end mark has come by then, or will not. */
export const GRACE_LIMIT: Milliseconds = 20_000

/**
 * An accepted connection that this many reports in a row do not name was never attached: its encoder left
 * while the authentication webhook was asked.
 */
const UNREPORTED_LIMIT = 5

/** What the ingest process is to make of a connection that was taken. */
export type AdoptedConnection = Pick<
  Extract<PublishReply, { allow: true }>,
  'renditions' | 'encryption' | 'recordings'
>

/** What the owner of a channel tells: that its activity changed, and which connections it carries. */
export interface OwnerListener {
  changed(): void
  opened(connectionId: ConnectionId): void
  forgotten(connectionId: ConnectionId): void
}

/**
 * The one owner of a channel's connections. Everything that changes them is a message handled after the
 * one before; only the authentication webhook is awaited outside, so that it holds up nobody.
 */
export class ChannelBroadcasts {
  readonly #parts: BroadcastParts
  readonly #listener: OwnerListener
  readonly #log: Logger
  readonly #mailbox = new Mailbox()
  /** In the order they were asked for. */
  readonly #carried = new Map<ConnectionId, CarriedConnection>()
  #onAirSince: EpochMilliseconds | null = null
  #denied: ChannelActivity['denied'] = null
  #lastEnd: ChannelActivity['lastEnd']
  #viewers = 0
  #stateTimer: Timer | null = null
  #disposed = false

  constructor(channelId: ChannelId, parts: BroadcastParts, listener: OwnerListener) {
    this.#parts = parts
    this.#listener = listener
    this.#log = parts.logger.child({ channelId })
    this.#lastEnd = parts.connections.lastEnd(channelId)
  }

  activity(): ChannelActivity {
    const all = [...this.#carried.values()]
    return {
      connections: all
        .filter((c) => c.state !== 'authorising')
        .map(viewOf)
        .reverse(),
      authorisingSince: all.find((c) => c.state === 'authorising')?.connectedAt ?? null,
      denied: this.#denied,
      lastEnd: this.#lastEnd,
      onAirSince: this.#onAirSince,
      viewers: this.#viewers,
    }
  }

  /** True when nothing of the channel runs. */
  get empty(): boolean {
    return this.#carried.size === 0
  }

  /** Connections whose row does not have the bytes received so far. */
  unsaved(): CarriedConnection[] {
    return [...this.#carried.values()].filter(
      (c) => c.ledger.keepsUsage && c.state === 'open' && c.receivedBytes > c.savedBytes,
    )
  }

  /**
   * Decides about a publisher.
   * @param unwanted why it cannot be accepted any more when the webhook has answered; null if it can
   */
  async authorize(
    channel: RtmpChannel,
    request: PublishRequest,
    ledger: ConnectionLedger,
    unwanted: () => CloseReason | null,
  ): Promise<PublishReply> {
    const { remoteAddress, encoder } = request
    const connectionId = newId<ConnectionId>()
    const known = { connectionId, channel, remoteAddress, encoder, ledger }
    const carried = await this.#mailbox.ask(() => this.#begin(known))
    const denied = await this.#askWebhook(carried, channel.settings.auth_webhook_url)
    return this.#mailbox.ask(() => {
      const reason = unwanted()
      return this.#conclude(carried, reason === null ? denied : refusal(reason))
    })
  }

  /**
   * Takes a connection that was accepted elsewhere.
   * @returns what is to be made of it
   * @throws Error when its key could not be written; nothing is carried then
   */
  adopt(known: KnownConnection): Promise<AdoptedConnection> {
    return this.#mailbox.ask(() => {
      const earlier = this.#carried.get(known.connectionId)
      if (earlier) this.#apply(earlier, 'worker-lost')
      const renditions = [...this.#parts.renditionPlan(known.channel.settings)]
      const carried = this.#begin(known)
      try {
        this.#apply(carried, 'accepted')
      } catch (error) {
        this.#apply(carried, 'refused')
        throw error
      }
      return { renditions, encryption: carried.encryption, recordings: carried.recordings }
    })
  }

  closed(connectionId: ConnectionId, reason: CloseReason, receivedBytes: Bytes): void {
    this.#handle(connectionId, (carried) => {
      carried.receivedBytes = Math.max(carried.receivedBytes, receivedBytes)
      this.#apply(carried, 'publisher-gone', reason)
    })
  }

  playlistReady(connectionId: ConnectionId): void {
    this.#handle(connectionId, (carried) => this.#apply(carried, 'playlist-ready'))
  }

  playlistEnded(connectionId: ConnectionId): void {
    this.#handle(connectionId, (carried) => this.#apply(carried, 'playlist-ended'))
  }

  measured(stats: ConnectionStats): void {
    this.#handle(stats.connectionId, (carried) => {
      if (carried.state !== 'open') return
      const now = this.#parts.clock.now()
      const observed = observe(carried.observed, carried.stats, stats, now)
      carried.stats = stats
      carried.receivedBytes = Math.max(carried.receivedBytes, stats.receivedBytes)
      carried.observed = observed
      const found = findings(this.activity(), carried.channel.settings.hls, now)
      carried.observed = rememberFindings(observed, found)
      this.#changed()
    })
  }

  /** The ingest process carries these connections now, and no others. */
  reported(connectionIds: ReadonlySet<ConnectionId>): void {
    for (const { connectionId } of this.#carried.values()) {
      this.#handle(connectionId, (carried) => {
        if (carried.state !== 'open') return
        carried.unreported = connectionIds.has(connectionId) ? 0 : carried.unreported + 1
        if (carried.unreported >= UNREPORTED_LIMIT) this.#apply(carried, 'publisher-gone', 'client-lost')
      })
    }
  }

  watchedBy(viewers: number): void {
    if (viewers === this.#viewers) return
    this.#viewers = viewers
    this.#changed()
  }

  /** The process that carried the connections is gone; resolves when all of them are written as ended. */
  lost(reason: CloseReason): Promise<void> {
    return this.#mailbox.ask(() => {
      for (const carried of [...this.#carried.values()]) this.#apply(carried, 'worker-lost', reason)
    })
  }

  /** Stops the timers; the owner is not used any more. */
  dispose(): void {
    this.#disposed = true
    this.#stateTimer?.cancel()
    for (const carried of this.#carried.values()) carried.timer?.cancel()
  }

  #begin(known: KnownConnection): CarriedConnection {
    const carried = newCarried(known, this.#parts.clock.now())
    this.#carried.set(carried.connectionId, carried)
    this.#changed()
    return carried
  }

  async #askWebhook({ channel, connectionId }: CarriedConnection, url: string): Promise<Refusal | null> {
    if (url === '') return null
    const { systemId, channelId } = channel
    const client = { channelId, connectionId }
    try {
      const decision = await this.#parts.auth.decide({ systemId, client, url })
      return decision.allow ? null : refusal('denied', decision.reason)
    } catch (error) {
      this.#log.error({ err: error, connectionId }, 'authentication webhook could not be asked')
      return refusal('service-failed')
    }
  }

  #conclude(carried: CarriedConnection, refused: Refusal | null): PublishReply {
    // The process that asked died meanwhile: nobody hears this answer.
    if (carried.state !== 'authorising') return refused ?? refusal('worker-lost')
    if (refused) {
      this.#refuse(carried, refused)
      return refused
    }
    try {
      const renditions = [...this.#parts.renditionPlan(carried.channel.settings)]
      this.#apply(carried, 'accepted')
      const { connectionId, encryption, recordings } = carried
      return { allow: true, connectionId, renditions, encryption, recordings }
    } catch (error) {
      this.#log.error({ err: error, connectionId: carried.connectionId }, 'connection could not be taken')
      const failed = refusal('service-failed')
      this.#refuse(carried, failed)
      return failed
    }
  }

  #refuse(carried: CarriedConnection, { closeReason, reason }: Refusal): void {
    this.#denied = { at: this.#parts.clock.now(), reason: closeReason, text: reason }
    this.#log.warn({ remoteAddress: carried.remoteAddress, closeReason, reason }, 'connection refused')
    this.#apply(carried, 'refused')
  }

  /** A message about one connection; late ones about a connection that is gone are dropped. */
  #handle(connectionId: ConnectionId, handle: (carried: CarriedConnection) => void): void {
    const handled = this.#mailbox.ask(() => {
      const carried = this.#carried.get(connectionId)
      if (carried) handle(carried)
    })
    handled.catch((error: unknown) => this.#log.error({ err: error, connectionId }, 'message failed'))
  }

  /** @throws Error when an accepted connection could not be written; its state is then as before */
  #apply(carried: CarriedConnection, event: ConnectionEvent, reason: CloseReason = 'worker-lost'): void {
    const { connectionId, state } = carried
    const next = step(state, event)
    if (next === 'ignored') return
    if (next === 'illegal') {
      this.#log.error({ connectionId, state, event }, 'message does not fit the state of the connection')
      return
    }
    for (const effect of next.effects) this.#run(effect, carried, reason)
    carried.state = next.to
    this.#changed()
  }

  #run(effect: ConnectionEffect, carried: CarriedConnection, reason: CloseReason): void {
    switch (effect) {
      case 'record-created':
        return this.#recordCreated(carried)
      case 'arm-minutes':
        return this.#armMinutes(carried)
      case 'record-playlist':
        return this.#recordPlaylist(carried)
      case 'record-destroyed':
        return this.#recordDestroyed(carried, reason)
      case 'arm-grace':
        carried.timer = this.#parts.clock.after(GRACE_LIMIT, () => {
          this.#handle(carried.connectionId, () => this.#apply(carried, 'grace-over'))
        })
        return
      case 'forget':
        return this.#forget(carried)
    }
  }

  #recordCreated(carried: CarriedConnection): void {
    carried.connectedAt = this.#parts.clock.now()
    Object.assign(carried, carried.ledger.created(carried))
    this.#denied = null
    const { connectionId, remoteAddress, encoder } = carried
    this.#listener.opened(connectionId)
    this.#log.info({ connectionId, remoteAddress, encoder }, 'connection opened')
  }

  #armMinutes(carried: CarriedConnection): void {
    const { clock } = this.#parts
    const at = carried.connectedAt + (fullMinutes(carried, clock.now()) + 1) * MINUTE
    carried.timer = clock.after(Math.max(0, at - clock.now()), () => {
      this.#handle(carried.connectionId, () => {
        if (carried.state !== 'open') return
        this.#countMinutes(carried)
        this.#armMinutes(carried)
      })
    })
  }

  /** Announces the minutes that have passed. What could not be written is made up for with the next. */
  #countMinutes(carried: CarriedConnection): void {
    const minutes = fullMinutes(carried, this.#parts.clock.now())
    if (minutes <= carried.minutes) return
    if (!this.#write(carried, () => carried.ledger.minutesPassed(carried, minutes))) return
    carried.minutes = minutes
    carried.savedBytes = carried.receivedBytes
  }

  #recordPlaylist(carried: CarriedConnection): void {
    if (carried.playlistReadyAt !== null) return
    carried.playlistReadyAt = this.#parts.clock.now()
    this.#onAirSince ??= carried.playlistReadyAt
    this.#write(carried, () => carried.ledger.playlistReady(carried, this.#parts.clock.now()))
  }

  #recordDestroyed(carried: CarriedConnection, reason: CloseReason): void {
    carried.timer?.cancel()
    const at = this.#parts.clock.now()
    this.#countMinutes(carried)
    carried.end = { at, reason }
    this.#lastEnd = { at, reason }
    this.#write(carried, () => carried.ledger.destroyed(carried, at, reason))
    const { connectionId, minutes, receivedBytes } = carried
    this.#log.info(
      { connectionId, reason, text: CLOSE_REASONS[reason], minutes, receivedBytes },
      'connection ended',
    )
  }

  #forget(carried: CarriedConnection): void {
    carried.timer?.cancel()
    this.#carried.delete(carried.connectionId)
    // A publisher that came back within the grace keeps the playlist, and the timer, going.
    if (this.#carried.size === 0) this.#onAirSince = null
    if (carried.end && this.#lastEnd?.at === carried.end.at) {
      this.#lastEnd = { ...carried.end, playlistEndedAt: this.#parts.clock.now() }
    }
    if (carried.recordings.length > 0) this.#parts.recordings.connectionOver(carried.connectionId)
    this.#listener.forgotten(carried.connectionId)
  }

  /**
   * What runs goes on when the disk is full; a row that stays open is ended by the next start of the
   * service.
   */
  #write(carried: CarriedConnection, write: () => void): boolean {
    try {
      write()
      return true
    } catch (error) {
      this.#log.error({ err: error, connectionId: carried.connectionId }, 'connection not written')
      return false
    }
  }

  /** Tells of a change, and again when time alone changes the channel's state. */
  #changed(): void {
    const { clock } = this.#parts
    this.#stateTimer?.cancel()
    if (this.#disposed) return
    const { until } = channelState(this.activity(), clock.now(), 0)
    this.#stateTimer =
      until === null ? null : clock.after(Math.max(0, until - clock.now()), () => this.#changed())
    this.#listener.changed()
  }
}
