import type { ChannelId, ConnectionId } from '../../../contract/ids.ts'
import type { WantedRid } from '../../../contract/signaling.ts'
import type { Producer } from '../forwarding/producer.ts'
import type { Member } from './member.ts'
import { SpeechDetector } from './speech.ts'
import { Spotlight } from './spotlight.ts'
import type { SpotlightChange } from './spotlight.ts'

/** Places in focus until an operation or the first connection says another number. */
const SPOTLIGHT_NUMBER = 1

export interface RoomListener {
  /** What the connection gets has changed. */
  changed(connectionId: ConnectionId): void
  focused(channelId: ChannelId, connectionId: ConnectionId, fixed: boolean): void
  unfocused(channelId: ChannelId, connectionId: ConnectionId): void
}

/** What a receiver asked for besides what the room decides. */
interface Wishes {
  /** Layer of all senders, by request or from the start; null for none. */
  all: WantedRid | null
  readonly of: Map<ConnectionId, WantedRid>
  readonly paused: Set<ConnectionId>
}

/** The connections of one channel, and who gets what of whom. */
export class Room {
  readonly #channelId: ChannelId
  readonly #listener: RoomListener
  readonly #members = new Map<ConnectionId, Member>()
  readonly #wishes = new Map<ConnectionId, Wishes>()
  readonly #spotlight = new Spotlight(SPOTLIGHT_NUMBER)
  readonly #now: () => number

  constructor(channelId: ChannelId, listener: RoomListener, now: () => number) {
    this.#channelId = channelId
    this.#listener = listener
    this.#now = now
  }

  get isEmpty(): boolean {
    return this.#members.size === 0
  }

  /** Takes a connection whose offer is about to be made: it gets what is sent already. */
  join(member: Member): void {
    this.#members.set(member.connectionId, member)
    this.#wishes.set(member.connectionId, { all: member.opened.wanted, of: new Map(), paused: new Set() })
    this.#connectAll(member)
  }

  /** Its media is connected: the others get it. */
  opened(member: Member): void {
    for (const receiver of this.#members.values()) {
      if (this.#connect(member, receiver)) this.#listener.changed(receiver.connectionId)
    }
    if (member.opened.spotlight) this.#listen(member)
  }

  leave(member: Member): void {
    if (!this.#members.delete(member.connectionId)) return
    this.#wishes.delete(member.connectionId)
    this.#spotlight.forget(member.connectionId)
    for (const receiver of this.#members.values()) {
      this.#wishes.get(receiver.connectionId)?.of.delete(member.connectionId)
      this.#wishes.get(receiver.connectionId)?.paused.delete(member.connectionId)
      const removed = member.producers.map((producer) => receiver.remove(producer))
      if (!removed.includes(true)) continue
      if (receiver.lacksTracks) this.#connectAll(receiver)
      this.#listener.changed(receiver.connectionId)
    }
    for (const producer of member.producers) producer.onAudioLevel = undefined
  }

  /** @param sender null for all; @param rid null for what the SFU chooses */
  requestLayer(receiver: Member, sender: ConnectionId | null, rid: WantedRid | null): void {
    const wishes = this.#wishes.get(receiver.connectionId)
    if (!wishes) return
    if (sender === null) {
      wishes.of.clear()
      wishes.all = rid
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
    if (this.#members.has(connectionId)) this.#tell(this.#spotlight.focus(connectionId, fixed, this.#now()))
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
  }

  /** @returns whether the receiver gets anything of the sender */
  #connect(sender: Member, receiver: Member): boolean {
    if (sender === receiver || sender.opened.bundleId === receiver.opened.bundleId) return false
    const added = sender.producers.map((producer) => {
      const isNew = receiver.add(producer)
      if (isNew) this.#apply(receiver, producer)
      return isNew
    })
    return added.includes(true)
  }

  #listen(member: Member): void {
    const audio = member.producers.find(({ kind }) => kind === 'audio')
    if (!audio) return
    const speech = new SpeechDetector()
    audio.onAudioLevel = (level, _voice, now) => {
      if (speech.level(level, now)) this.#tell(this.#spotlight.speaks(member.connectionId, now))
    }
  }

  #tell(changes: readonly SpotlightChange[]): void {
    for (const { id, focused, fixed } of changes) {
      const sender = this.#members.get(id as ConnectionId)
      if (!sender) continue
      for (const receiver of this.#members.values()) {
        for (const producer of sender.producers) this.#apply(receiver, producer)
      }
      if (focused) this.#listener.focused(this.#channelId, sender.connectionId, fixed)
      else this.#listener.unfocused(this.#channelId, sender.connectionId)
    }
  }

  #applyTo(receiver: Member): void {
    for (const { producer } of receiver.consumers) this.#apply(receiver, producer)
  }

  /** Sets what a receiver gets of a track: spotlight first, then what was asked for. */
  #apply(receiver: Member, producer: Producer): void {
    const consumer = receiver.consumerOf(producer)
    const wishes = this.#wishes.get(receiver.connectionId)
    if (!consumer || !wishes) return
    const sender = producer.connectionId as ConnectionId
    const { spotlight } = receiver.opened
    const focused = this.#spotlight.isFocused(sender)
    if (producer.kind === 'audio') {
      consumer.setPaused(spotlight !== null && !focused)
      return
    }
    const inSpotlight = spotlight && (focused ? spotlight.focusRid : spotlight.unfocusRid)
    const wanted = wishes.of.get(sender) ?? inSpotlight ?? wishes.all
    consumer.setPaused(wishes.paused.has(sender) || wanted === 'none')
    consumer.setWanted(wanted)
  }
}
