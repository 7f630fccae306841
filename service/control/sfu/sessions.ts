import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import type { Environment } from '../../contract/live-api.ts'
import type { SfuAuthAllowed } from '../../contract/sfu-webhooks.ts'
import type { ConnectionUsage, TransportCause } from '../../contract/sfu-worker.ts'
import type { ConnectMessage } from '../../contract/signaling.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Timer } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { ChannelSession } from './channel-session.ts'
import { countRoles } from './counts.ts'
import type { HlsPlace, SfuChannelView, SfuSessionParts, WebrtcChannel } from './dependencies.ts'
import { ENDINGS } from './endings.ts'
import type { EndCause } from './endings.ts'
import { authBody } from './events.ts'
import { forwardedConnection, forwardedSpotlight } from './forwarded-connection.ts'
import { SfuLedger } from './ledger.ts'
import type { SfuMediaEvents } from './media-ports.ts'
import type { SfuChannels, SfuConnection, Spotlight } from './ports.ts'
import { failureRefusal } from './refusal.ts'
import { settle } from './settle.ts'
import type { Settled } from './settle.ts'
import type { SignalingAdmission, SignalingClient, SignalingPeer } from './signaling-ports.ts'

/** How often the bytes so far are written for connections that are open. */
const SAVE_INTERVAL: Milliseconds = 5_000

const NOBODY: SfuChannelView = { sessionId: null, connections: [] }

/**
 * The WebRTC connections that there are: decides who may connect, finds the session that a message is
 * about, and answers the APIs and the console.
 */
export class SfuSessions implements SignalingAdmission, SfuMediaEvents, SfuChannels {
  readonly #parts: SfuSessionParts
  readonly #ledger: SfuLedger
  readonly #sessions = new Map<ChannelId, ChannelSession>()
  readonly #sessionOf = new Map<ConnectionId, ChannelSession>()
  readonly #listeners = new Set<(channelId: ChannelId) => void>()
  readonly #saveTimer: Timer
  #isClosed = false

  constructor(parts: SfuSessionParts) {
    this.#parts = parts
    this.#ledger = new SfuLedger(parts)
    this.#saveTimer = parts.clock.every(SAVE_INTERVAL, () => this.#saveUsage())
  }

  /** Ends what a service that was killed left open. Called once, before anything can connect. */
  recover(): void {
    const count = this.#ledger.recover()
    if (count > 0)
      this.#parts.logger.warn({ count }, 'WebRTC connections of an earlier run ended: service-lost')
  }

