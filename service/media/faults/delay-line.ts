import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'

/** More packets than these are never on their way at a time; what comes then is lost. */
const MOST_PACKETS = 4096

interface Held {
  readonly at: Milliseconds
  readonly packet: Uint8Array
}

/** Packets that are on their way, each until its time. */
export class DelayLine {
  readonly #clock: Clock
  readonly #deliver: (packet: Uint8Array) => void
  /** By time; of the same time, as they came. */
  readonly #held: Held[] = []
  #timer: Timer | null = null
  #wakesAt: Milliseconds = Infinity

  constructor(clock: Clock, deliver: (packet: Uint8Array) => void) {
    this.#clock = clock
    this.#deliver = deliver
  }

  get isEmpty(): boolean {
    return this.#held.length === 0
  }

  /**
   * @param packet kept until then
   * @param at monotonic
   * @returns false where it is lost, because too many are on their way
   */
  push(packet: Uint8Array, at: Milliseconds): boolean {
    if (this.#held.length >= MOST_PACKETS) return false
    let place = this.#held.length
    while (place > 0 && (this.#held[place - 1]?.at ?? 0) > at) place--
    this.#held.splice(place, 0, { at, packet })
    this.#wake()
    return true
  }

  /** Delivers at once, in order, whatever is on its way. */
  flush(): void {
    for (const { packet } of this.#take(this.#held.length)) this.#deliver(packet)
  }

  /** Nothing is delivered any more. */
  close(): void {
    this.#take(this.#held.length)
  }

  #due(): void {
    this.#wakesAt = Infinity
    const now = this.#clock.passed()
    let count = 0
    while (count < this.#held.length && (this.#held[count]?.at ?? 0) <= now) count++
    for (const { packet } of this.#take(count)) this.#deliver(packet)
    this.#wake()
  }

  #take(count: number): Held[] {
    const taken = this.#held.splice(0, count)
    if (this.#held.length === 0) {
      this.#timer?.cancel()
      this.#wakesAt = Infinity
    }
    return taken
  }

  #wake(): void {
    const first = this.#held[0]
    if (!first || first.at >= this.#wakesAt) return
    this.#timer?.cancel()
    this.#wakesAt = first.at
    // A timer may be a fraction of a millisecond early, which would only wake again.
    this.#timer = this.#clock.after(Math.max(1, Math.ceil(first.at - this.#clock.passed())), () =>
      this.#due(),
    )
  }
}
