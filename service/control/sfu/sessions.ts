import type { CloseReason } from '../../contract/close-reasons.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../contract/ids.ts'
import type { SfuAuthAllowed } from '../../contract/sfu-webhooks.ts'
import type { ConnectMessage } from '../../contract/signaling.ts'
import { newId } from '../../platform/ids.ts'
import { ListenerSet } from '../../platform/listener-set.ts'
import { ChannelSession } from './channel-session.ts'
import { withoutKey } from '../access/client-key.ts'
import { isLetIn } from '../access/door.ts'
import { countRoles } from './counts.ts'
import type { SfuChannelView, SfuSessionParts, WebrtcChannel } from './dependencies.ts'
import { ENDINGS } from './endings.ts'
import type { EndCause } from './endings.ts'
import { authBody } from './events.ts'
import { forwardedConnection, forwardedSpotlight } from './forwarded-connection.ts'
import { SfuLedger } from './ledger.ts'
import type { SfuChannels, SfuConnection, Spotlight } from './sfu-channels.ts'
import { failureRefusal } from './refusal.ts'
import { settle } from './settle.ts'
import type { Settled } from './settle.ts'
import type { SignalingAdmission, SignalingClient, SignalingPeer } from './signaling-admission.ts'
import { WebrtcMember } from './webrtc-member.ts'

const NOBODY: SfuChannelView = { sessionId: null, connections: [] }

/**
 * The WebRTC clients of all channels: decides who may connect, hands what the SFU processes tell to the
 * connection that it is about, and answers the APIs and the console.
 */
export class SfuSessions implements SignalingAdmission, SfuChannels {
  readonly #parts: SfuSessionParts
  readonly #ledger: SfuLedger
  readonly #sessions = new Map<ChannelId, ChannelSession>()
  readonly #listeners: ListenerSet<[ChannelId]>
  #isClosed = false

  constructor(parts: SfuSessionParts) {
    this.#parts = parts
    this.#ledger = new SfuLedger(parts)
    this.#listeners = new ListenerSet(parts.logger, 'WebRTC sessions')
    this.#listen()
  }

  /** Ends what a service that was killed left open. Called once, before anything can connect. */
  recover(): void {
    const count = this.#ledger.recover()
    if (count > 0)
      this.#parts.logger.warn({ count }, 'WebRTC connections of an earlier run ended: service-lost')
  }

  connect(message: ConnectMessage, peer: SignalingPeer): Promise<SignalingClient> {
    return this.#connect(message, peer, false)
  }

  async #connect(asked: ConnectMessage, peer: SignalingPeer, isOwn: boolean): Promise<SignalingClient> {
    const channel = this.#channel(asked.channel_id)
    const connectionId = newId<ConnectionId>('client connection')
    const message = this.#atDoor(asked, channel.channelId, connectionId, peer, isOwn)
    const settled = settle(message, await this.#askWebhook(channel, connectionId, message))
    // It may have been deleted while the webhook was asked.
    const session = this.#sessionFor(this.#channel(channel.channelId), settled)
    return session.join({
      connectionId,
      channel,
      settled,
      capabilities: message.sdp ?? null,
      client: message.sora_client ?? '',
      peer,
    })
  }

  /**
   * For clients that reach channels of one system only: those of others are unknown to them.
   * @param isAdmitted asked when one connects; who is not finds none
   */
  within(systemId: SystemId, isAdmitted: () => boolean): SignalingAdmission {
    return {
      connect: async (message, peer) => {
        const channel = this.#channel(message.channel_id)
        if (channel.systemId !== systemId || !isAdmitted()) throw failureRefusal('CHANNEL-NOT-FOUND')
        return this.#connect(message, peer, true)
      },
    }
  }

  connections(channelId: ChannelId): readonly SfuConnection[] {
    return this.#forwarded(channelId, (session) => session.open())
  }

  arriving(channelId: ChannelId): readonly SfuConnection[] {
    return this.#forwarded(channelId, (session) => session.arriving())
  }

  spotlight(channelId: ChannelId): Spotlight | null {
    const session = this.#sessions.get(channelId)
    return session ? forwardedSpotlight(session) : null
  }

  view(channelId: ChannelId): SfuChannelView {
    return this.#sessions.get(channelId)?.view() ?? NOBODY
  }