  async connect(message: ConnectMessage, peer: SignalingPeer): Promise<SignalingClient> {
    const channel = this.#channel(message.channel_id)
    const connectionId = newId<ConnectionId>()
    const settled = settle(message, await this.#askWebhook(channel, connectionId, message))
    // It may have been deleted while the webhook was asked.
    const session = this.#sessionFor(this.#channel(channel.channelId), settled)
    return session.join({
      connectionId,
      channel,
      settled,
      capabilities: message.sdp,
      client: message.sora_client ?? '',
      peer,
    })
  }

  /** For clients that reach channels of one system only: those of others are unknown to them. */
  within(systemId: SystemId): SignalingAdmission {
    return {
      connect: async (message, peer) => {
        const channel = this.#channel(message.channel_id)
        if (channel.systemId !== systemId) throw failureRefusal('CHANNEL-NOT-FOUND')
        return this.connect(message, peer)
      },
    }
  }

  connections(channelId: ChannelId): readonly SfuConnection[] {
    const session = this.#sessions.get(channelId)
    if (!session) return []
    return session.open().map((member) => forwardedConnection(session, member, this.#parts.clock))
  }

  spotlight(channelId: ChannelId): Spotlight | null {
    const session = this.#sessions.get(channelId)
    return session ? forwardedSpotlight(session) : null
  }

  view(channelId: ChannelId): SfuChannelView {
    return this.#sessions.get(channelId)?.view() ?? NOBODY
  }

  /** Ends one connection for an operator; false when no such connection is there. */
  async closeConnection(connectionId: ConnectionId): Promise<boolean> {
    const session = this.#sessionOf.get(connectionId)
    const member = session?.open().find((one) => one.connectionId === connectionId)
    if (!session || !member) return false
    await session.end(member, 'operator-closed')
    return true
  }

  /** Ends the channel's connections; resolves when the SFU has let go of them. */
  async closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> {
    const cause: EndCause = reason in ENDINGS ? (reason as EndCause) : 'operator-closed'
    await this.#sessions.get(channelId)?.endAll(cause)
  }

  /** Tells which channel changed; returns how to stop listening. */
  onChange(listener: (channelId: ChannelId) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** HLS of a connection can be played: tells the channel's owner where. */
  playlistReady(connectionId: ConnectionId, playlistUrl: string): void {
    this.#sessionOf.get(connectionId)?.playlistReady(connectionId, playlistUrl)
  }

  /** What makes HLS of a connection waits at another place from now on. */
  async handOnTo(connectionId: ConnectionId, place: HlsPlace): Promise<void> {
    await this.#sessionOf.get(connectionId)?.handOnTo(connectionId, place)
  }

  opened(connectionId: ConnectionId): void {
    this.#sessionOf.get(connectionId)?.opened(connectionId)
  }

  changed(connectionId: ConnectionId): void {
    this.#sessionOf.get(connectionId)?.changed(connectionId)
  }

  lost(connectionId: ConnectionId, cause: TransportCause): void {
    this.#sessionOf.get(connectionId)?.lost(connectionId, cause)
  }

  focused(channelId: ChannelId, connectionId: ConnectionId, fixed: boolean): void {
    this.#sessions.get(channelId)?.focusChanged(connectionId, true, fixed)
  }

  unfocused(channelId: ChannelId, connectionId: ConnectionId): void {
    this.#sessions.get(channelId)?.focusChanged(connectionId, false, false)
  }

  usage(connections: ConnectionUsage[]): void {
    const changed = new Set<ChannelId>()
    for (const usage of connections) {
      const session = this.#sessionOf.get(usage.connectionId)
      if (session?.measured(usage)) changed.add(session.channel.channelId)
    }
    for (const channelId of changed) this.#announce(channelId)
  }

  sfuLost(environment: Environment): void {
    for (const session of [...this.#sessions.values()]) {
      if (session.channel.settings.environment === environment) void session.endAll('sfu-lost')
    }
  }

  /** Ends every connection; none is taken any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#saveTimer.cancel()
    await Promise.all([...this.#sessions.values()].map((session) => session.endAll('service-closed')))
    this.#listeners.clear()
  }

  /** @throws SignalingRefusal */
  #channel(channelId: string): WebrtcChannel {
    if (this.#isClosed) throw failureRefusal('SERVICE-UNAVAILABLE')
    const channel = this.#parts.channels.find(channelId)
    if (!channel) throw failureRefusal('CHANNEL-NOT-FOUND')
    return channel
  }

  /**
   * @returns null for a channel that has none
   * @throws SignalingRefusal
   */
  async #askWebhook(
    { channelId, systemId, settings }: WebrtcChannel,
    connectionId: ConnectionId,
    message: ConnectMessage,
  ): Promise<SfuAuthAllowed | null> {
    const url = settings.auth_webhook_url
    if (url === '') return null
    const counts = this.#sessions.get(channelId)?.counts() ?? countRoles([])
    const body = authBody(message, connectionId, counts, this.#parts.version)
    const decision = await this.#parts.auth.decide({ systemId, channelId, connectionId, url, body })
    if (decision.kind === 'denied') throw failureRefusal({ words: decision.reason })
    if (decision.kind === 'failed') throw failureRefusal('AUTH-WEBHOOK-ERROR')
    return decision.answer
  }

  /** @throws SignalingRefusal where those on the channel disagree about spotlight */
  #sessionFor(channel: WebrtcChannel, settled: Settled): ChannelSession {
    const { channelId } = channel
    const known = this.#sessions.get(channelId)
    if (known) {
      if (known.usesSpotlight !== (settled.spotlight !== null)) throw failureRefusal('SPOTLIGHT-MISMATCH')
      return known
    }
    const session = new ChannelSession(channel, settled, this.#parts, this.#ledger, {
      changed: () => this.#announce(channelId),
      taken: (connectionId) => this.#sessionOf.set(connectionId, session),
      forgotten: (connectionId) => {
        this.#sessionOf.delete(connectionId)
        if (session.isEmpty) this.#sessions.delete(channelId)
      },
    })
    this.#sessions.set(channelId, session)
    return session
  }

  /** A listener that fails must not undo what it is told of. */
  #announce(channelId: ChannelId): void {
    for (const listener of this.#listeners) {
      try {
        listener(channelId)
      } catch (error) {
        this.#parts.logger.error({ err: error, channelId }, 'listener of WebRTC sessions failed')
      }
    }
  }

  #saveUsage(): void {
    const members = [...this.#sessions.values()].flatMap((session) => session.open())
    const unsaved = members.filter((member) => member.receivedBytes + member.sentBytes > member.savedBytes)
    if (unsaved.length === 0) return
    try {
      this.#ledger.saveUsage(unsaved)
      for (const member of unsaved) member.savedBytes = member.receivedBytes + member.sentBytes
    } catch (error) {
      this.#parts.logger.error({ err: error }, 'usage of WebRTC connections not written')
    }
  }
}
