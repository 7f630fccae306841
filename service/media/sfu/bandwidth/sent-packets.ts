import type { Bytes, Milliseconds } from '../../../contract/units.ts'

/** Packets that are remembered: 4 s at 1000 packets a second. A power of two. */
const SIZE = 4096
const FREE = 0
const ON_ITS_WAY = 1
const REPORTED_LOST = 2
const ARRIVED = 3

/** What a report says about a packet: for the first time, after it was thought lost, or nothing new. */
export type News = 'first' | 'late' | 'none'

/** The latest packets sent, by their transport-wide sequence number. Nothing is allocated per packet. */
export class SentPackets {
  readonly #sequence = new Uint16Array(SIZE)
  readonly #state = new Uint8Array(SIZE)
  readonly #sentAt = new Float64Array(SIZE)
  readonly #bytes = new Uint32Array(SIZE)

  add(transportSeq: number, bytes: Bytes, nowMs: Milliseconds): void {
    const slot = transportSeq & (SIZE - 1)
    this.#sequence[slot] = transportSeq
    this.#state[slot] = ON_ITS_WAY
    this.#sentAt[slot] = nowMs
    this.#bytes[slot] = bytes
  }

  arrived(transportSeq: number): News {
    const state = this.#stateOf(transportSeq)
    if (state === FREE || state === ARRIVED) return 'none'
    this.#state[transportSeq & (SIZE - 1)] = ARRIVED
    return state === REPORTED_LOST ? 'late' : 'first'
  }

  lost(transportSeq: number): News {
    if (this.#stateOf(transportSeq) !== ON_ITS_WAY) return 'none'
    this.#state[transportSeq & (SIZE - 1)] = REPORTED_LOST
    return 'first'
  }

  sentAt(transportSeq: number): Milliseconds {
    return this.#sentAt[transportSeq & (SIZE - 1)] ?? 0
  }

  bytes(transportSeq: number): Bytes {
    return this.#bytes[transportSeq & (SIZE - 1)] ?? 0
  }

  #stateOf(transportSeq: number): number {
    const slot = transportSeq & (SIZE - 1)
    return this.#sequence[slot] === transportSeq ? (this.#state[slot] ?? FREE) : FREE
  }
}
