import type { ConnectionId } from '../../contract/ids.ts'
import type { SfuRequests } from '../../contract/sfu-worker.ts'
import type { ServerMessage } from '../../contract/signaling.ts'
import { newId } from '../../platform/ids.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { LiveChannel } from '../connection/live-channel.ts'
import { isConnected } from '../connection/member-machine.ts'
import { countRoles } from './counts.ts'
import type { ChannelCounts } from './counts.ts'
import type { SfuChannelView, SfuSessionParts, WebrtcChannel } from './dependencies.ts'
import type { EndCause } from './endings.ts'
import type { SfuRoom } from './sfu-media.ts'
import type { SfuLedger } from './ledger.ts'
import { openRequest, viewOf } from './member.ts'
import type { Admitted } from './member.ts'
import { connectionNotify, isToldOf, presentFor } from './notifications.ts'
import { refusal } from './refusal.ts'
import type { Settled } from './settle.ts'
import type { SignalingClient } from './signaling-admission.ts'
import { WebrtcMember } from './webrtc-member.ts'
import type { OwnSession } from './webrtc-member.ts'

/** How many are in focus where nobody said a number. */
const DEFAULT_SPOTLIGHT_NUMBER = 5

/** What a session tells: that it changed, and that nobody is there any more. */
export interface SessionListener {
  changed(): void
  empty(): void
}

/**
 * What the WebRTC clients of a channel have in common, from the first that is taken to the last that goes:
 * an id, a spotlight, and that each is told of the others. Who they are, the channel's owner knows.
 */
export class ChannelSession implements OwnSession {
  readonly sessionId = newId('session')
  readonly channel: WebrtcChannel
  readonly owner: LiveChannel
  readonly ledger: SfuLedger
  readonly clock: Clock
  readonly rules: Clock
  readonly logger: Logger
  readonly version: string
  readonly #parts: SfuSessionParts
  readonly #listener: SessionListener
  readonly #room: SfuRoom
  /** Null without spotlight. */
  readonly #spotlight: { count: number; isToldToSfu: boolean } | null
  /** Tells of comings and goings in the order in which they happened. */
  #announced: Promise<void> = Promise.resolve()

  /** @param first what the connection is to be that the session begins with */
  constructor(
    channel: WebrtcChannel,
    first: Settled,
    parts: SfuSessionParts,
    ledger: SfuLedger,
    listener: SessionListener,
  ) {
    this.channel = channel
    this.owner = parts.live.of(channel)
    this.ledger = ledger
    this.clock = parts.clock
    this.rules = parts.rules ?? parts.clock
    this.logger = parts.logger.child({ channelId: channel.channelId })
    this.version = parts.version
    this.#parts = parts
    this.#listener = listener
    this.#room = parts.media.room(channel.settings.environment, channel.channelId)
    this.#spotlight = first.spotlight && {
      count: first.spotlight.number ?? DEFAULT_SPOTLIGHT_NUMBER,
      isToldToSfu: false,
    }
  }

  get spotlightCount(): number | null {
    return this.#spotlight?.count ?? null
  }

  /** Those whose media is connected, in the order they were taken. */
  open(): WebrtcMember[] {
    return this.#members().filter(isConnected)
  }

  /** Those who have been taken and whose media is not connected yet. */
  arriving(): WebrtcMember[] {
    return this.#members().filter((member) => !isConnected(member))
  }

  counts(): ChannelCounts {
    return countRoles(this.open().map(({ settled }) => settled.role))
  }

  view(): SfuChannelView {
    return { sessionId: this.sessionId, connections: this.open().map(viewOf) }
  }

  playlistUrl(connectionId: ConnectionId): string {
    return this.#parts.playlistUrl(this.channel.channelId, connectionId)
  }

  /**
   * Takes a connection and sends its offer.
   * @throws SignalingRefusal when the SFU does not take it, or when it was ended meanwhile
   */
  async join(admitted: Admitted): Promise<SignalingClient> {
    const member = new WebrtcMember(admitted, this)
    this.owner.tell(() => this.owner.add(member))
    try {
      const made = await this.request('connection.open', openRequest(member))
      if ('sdpFault' in made) await member.end('invalid-message', { fault: `sdp: ${made.sdpFault}` })
      else if (member.ending) {
        // Its end may have reached the SFU before it was there.
        await this.closeMedia(member)
      } else {
        await this.owner.ask(() => {
          this.#sizeSpotlight()
          member.offer(made)
        })
      }
    } catch (error) {
      this.logger.warn(
        { err: error, connectionId: member.connectionId },
        'the SFU does not take a connection',
      )
      void member.end('service-failed')
    }
    if (member.ending) throw refusal(member.close)
    return member
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
    return this.#room.request(name, body)
  }

  /** Those in other processes have got, or lost, what those in one did; null where there are none. */
  settled(): Promise<void> | null {
    return this.#room.settled()
  }

  /** Ends every connection; resolves when the SFU has let go of them. */
  async endAll(cause: EndCause): Promise<void> {
    await Promise.all(this.#members().map((member) => member.end(cause)))
  }

  announceCreated(about: WebrtcMember, counts: ChannelCounts): void {
    const message = connectionNotify('created', about, counts, this.rules.now())
    const present = presentFor(about, this.open())
    this.#announce(about, (to) => (to === about ? { ...message, data: present } : message), this.settled())
  }

  announce(about: WebrtcMember, message: ServerMessage, ready: Promise<void> | null = null): void {
    this.#announce(about, () => message, ready)
  }

  async closeMedia({ connectionId }: WebrtcMember): Promise<void> {
    try {
      await this.request('connection.close', { connectionId })
      await this.settled()
    } catch (error) {
      this.logger.warn({ err: error, connectionId }, 'the SFU did not close a connection')
    }
  }

  left({ connectionId }: WebrtcMember): void {
    const others = this.#members()
    for (const other of others) other.paused.delete(connectionId)
    if (others.length > 0) return
    this.#room.leave()
    this.#listener.empty()
  }

  changed(): void {
    this.#listener.changed()
  }

  /** Those who are connected or about to be, in the order in which they were taken. */
  #members(): WebrtcMember[] {
    return this.owner
      .members()
      .filter((member) => member instanceof WebrtcMember)
      .filter(({ ending }) => ending === null)
  }

  /** The number counts for the whole session, and the SFU forgets it with the last connection. */
  #sizeSpotlight(): void {
    if (!this.#spotlight || this.#spotlight.isToldToSfu) return
    this.#spotlight.isToldToSfu = true
    const { count } = this.#spotlight
    this.request('spotlight.resize', { channelId: this.channel.channelId, count }).catch((error: unknown) => {
      this.logger.error({ err: error, count }, 'the spotlight could not be sized')
    })
  }

  #announce(
    about: WebrtcMember,
    message: (to: WebrtcMember) => ServerMessage,
    ready: Promise<void> | null,
  ): void {
    const told = this.open().filter((to) => to === about || isToldOf(to, about))
    const tell = async () => {
      await ready
      for (const to of told) to.negotiation.notify(message(to))
    }
    this.#announced = this.#announced.then(tell).catch((error: unknown) => {
      this.logger.error({ err: error, connectionId: about.connectionId }, 'the others were not told')
    })
  }
}
