import type { ConnectionId } from '../../contract/ids.ts'
import type { Json } from '../../contract/sfu-api.ts'
import type { ConnectionUsage, SfuRequests, TransportCause } from '../../contract/sfu-worker.ts'
import type { ServerMessage } from '../../contract/signaling.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Logger } from '../../platform/logger.ts'
import { newId } from '../../platform/ids.ts'
import { Mailbox } from '../connection/mailbox.ts'
import { countRoles } from './counts.ts'
import type { ChannelCounts } from './counts.ts'
import type { HlsPlace, SfuChannelView, SfuSessionParts, WebrtcChannel } from './dependencies.ts'
import { ENDINGS, FAILED_SIGNALING } from './endings.ts'
import type { EndCause } from './endings.ts'
import type { LastWords } from './events.ts'
import { HlsRelays } from './hls-relays.ts'
import type { SfuLedger } from './ledger.ts'
import { step } from './member-machine.ts'
import type { MemberEvent } from './member-machine.ts'
import { MINUTE, countBytes, fullMinutes, newMember, offerMessage, openRequest, viewOf } from './member.ts'
import type { Admitted, Member } from './member.ts'
import { Negotiation } from './negotiation.ts'
import { connectionNotify, isToldOf, presentFor, spotlightNotify } from './notifications.ts'
import { refusal } from './refusal.ts'
import type { Settled } from './settle.ts'
import type { SignalingClient } from './signaling-ports.ts'

/** From the client's answer to its media. */
export const MEDIA_TIMEOUT: Milliseconds = 10_000
/** How many are in focus where nobody said a number. */
const DEFAULT_SPOTLIGHT_NUMBER = 5

/** What a session tells: that it changed, and which connections it carries. */
export interface SessionListener {
  changed(): void
  taken(connectionId: ConnectionId): void
  forgotten(connectionId: ConnectionId): void
}

/**
 * The one owner of a channel's connections, from the first that is taken to the last that ends. A message
 * is handled to its end before the next; what the SFU process is asked for comes back as another message.
 */
export class ChannelSession {
  readonly sessionId = newId()
  readonly channel: WebrtcChannel
  readonly #parts: SfuSessionParts
  readonly #ledger: SfuLedger
  readonly #listener: SessionListener
  readonly #log: Logger
  readonly #hls: HlsRelays
  /** In the order they were taken. */
  readonly #members = new Map<ConnectionId, Member>()
  /** Tells of comings and goings in the order in which they happened. */
  readonly #announcements = new Mailbox()
  /** Null without spotlight. */
  readonly #spotlight: { count: number; isToldToSfu: boolean } | null

