/** A simulated link: everything follows from the times that are handed in and a seed. */
import type { BitsPerSecond, Bytes, Milliseconds } from '../../../service/contract/units.ts'

export interface LinkOptions {
  readonly capacityBps: BitsPerSecond
  /** One way, without queueing. */
  readonly delayMs?: Milliseconds
  /** Packets that would wait longer are dropped. */
  readonly queueMs?: Milliseconds
  /** Fraction of packets lost at random, 0..1. */
  readonly loss?: number
  /** Added to the delay of each packet, evenly from 0; packets stay in order. */
  readonly jitterMs?: Milliseconds
  readonly seed?: number
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** One direction of a link with a queue before it, which drops its tail. */
export class SimulatedLink {
  readonly #delayMs: Milliseconds
  readonly #queueMs: Milliseconds
  readonly #loss: number
  readonly #jitterMs: Milliseconds
  readonly #random: () => number
  #capacityBps: BitsPerSecond
  /** When the last bit of the queue leaves. */
  #busyUntil: Milliseconds = 0
  #lastArrival: Milliseconds = 0

  constructor(options: LinkOptions) {
    this.#capacityBps = options.capacityBps
    this.#delayMs = options.delayMs ?? 20
    this.#queueMs = options.queueMs ?? 500
    this.#loss = options.loss ?? 0
    this.#jitterMs = options.jitterMs ?? 0
    this.#random = seededRandom(options.seed ?? 1)
  }

  setCapacity(bps: BitsPerSecond, nowMs: Milliseconds): void {
    this.#busyUntil = nowMs + (this.queueingMs(nowMs) * this.#capacityBps) / bps
    this.#capacityBps = bps
  }

  /** How long a packet sent now waits before it begins to leave. */
  queueingMs(nowMs: Milliseconds): Milliseconds {
    return Math.max(0, this.#busyUntil - nowMs)
  }

  /** When the packet arrives; null where it is lost. */
  send(bytes: Bytes, nowMs: Milliseconds): Milliseconds | null {
    const waiting = this.queueingMs(nowMs)
    if (waiting > this.#queueMs) return null
    this.#busyUntil = nowMs + waiting + (bytes * 8000) / this.#capacityBps
    if (this.#random() < this.#loss) return null
    const arrival = this.#busyUntil + this.#delayMs + this.#random() * this.#jitterMs
    this.#lastArrival = Math.max(this.#lastArrival, arrival)
    return this.#lastArrival
  }
}
