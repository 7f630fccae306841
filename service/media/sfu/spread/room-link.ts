import type { ConnectionId } from '../../../contract/ids.ts'
import type { Bytes, Milliseconds } from '../../../contract/units.ts'
import type { LinkFrame } from '../../link/frames.ts'
import type { LinkPeer } from '../../link/peer.ts'
import type { FocusChange, RoomMessage, SharedTrack } from '../../link/room-message.ts'
import type { Producer } from '../forwarding/producer.ts'
import type { SenderReport } from '../forwarding/sender-clock.ts'
import { Marks } from './marks.ts'
import { PacketTap } from './packet-tap.ts'
import { ReplicaTrack } from './replica-track.ts'

/** Packets are left out while more than this waits: half a second of 16 Mbit/s. */
const MOST_WAITING: Bytes = 1024 * 1024

/** One who sends in a room, wherever its connection is. */
export interface Sender {
  readonly connectionId: ConnectionId
  /** By which filters know it, besides its own id. */
  readonly clientId: string
  /** Connections that share it do not get each other's media. */
  readonly bundleId: string
  readonly producers: readonly Producer[]
}

/** What the room hears of the other process. */
export interface RoomLinkListener {
  /** Somebody sends there. */
  came(sender: Sender): void
  gone(sender: Sender): void
  spoke(connectionId: ConnectionId): void
  focusChanged(changes: readonly FocusChange[]): void
  /** Nothing comes any more; all who sent there are gone. */
  closed(error: Error | null): void
}

/** A track of this process, which the other one may want. */
interface OwnTrack {
  readonly producer: Producer
  readonly tap: PacketTap
  isWanted: boolean
}

interface Guest extends Sender {
  readonly tracks: readonly SharedTrack[]
}

/** The link of one channel between this SFU process and another one. Both sides are alike. */
export class RoomLink {
  readonly #peer: LinkPeer
  readonly #listener: RoomLinkListener
  readonly #now: () => Milliseconds
  readonly #own = new Map<number, OwnTrack>()
  readonly #senders = new Map<ConnectionId, readonly SharedTrack[]>()
  readonly #replicas = new Map<number, ReplicaTrack>()
  readonly #guests = new Map<ConnectionId, Guest>()
  readonly #marks = new Marks()
  #lastTrack = 0
  #isOver = false

  /** @param now monotonic */
  constructor(peer: LinkPeer, listener: RoomLinkListener, now: () => Milliseconds) {
    this.#peer = peer
    this.#listener = listener
    this.#now = now
  }

  /** Begins to listen. */
  start(): void {
    this.#peer.onFrame((frame) => this.#hear(frame))
    this.#peer.onClose((error) => this.#closed(error))
  }

  /** Media of a connection of this process is up. */
  sends({ connectionId, clientId, bundleId, producers }: Sender): void {
    const tracks = producers.map((producer) => {
      const number = ++this.#lastTrack
      this.#own.set(number, { producer, tap: new PacketTap(producer, this.#sinkOf(number)), isWanted: false })
      return { number, id: producer.id, codec: producer.codec, rids: producer.rids }
    })
    this.#senders.set(connectionId, tracks)
    this.#say({ what: 'sender', connectionId, clientId, bundleId, tracks })
  }

  gone(connectionId: ConnectionId): void {
    const tracks = this.#senders.get(connectionId)
    if (!tracks) return
    this.#senders.delete(connectionId)
    for (const { number } of tracks) this.#forget(number)
    this.#say({ what: 'sender-gone', connectionId })
  }

  speaks(connectionId: ConnectionId): void {
    this.#say({ what: 'speaks', connectionId })
  }

  focus(changes: readonly FocusChange[]): void {
    if (changes.length > 0) this.#say({ what: 'focus', changes })
  }