  /** @param first what the connection is to be that the session begins with */
  constructor(
    channel: WebrtcChannel,
    first: Settled,
    parts: SfuSessionParts,
    ledger: SfuLedger,
    listener: SessionListener,
  ) {
    this.channel = channel
    this.#parts = parts
    this.#ledger = ledger
    this.#listener = listener
    this.#log = parts.logger.child({ channelId: channel.channelId })
    this.#hls = new HlsRelays(parts, this.#log)
    this.#spotlight = first.spotlight && {
      count: first.spotlight.number ?? DEFAULT_SPOTLIGHT_NUMBER,
      isToldToSfu: false,
    }
  }

  /** True when nobody is connected or about to be. */
  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  get usesSpotlight(): boolean {
    return this.#spotlight !== null
  }

  /** Those whose media is connected, in the order they were taken. */
  open(): Member[] {
    return [...this.#members.values()].filter(({ state }) => state === 'open')
  }

  counts(): ChannelCounts {
    return countRoles(this.open().map(({ settled }) => settled.role))
  }

  view(): SfuChannelView {
    return { sessionId: this.sessionId, connections: this.open().map(viewOf) }
  }

  /**
   * Takes a connection and sends its offer.
   * @throws SignalingRefusal when the SFU does not take it, or when it was ended meanwhile
   */
  async join(admitted: Admitted): Promise<SignalingClient> {
    const member = this.#add(admitted)
    const { connectionId } = member
    try {
      const made = await this.request('connection.open', openRequest(member))
      if (member.state !== 'opening') {
        // Its end may have reached the SFU before it was there.
        await this.#closeMedia(member)
      } else {
        this.#step(member, 'offer-sent')
        this.#sizeSpotlight()
        member.negotiation.offer(offerMessage(member, this.#parts.version, made))
      }
    } catch (error) {
      this.#log.warn({ err: error, connectionId }, 'the SFU does not take a connection')
      void this.end(member, 'service-failed')
    }
    if (member.ending) throw refusal(member.ending.close)
    return this.#clientOf(member)
  }

  /** Media is connected. */
  opened(connectionId: ConnectionId): void {
    const member = this.#members.get(connectionId)
    if (!member || !this.#step(member, 'media-up')) return
    member.timer?.cancel()
    member.openedAt = this.#parts.clock.now()
    const counts = this.counts()
    try {
      this.#ledger.opened(member, counts)
    } catch (error) {
      this.#log.error({ err: error, connectionId }, 'connection not written')
      void this.end(member, 'service-failed')
      return
    }
    this.#log.info({ connectionId, role: member.settled.role, client: member.client }, 'connection opened')
    this.#armMinute(member)
    this.#armLifetime(member)
    member.negotiation.opened()
    this.#announceCreated(member, counts)
    this.#hls.opened(member)
    this.#listener.changed()
  }

  changed(connectionId: ConnectionId): void {
    this.#members.get(connectionId)?.negotiation.changed()
  }

  lost(connectionId: ConnectionId, cause: TransportCause): void {
    const member = this.#members.get(connectionId)
    if (!member) return
    this.#log.info({ connectionId, cause }, 'media lost')
    void this.end(member, 'transport-lost')
  }

  focusChanged(connectionId: ConnectionId, focused: boolean, fixed: boolean): void {
    const member = this.#members.get(connectionId)
    if (member?.state !== 'open' || !this.#spotlight) return
    const change = { focused, fixed, count: this.#spotlight.count }
    const message = spotlightNotify(member, change, this.#parts.clock.now())
    this.#write(member, () => this.#ledger.focusChanged(member, change))
    this.#announce(member, () => message)
  }

  /** @returns whether the session has this connection */
  measured(usage: ConnectionUsage): boolean {
    const member = this.#members.get(usage.connectionId)
    if (!member) return false
    countBytes(member, usage, this.#parts.clock.now())
    return true
  }

  playlistReady(connectionId: ConnectionId, playlistUrl: string): void {
    const member = this.#members.get(connectionId)
    if (member?.state !== 'open') return
    const at = this.#parts.clock.now()
    this.#write(member, () => this.#ledger.playlistReady(member, playlistUrl, at))
  }

  async handOnTo(connectionId: ConnectionId, place: HlsPlace): Promise<void> {
    const member = this.#members.get(connectionId)
    if (member) await this.#hls.handTo(member, place)
  }

  setMetadata(member: Member, metadata: Json): void {
    member.metadata = metadata
  }

  async resizeSpotlight(count: number): Promise<void> {
    if (!this.#spotlight) return
    // Who comes into focus by it is told of before the reply.
    this.#spotlight.count = count
    await this.request('spotlight.resize', { channelId: this.channel.channelId, count })
  }

  request<Name extends keyof SfuRequests>(
    name: Name,
    body: SfuRequests[Name][0],
  ): Promise<SfuRequests[Name][1]> {
    return this.#parts.media.request(this.channel.settings.environment, name, body)
  }

  /** Ends every connection; resolves when the SFU has let go of them. */
  async endAll(cause: EndCause): Promise<void> {
    await Promise.all([...this.#members.values()].map((member) => this.end(member, cause)))
  }

  /** Ends a connection, once; resolves when nobody gets its media any more. */
  async end(member: Member, cause: EndCause, words: LastWords = {}): Promise<void> {
    const wasOpen = member.told !== null
    const now = this.#parts.clock.now()
    if (wasOpen) member.minutes = fullMinutes(member, now)
    if (!this.#step(member, 'ended')) return
    const ending = ENDINGS[cause]
    const { connectionId } = member
    member.ending = ending
    member.timer?.cancel()
    member.lifetime?.cancel()
    member.negotiation.end()
    this.#members.delete(connectionId)
    const counts = this.counts()
    this.#write(member, () => this.#ledger.ended(member, counts, { at: now, ending, words }))
    this.#log.info({ connectionId, reason: ending.row, minutes: member.minutes }, 'connection ended')
    if (ending.close) member.peer.close(ending.close)
    for (const other of this.#members.values()) other.paused.delete(connectionId)
    const closed = cause === 'sfu-lost' ? null : this.#closeMedia(member)
    if (wasOpen) {
      const message = connectionNotify('destroyed', member, counts, now)
      this.#announce(member, () => message, closed)
    }
    this.#hls.ended(member, ending.row)
    this.#listener.forgotten(connectionId)
    this.#listener.changed()
    await closed
  }

  #add(admitted: Admitted): Member {
    const { connectionId, peer } = admitted
    const member: Member = newMember(
      admitted,
      this.sessionId,
      new Negotiation({
        clock: this.#parts.clock,
        send: (message) => peer.send(message),
        reoffer: async () => (await this.request('connection.reoffer', { connectionId })).sdp,
        accept: (sdp) => this.request('connection.answer', { connectionId, sdp }),
        failed: (cause) => void this.end(member, cause),
      }),
    )
    this.#members.set(connectionId, member)
    this.#listener.taken(connectionId)
    return member
  }

  #clientOf(member: Member): SignalingClient {
    return {
      answered: (sdp) => this.#answered(member, sdp),
      reAnswered: (sdp) => {
        if (!member.negotiation.answered(sdp, false)) void this.end(member, 'invalid-message')
      },
      // The SFU learns where a client is from its first packet.
      candidate: () => undefined,
      roundTrip: (ms) => {
        member.roundTripMs = ms
      },
      stats: () => undefined,
      left: (reason) => {
        const words = reason === null ? {} : { client: reason }
        void this.end(member, reason === null ? 'signaling-lost' : 'client-left', words)
      },
      failed: (reason) => void this.end(member, FAILED_SIGNALING[reason]),
    }
  }

  #answered(member: Member, sdp: string): void {
    if (member.state === 'over') return
    if (member.state !== 'offered') return void this.end(member, 'invalid-message')
    const { clock } = this.#parts
    this.#step(member, 'answer-came')
    member.answeredAt = clock.now()
    member.timer = clock.after(MEDIA_TIMEOUT, () => void this.end(member, 'transport-lost'))
    member.negotiation.answered(sdp, true)
  }

  /** False when the event does not change the state. */
  #step(member: Member, event: MemberEvent): boolean {
    const { connectionId, state } = member
    const next = step(state, event)
    if (next === 'illegal') {
      this.#log.error({ connectionId, state, event }, 'message does not fit the state of the connection')
    }
    if (next === 'illegal' || next === 'ignored') return false
    member.state = next
    return true
  }

  #armMinute(member: Member): void {
    const { clock } = this.#parts
    const at = member.openedAt + (fullMinutes(member, clock.now()) + 1) * MINUTE
    member.timer = clock.after(Math.max(0, at - clock.now()), () => {
      member.minutes = fullMinutes(member, clock.now())
      const counts = this.counts()
      this.#write(member, () => this.#ledger.minutePassed(member, counts))
      const message = connectionNotify('updated', member, counts, clock.now())
      this.#announce(member, () => message)
      this.#armMinute(member)
    })
  }

  #armLifetime(member: Member): void {
    const { lifetime } = member.settled
    if (lifetime === null) return
    member.lifetime = this.#parts.clock.after(
      lifetime * 1000,
      () => void this.end(member, 'lifetime-expired'),
    )
  }

  /** The number counts for the whole session, and the SFU forgets it with the last connection. */
  #sizeSpotlight(): void {
    if (!this.#spotlight || this.#spotlight.isToldToSfu) return
    this.#spotlight.isToldToSfu = true
    const { count } = this.#spotlight
    this.request('spotlight.resize', { channelId: this.channel.channelId, count }).catch((error: unknown) => {
      this.#log.error({ err: error, count }, 'the spotlight could not be sized')
    })
  }

  async #closeMedia({ connectionId }: Member): Promise<void> {
    try {
      await this.request('connection.close', { connectionId })
    } catch (error) {
      this.#log.warn({ err: error, connectionId }, 'the SFU did not close a connection')
    }
  }

  #announceCreated(member: Member, counts: ChannelCounts): void {
    const message = connectionNotify('created', member, counts, this.#parts.clock.now())
    const present = presentFor(member, this.open())
    this.#announce(member, (to) => (to === member ? { ...message, data: present } : message))
  }

  /**
   * Tells those who are connected now of one connection, and it of itself.
   * @param ready what has to be done before
   */
  #announce(about: Member, message: (to: Member) => ServerMessage, ready: Promise<void> | null = null): void {
    const told = this.open().filter((to) => to === about || isToldOf(to, about))
    const tell = async () => {
      await ready
      for (const to of told) to.negotiation.notify(message(to))
    }
    this.#announcements.ask(tell).catch((error: unknown) => {
      this.#log.error({ err: error, connectionId: about.connectionId }, 'the others were not told')
    })
  }

  /** What runs goes on when the disk is full; a row that stays open is ended by the next start. */
  #write(member: Member, write: () => void): void {
    try {
      write()
    } catch (error) {
      this.#log.error({ err: error, connectionId: member.connectionId }, 'connection not written')
    }
  }
}
