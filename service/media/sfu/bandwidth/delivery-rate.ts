import type { BitsPerSecond, Bytes, Milliseconds } from '../../../contract/units.ts'

/** Packets kept; a power of two. */
const SIZE = 1024
const WINDOW_MS = 400
/** Nothing was sent in between: what came before says nothing of the rate now. */
const PAUSE_MS = 500
const SHORTEST_MS = 100
const FEWEST = 8

/**
 * Rate at which packets got through lately. It never says more than the link carried, as it takes the longer
 * of the spans in which the packets were sent and in which they arrived: neither a burst at the sender nor
 * packets that a link lets through together after a pause look like capacity.
 */
export class DeliveryRate {
  readonly #sent = new Float64Array(SIZE)
  readonly #arrived = new Float64Array(SIZE)
  readonly #bytes = new Uint32Array(SIZE)
  #first = 0
  #end = 0
  #total: Bytes = 0

  add(bytes: Bytes, sentMs: Milliseconds, arrivedMs: Milliseconds): void {
    const pause = this.#end > this.#first && arrivedMs - this.#at(this.#arrived, this.#end - 1) > PAUSE_MS
    if (pause) this.clear()
    if (this.#end - this.#first === SIZE) this.#drop()
    const slot = this.#end++ & (SIZE - 1)
    this.#sent[slot] = sentMs
    this.#arrived[slot] = arrivedMs
    this.#bytes[slot] = bytes
    this.#total += bytes
    while (this.#end - this.#first > FEWEST && arrivedMs - this.#at(this.#arrived, this.#first) > WINDOW_MS) {
      this.#drop()
    }
  }

  /** Null while too few packets have arrived to tell. */
  get bps(): BitsPerSecond | null {
    if (this.#end - this.#first < FEWEST) return null
    const last = this.#end - 1
    const span = Math.max(
      this.#at(this.#arrived, last) - this.#at(this.#arrived, this.#first),
      this.#at(this.#sent, last) - this.#at(this.#sent, this.#first),
    )
    // The first packet only marks where the span begins.
    const bits = (this.#total - this.#at(this.#bytes, this.#first)) * 8
    return span < SHORTEST_MS ? null : (bits / span) * 1000
  }

  clear(): void {
    this.#first = this.#end
    this.#total = 0
  }

  #drop(): void {
    this.#total -= this.#at(this.#bytes, this.#first++)
  }

  #at(values: Float64Array | Uint32Array, index: number): number {
    return values[index & (SIZE - 1)] ?? 0
  }
}
