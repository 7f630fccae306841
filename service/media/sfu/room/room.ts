import type { ChannelId, ConnectionId } from '../../../contract/ids.ts'
import type { WantedRid } from '../../../contract/signaling.ts'
import type { Milliseconds } from '../../../contract/units.ts'
import type { FocusChange } from '../../link/room-message.ts'
import type { LinkPeer } from '../../link/peer.ts'
import type { Producer } from '../forwarding/producer.ts'
import { RoomLink } from '../spread/room-link.ts'
import type { Sender } from '../spread/room-link.ts'
import { FollowedFocus } from './focus.ts'
import type { Focus } from './focus.ts'
import { letsThrough } from './forwarding-filter.ts'
import type { Member } from './member.ts'
import { SpeechDetector, isAudible } from './speech.ts'
import { Spotlight } from './spotlight.ts'
import type { SpotlightChange } from './spotlight.ts'

/** Places in focus until an operation or the first connection says another number. */
const SPOTLIGHT_NUMBER = 1

export interface RoomListener {
  /** What the connection gets has changed. */
  changed(connectionId: ConnectionId): void
  focused(channelId: ChannelId, connectionId: ConnectionId, fixed: boolean): void
  unfocused(channelId: ChannelId, connectionId: ConnectionId): void
  /** Another process that has the channel is gone, or its link broke off. */
  parted(channelId: ChannelId, error: Error | null): void
}

/** What a receiver asked for besides what the room decides. */
interface Wishes {
  /** Its filters. */
  readonly lets: ReturnType<typeof letsThrough>
  /** Layer of all senders, by request or from the start; null for none. */
  all: WantedRid | null
  readonly of: Map<ConnectionId, WantedRid>
  readonly paused: Set<ConnectionId>
}

/**
 * The connections that one channel has in this process, and who gets what of whom. Where the channel is in other
 * processes too, those who send there are guests here: receivers get them as they get any other. One of the processes,
 * the home, decides for all who is in focus.
 */
export class Room {
  readonly #channelId: ChannelId
  readonly #listener: RoomListener
  readonly #members = new Map<ConnectionId, Member>()
  readonly #guests = new Map<ConnectionId, Sender>()
  readonly #wishes = new Map<ConnectionId, Wishes>()
  readonly #now: () => number
  readonly #links = new Set<RoomLink>()
  #spotlight: Focus = new Spotlight(SPOTLIGHT_NUMBER)
  #isKept = false
  #isClosed = false

  constructor(channelId: ChannelId, listener: RoomListener, now: () => number) {
    this.#channelId = channelId
    this.#listener = listener
    this.#now = now
  }

