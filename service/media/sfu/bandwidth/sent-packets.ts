import type { Bytes, Milliseconds } from '../../../contract/units.ts'

/** Packets that are remembered: 4 s at 1000 packets a second. A power of two. */
const SIZE = 4096
const FREE = 0
const ON_ITS_WAY = 1
const REPORTED_LOST = 2
const ARRIVED = 3

/** Of a packet, in words of 32 bits: when it was sent (two of them), its sequence number and state, its bytes. */
const WORDS = 4
const STATE_SHIFT = 16

/** What a report says about a packet: for the first time, after it was thought lost, or nothing new. */
export type News = 'first' | 'late' | 'none'

/**
 * The latest packets sent, by their transport-wide sequence number. Nothing is allocated per packet, and all of one is
 * in one place: it is written once for each packet and receiver, long after the last one of the same receiver.
 */
export class SentPackets {
  readonly #words = new Int32Array(SIZE * WORDS)
  readonly #times = new Float64Array(this.#words.buffer)

  add(transportSeq: number, bytes: Bytes, nowMs: Milliseconds): void {
    const at = indexOf(transportSeq)
    this.#times[at >> 1] = nowMs
    this.#words[at + 2] = transportSeq | (ON_ITS_WAY << STATE_SHIFT)
    this.#words[at + 3] = bytes
  }

  arrived(transportSeq: number): News {
    const state = this.#stateOf(transportSeq)
    if (state === FREE || state === ARRIVED) return 'none'
    this.#become(ARRIVED, transportSeq)
    return state === REPORTED_LOST ? 'late' : 'first'
  }

  lost(transportSeq: number): News {
    if (this.#stateOf(transportSeq) !== ON_ITS_WAY) return 'none'
    this.#become(REPORTED_LOST, transportSeq)
    return 'first'
  }

  sentAt(transportSeq: number): Milliseconds {
    return this.#times[indexOf(transportSeq) >> 1] ?? 0
  }

  bytes(transportSeq: number): Bytes {
    return this.#words[indexOf(transportSeq) + 3] ?? 0
  }

  #become(state: number, transportSeq: number): void {
    this.#words[indexOf(transportSeq) + 2] = transportSeq | (state << STATE_SHIFT)
  }

  #stateOf(transportSeq: number): number {
    const word = this.#words[indexOf(transportSeq) + 2] ?? 0
    return (word & 0xffff) === transportSeq ? word >> STATE_SHIFT : FREE
  }
}

/** Of the first word. */
const indexOf = (transportSeq: number): number => (transportSeq & (SIZE - 1)) * WORDS
