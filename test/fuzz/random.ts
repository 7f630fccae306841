const STORE_BYTES = 256 * 1024

let made: Buffer | null = null

/** Random bytes, the same in every run. */
function store(): Buffer {
  if (made) return made
  const random = new Random(1)
  made = Buffer.alloc(STORE_BYTES)
  for (let at = 0; at < STORE_BYTES; at += 4) made.writeUInt32LE(random.uint32(), at)
  return made
}

/** Seeded random numbers (mulberry32): the same seed always gives the same session. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** 0 to 2^32 - 1. */
  uint32(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return (mixed ^ (mixed >>> 14)) >>> 0
  }

  /** 0 to `below` - 1. */
  below(below: number): number {
    return Math.floor((this.uint32() / 2 ** 32) * below)
  }

  /** `from` to `to`, both included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  /** Up to 128 KiB, cut out of a store that never changes; not to be written to. */
  bytes(count: number): Buffer {
    const start = this.below(STORE_BYTES - count + 1)
    return store().subarray(start, start + count)
  }
}

/** The seed of one among many that a seed leads to. */
export function seedOf(seed: number, index: number): number {
  return new Random(Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b)).uint32()
}