  /** True from the first client of a channel to its last. */
  isOpen(channelId: ChannelId): boolean {
    return this.#sessions.has(channelId)
  }

  /** Ends the channel's connections; resolves when the SFU has let go of them. */
  async closeChannel(channelId: ChannelId, reason: CloseReason): Promise<void> {
    const cause: EndCause = reason in ENDINGS ? (reason as EndCause) : 'operator-closed'
    await this.#sessions.get(channelId)?.endAll(cause)
  }

  /** Tells which channel changed; returns how to stop listening. */
  onChange(listener: (channelId: ChannelId) => void): () => void {
    return this.#listeners.add(listener)
  }

  /** Ends every connection; none is taken any more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([...this.#sessions.values()].map((session) => session.endAll('service-closed')))
    this.#listeners.clear()
  }

  /** Hands what the SFU processes tell to the connection that it is about. */
  #listen(): void {
    this.#parts.media.topics.on({
      'connection.opened': ({ connectionId }) => this.#find(connectionId)?.mediaUp(),
      'connection.changed': ({ connectionId }) => this.#find(connectionId)?.negotiation.changed(),
      'connection.lost': ({ connectionId, cause }) => this.#find(connectionId)?.mediaLost(cause),
      'spotlight.focused': ({ connectionId, fixed }) => this.#find(connectionId)?.focusChanged(true, fixed),
      'spotlight.unfocused': ({ connectionId }) => this.#find(connectionId)?.focusChanged(false, false),
      'connection.usage': ({ connections }) => {
        const changed = new Set<ChannelId>()
        for (const usage of connections) {
          const member = this.#find(usage.connectionId)
          member?.measured(usage)
          if (member) changed.add(member.channel.channelId)
        }
        for (const channelId of changed) this.#listeners.tell(channelId)
      },
      'sfu.lost': ({ channelIds }) => {
        for (const channelId of channelIds) void this.#sessions.get(channelId)?.endAll('sfu-lost')
      },
      'sfu.part-lost': ({ connectionIds }) => {
        for (const connectionId of connectionIds) void this.#find(connectionId)?.end('sfu-lost')
      },
    })
  }

  #forwarded(
    channelId: ChannelId,
    choose: (session: ChannelSession) => readonly WebrtcMember[],
  ): readonly SfuConnection[] {
    const session = this.#sessions.get(channelId)
    if (!session) return []
    return choose(session).map((member) => forwardedConnection(session, member, session.rules))
  }

  /** A connection that is there or about to be. */
  #find(connectionId: ConnectionId): WebrtcMember | null {
    const member = this.#parts.live.find(connectionId)
    return member instanceof WebrtcMember && !member.ending ? member : null
  }

  /** @throws SignalingRefusal */
  #channel(channelId: string): WebrtcChannel {
    if (this.#isClosed) throw failureRefusal('SERVICE-UNAVAILABLE')
    const channel = this.#parts.channels.find(channelId)
    if (!channel) throw failureRefusal('CHANNEL-NOT-FOUND')
    return channel
  }

  /**
   * @returns the message as others are told of it, without an ingest key
   * @throws SignalingRefusal for who does not have what the channel asks for
   */
  #atDoor(
    message: ConnectMessage,
    channelId: ChannelId,
    connectionId: ConnectionId,
    { remoteAddress, key }: SignalingPeer,
    isOwn: boolean,
  ): ConnectMessage {
    const { door } = this.#parts
    const { role, metadata, sora_client: client = '' } = message
    const visit = { channelId, role, client, remoteAddress, key, metadata, isOwn }
    const outcome = door.client(visit)
    if (outcome === null) return message
    door.came('client', outcome, visit, isLetIn(outcome) ? connectionId : null)
    if (!isLetIn(outcome)) throw failureRefusal('KEY-REQUIRED')
    return outcome === 'with-key' && key === null ? withoutKey(message) : message
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
      if ((known.spotlightCount === null) !== (settled.spotlight === null))
        throw failureRefusal('SPOTLIGHT-MISMATCH')
      return known
    }
    const session = new ChannelSession(channel, settled, this.#parts, this.#ledger, {
      changed: () => this.#listeners.tell(channelId),
      empty: () => {
        if (this.#sessions.get(channelId) === session) this.#sessions.delete(channelId)
      },
    })
    this.#sessions.set(channelId, session)
    return session
  }
}
