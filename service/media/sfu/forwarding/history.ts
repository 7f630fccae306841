import type { Milliseconds } from '../../../contract/units.ts'
import { OutgoingPacket } from './outgoing-packet.ts'

/** At least as long packets are kept, as far as {@link MAX_SIZE} reaches. */
const KEEP: Milliseconds = 1000
/** Sizes are powers of 2: a second of a 30 Mbit/s stream fits into the largest. */
const FIRST_SIZE = 256
const MAX_SIZE = 4096

/** Where the packets of a stream are built. */
export interface PacketPlaces {
  /** A packet to build as number `number`; whatever was in its place is gone. */
  place(number: number, nowMs: Milliseconds): OutgoingPacket
  /** Null where it is not kept any more. */
  get(number: number): OutgoingPacket | null
  /** Those from a number on that are kept, in order. */
  since(number: number): readonly OutgoingPacket[]
}

/** For streams that are never retransmitted. */
export class SinglePlace implements PacketPlaces {
  readonly #packet = new OutgoingPacket()

  place(): OutgoingPacket {
    return this.#packet
  }

  get(): null {
    return null
  }

  since(): readonly OutgoingPacket[] {
    return []
  }
}

/** The last packets of a stream by their numbers, shared by all its receivers. */
export class PacketHistory implements PacketPlaces {
  #ring = Array.from({ length: FIRST_SIZE }, () => new OutgoingPacket())
  #newest = -1
  /** For packets so late that their place is taken. */
  readonly #unkept = new OutgoingPacket()

  place(number: number, nowMs: Milliseconds): OutgoingPacket {
    if (number <= this.#newest - this.#ring.length) return this.#unkept
    this.#newest = Math.max(this.#newest, number)
    const packet = this.#at(number)
    if (packet.number >= 0 && packet.number !== number && nowMs - packet.arrivedMs < KEEP && this.#grow()) {
      return this.#at(number)
    }
    return packet
  }

  get(number: number): OutgoingPacket | null {
    const packet = this.#at(number)
    return packet.number === number ? packet : null
  }

  since(number: number): readonly OutgoingPacket[] {
    const kept: OutgoingPacket[] = []
    for (let next = number; next <= this.#newest; next++) {
      const packet = this.get(next)
      if (packet) kept.push(packet)
    }
    return kept
  }

  #at(number: number): OutgoingPacket {
    return this.#ring[number & (this.#ring.length - 1)] ?? this.#unkept
  }

  #grow(): boolean {
    const size = this.#ring.length * 2
    if (size > MAX_SIZE) return false
    const spare = Array.from({ length: size }, () => new OutgoingPacket())
    for (const packet of this.#ring) if (packet.number >= 0) spare[packet.number & (size - 1)] = packet
    this.#ring = spare
    return true
  }
}