  /** Nobody is here, and nobody in other processes has to do with it. */
  get isOver(): boolean {
    return this.#members.size === 0 && !this.#isKept
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  get members(): readonly Member[] {
    return [...this.#members.values()]
  }

  /** The channel is to be in other processes too: it stays until it is closed, whoever is here. */
  keep(): void {
    this.#isKept = true
  }

  /** Another process has connections of the channel. @param isHome it decides who is in focus */
  link(peer: LinkPeer, isHome: boolean): RoomLink {
    const channelId = this.#channelId
    const link: RoomLink = new RoomLink(
      peer,
      {
        came: (guest) => this.#came(guest),
        gone: (guest) => this.#gone(guest),
        spoke: (connectionId) => {
          if (this.#guests.has(connectionId)) this.#speaks(connectionId, this.#now())
        },
        focusChanged: (changes) => this.#follow(changes),
        closed: (error) => {
          this.#links.delete(link)
          if (!this.#isClosed) this.#listener.parted(channelId, error)
        },
      },
      this.#now,
    )
    this.#links.add(link)
    if (isHome) this.#spotlight = new FollowedFocus((connectionId) => link.speaks(connectionId))
    for (const member of this.#members.values()) if (member.isOpen) link.sends(member)
    if (!(this.#spotlight instanceof FollowedFocus))
      link.focus(this.#spotlight.focused.map((id) => ({ id: id as ConnectionId, focused: true })))
    link.start()
    return link
  }

  /** Resolves when all that other processes said of the channel before is heard here. */
  async settle(): Promise<void> {
    await Promise.all([...this.#links].map((link) => link.settle()))
  }

  /** Every 20 ms. */
  tick(): void {
    for (const link of this.#links) link.tick(this.#now())
  }

  /** It has nothing to do with other processes any more. */
  close(): void {
    this.#isClosed = true
    for (const link of this.#links) link.close()
  }

  /** Takes a connection whose offer is about to be made: it gets what is sent already. */
  join(member: Member): void {
    this.#members.set(member.connectionId, member)
    const { wanted, filters } = member.opened
    const lets = letsThrough(filters)
    this.#wishes.set(member.connectionId, { lets, all: wanted, of: new Map(), paused: new Set() })
    this.#connectAll(member)
  }

  /** Its media is connected: the others get it. */
  opened(member: Member): void {
    this.#offer(member)
    for (const link of this.#links) link.sends(member)
    if (member.opened.spotlight) this.#listen(member)
  }

  leave(member: Member): void {
    if (!this.#members.delete(member.connectionId)) return
    this.#wishes.delete(member.connectionId)
    this.#withdraw(member)
    for (const link of this.#links) link.gone(member.connectionId)
    for (const producer of member.producers) producer.onAudioLevel = undefined
  }

  /** @param sender null for all; @param rid null to take back what was requested */
  requestLayer(receiver: Member, sender: ConnectionId | null, rid: WantedRid | null): void {
    const wishes = this.#wishes.get(receiver.connectionId)
    if (!wishes) return
    if (sender === null) {
      wishes.of.clear()
      wishes.all = rid ?? receiver.opened.wanted
    } else if (rid === null) wishes.of.delete(sender)
    else wishes.of.set(sender, rid)
    this.#applyTo(receiver)
  }

  pause(receiver: Member, sender: ConnectionId, paused: boolean): void {
    const wishes = this.#wishes.get(receiver.connectionId)
    if (paused) wishes?.paused.add(sender)
    else wishes?.paused.delete(sender)
    this.#applyTo(receiver)
  }

  focus(connectionId: ConnectionId, fixed: boolean): void {
    if (this.#senderOf(connectionId)) this.#tell(this.#spotlight.focus(connectionId, fixed, this.#now()))
  }

  unfocus(connectionId: ConnectionId): void {
    this.#tell(this.#spotlight.unfocus(connectionId))
  }

  resizeSpotlight(count: number): void {
    this.#tell(this.#spotlight.resize(count, this.#now()))
  }

  /** What is sent already, as far as the receiver does not get it yet. */
  #connectAll(receiver: Member): void {
    for (const sender of this.#members.values()) {
      if (sender.isOpen) this.#connect(sender, receiver)
    }
    for (const guest of this.#guests.values()) this.#connect(guest, receiver)
  }

  /** @returns whether the receiver gets anything of the sender */
  #connect(sender: Sender, receiver: Member): boolean {
    if (sender === receiver || sender.bundleId === receiver.bundleId) return false
    const added = sender.producers.map((producer) => {
      const isNew = receiver.add(producer)
      if (isNew) this.#apply(receiver, producer)
      return isNew
    })
    return added.includes(true)
  }

  #came(guest: Sender): void {
    this.#guests.set(guest.connectionId, guest)
    this.#offer(guest)
  }

  #gone(guest: Sender): void {
    this.#guests.delete(guest.connectionId)
    this.#withdraw(guest)
  }

  /** Whoever is here gets it. */
  #offer(sender: Sender): void {
    for (const receiver of this.#members.values()) {
      if (this.#connect(sender, receiver)) this.#listener.changed(receiver.connectionId)
    }
  }

  /** Nobody here gets it any more. */
  #withdraw(sender: Sender): void {
    this.#spotlight.forget(sender.connectionId)
    for (const receiver of this.#members.values()) {
      this.#wishes.get(receiver.connectionId)?.of.delete(sender.connectionId)
      this.#wishes.get(receiver.connectionId)?.paused.delete(sender.connectionId)
      const removed = sender.producers.map((producer) => receiver.remove(producer))
      if (!removed.includes(true)) continue
      if (receiver.lacksTracks) this.#connectAll(receiver)
      this.#listener.changed(receiver.connectionId)
    }
  }

  #listen(member: Member): void {
    const audio = member.producers.find(({ kind }) => kind === 'audio')
    if (!audio) return
    const speech = new SpeechDetector()
    const { focusCounters } = member
    audio.onAudioLevel = (level, _voice, now) => {
      const speaks = speech.level(level, now)
      focusCounters.heard(isAudible(level), speaks, now)
      if (speaks) this.#speaks(member.connectionId, now)
      focusCounters.decided(speaks)
    }
  }

  #speaks(connectionId: ConnectionId, now: Milliseconds): void {
    this.#tell(this.#spotlight.speaks(connectionId, now))
  }

  /** What was decided here. */
  #tell(changes: readonly SpotlightChange[]): void {
    const known = changes.flatMap(({ id, focused, fixed }) => {
      const sender = this.#senderOf(id as ConnectionId)
      return sender ? [{ sender, id: sender.connectionId, focused, fixed }] : []
    })
    for (const link of this.#links) link.focus(known.map(({ id, focused }) => ({ id, focused })))
    for (const { sender, id, focused, fixed } of known) {
      this.#focusChanged(sender, focused)
      if (focused) this.#listener.focused(this.#channelId, id, fixed)
      else this.#listener.unfocused(this.#channelId, id)
    }
  }

  /** What was decided at home. */
  #follow(changes: readonly FocusChange[]): void {
    if (!(this.#spotlight instanceof FollowedFocus)) return
    for (const change of changes) {
      this.#spotlight.follow(change)
      const sender = this.#senderOf(change.id)
      if (sender) this.#focusChanged(sender, change.focused)
    }
  }

  #focusChanged(sender: Sender, focused: boolean): void {
    this.#members.get(sender.connectionId)?.focusCounters.changed(focused, this.#now())
    this.#applyFrom(sender)
  }

  #senderOf(connectionId: ConnectionId): Sender | undefined {
    return this.#members.get(connectionId) ?? this.#guests.get(connectionId)
  }

  #applyFrom(sender: Sender): void {
    for (const receiver of this.#members.values()) {
      for (const producer of sender.producers) this.#apply(receiver, producer)
    }
  }

  #applyTo(receiver: Member): void {
    for (const { producer } of receiver.consumers) this.#apply(receiver, producer)
  }

  /** Sets what a receiver gets of a track: its filters first, then spotlight, then what was asked for. */
  #apply(receiver: Member, producer: Producer): void {
    const consumer = receiver.consumerOf(producer)
    const wishes = this.#wishes.get(receiver.connectionId)
    const sender = producer.connectionId as ConnectionId
    const clientId = this.#senderOf(sender)?.clientId
    if (!consumer || !wishes || clientId === undefined) return
    const { kind } = producer
    if (!wishes.lets({ connectionId: sender, clientId, kind })) {
      consumer.setPaused(true)
      return
    }
    const { spotlight } = receiver.opened
    const focused = this.#spotlight.isFocused(sender)
    if (kind === 'audio') {
      consumer.setPaused(spotlight !== null && !focused)
      return
    }
    const inSpotlight = spotlight && (focused ? spotlight.focusRid : spotlight.unfocusRid)
    const wanted = wishes.of.get(sender) ?? inSpotlight ?? wishes.all
    consumer.setPaused(wishes.paused.has(sender) || wanted === 'none')
    consumer.setWanted(wanted)
  }
}