  /**
   * Resolves when all that the other side said before this was called is heard.
   * @returns false where the link is closed
   */
  settle(): Promise<boolean> {
    if (this.#isOver) return Promise.resolve(false)
    const { number, heard } = this.#marks.next()
    this.#say({ what: 'mark', number })
    return heard
  }

  /** Every 20 ms. */
  tick(nowMs: Milliseconds): void {
    for (const { tap, isWanted } of this.#own.values()) if (isWanted) tap.tick()
    for (const track of this.#replicas.values()) track.tick(nowMs)
  }

  close(): void {
    this.#peer.close()
    this.#closed(null)
  }

  #hear(frame: LinkFrame): void {
    if (this.#isOver) return
    if (frame.type === 'packet') {
      this.#replicas.get(frame.track)?.packet(frame.layer, frame.begins, frame.bytes, this.#now())
    } else if (frame.type === 'room') this.#told(frame.message)
  }

  #told(message: RoomMessage): void {
    switch (message.what) {
      case 'sender':
        return this.#came(message)
      case 'sender-gone':
        return this.#left(message.connectionId)
      case 'wanted':
        return this.#wanted(message.track, message.wanted)
      case 'key-wanted': {
        const producer = this.#own.get(message.track)?.producer
        const layer = producer?.sources[message.layer]
        if (layer) producer.requestKeyFrame(layer.rid)
        return
      }
      case 'report': {
        const { track, layer, ntpMs, rtpTimestamp, ageMs } = message
        return this.#replicas.get(track)?.report(layer, ntpMs, rtpTimestamp, this.#now() - ageMs)
      }
      case 'speaks':
        return this.#listener.spoke(message.connectionId)
      case 'focus':
        return this.#listener.focusChanged(message.changes)
      case 'mark':
        return this.#say({ what: 'marked', number: message.number })
      case 'marked':
        return this.#marks.heard(message.number)
    }
  }

  #came({ connectionId, clientId, bundleId, tracks }: Extract<RoomMessage, { what: 'sender' }>): void {
    const upstream = {
      wanted: (track: number, wanted: boolean) => this.#say({ what: 'wanted', track, wanted }),
      keyWanted: (track: number, layer: number) => this.#say({ what: 'key-wanted', track, layer }),
    }
    const producers = tracks.map((track) => {
      const replica = new ReplicaTrack(connectionId, track, upstream, this.#now)
      this.#replicas.set(track.number, replica)
      return replica.producer
    })
    const guest = { connectionId, clientId, bundleId, producers, tracks }
    this.#guests.set(connectionId, guest)
    this.#listener.came(guest)
  }

  #left(connectionId: ConnectionId): void {
    const guest = this.#guests.get(connectionId)
    if (!guest) return
    this.#guests.delete(connectionId)
    for (const { number } of guest.tracks) this.#replicas.delete(number)
    this.#listener.gone(guest)
  }

  #wanted(number: number, wanted: boolean): void {
    const track = this.#own.get(number)
    if (!track || wanted === track.isWanted) return
    track.isWanted = wanted
    if (wanted) track.tap.open()
    else track.tap.close()
  }

  #sinkOf(track: number) {
    const peer = this.#peer
    return {
      get hasRoom() {
        return peer.backlogBytes < MOST_WAITING
      },
      packet: (layer: number, begins: boolean, bytes: Uint8Array) =>
        void peer.send({ type: 'packet', track, layer, begins, bytes }),
      report: (layer: number, { ntpMs, rtpTimestamp, arrivedMs }: SenderReport) =>
        this.#say({ what: 'report', track, layer, ntpMs, rtpTimestamp, ageMs: this.#now() - arrivedMs }),
    }
  }

  #forget(number: number): void {
    this.#own.get(number)?.tap.close()
    this.#own.delete(number)
  }

  #say(message: RoomMessage): void {
    this.#peer.send({ type: 'room', message })
  }

  #closed(error: Error | null): void {
    if (this.#isOver) return
    this.#isOver = true
    for (const number of [...this.#own.keys()]) this.#forget(number)
    for (const connectionId of [...this.#guests.keys()]) this.#left(connectionId)
    this.#marks.close()
    this.#listener.closed(error)
  }
}
