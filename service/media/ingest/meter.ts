import type { Milliseconds } from '../../contract/units.ts'

/**
 * Only the newest frames are remembered: times may stand still, however many come. Opus in its shortest frames, 2.5 ms
 * (RFC 6716 2.1.4), has half as many in 10 s.
 */
const MOST_ENTRIES = 8_192

interface Entry {
  readonly time: Milliseconds
  readonly bytes: number
}

/** Frames and bytes of one kind of media over a sliding window of media time. */
export class Meter {
  readonly #windowMs: Milliseconds
  readonly #entries: Entry[] = []
  #head = 0
  #bytes = 0
  #lastKey: Milliseconds | null = null
  #keyInterval: Milliseconds | null = null
  #frameMs = 0

  /** @param windowMs length of the window, ms of media time */
  constructor(windowMs: Milliseconds) {
    this.#windowMs = windowMs
  }

  add(time: Milliseconds, bytes: number, key: boolean): void {
    const previous = this.#entries.at(-1)
    if (previous && time > previous.time) this.#frameMs = time - previous.time
    this.#entries.push({ time, bytes })
    this.#bytes += bytes
    if (key) {
      if (this.#lastKey !== null && time > this.#lastKey) this.#keyInterval = time - this.#lastKey
      this.#lastKey = time
    }
    this.#forget(time - this.#windowMs)
  }

  /** Frames per second over the window; 0 before the second frame. */
  get frameRate(): number {
    const span = this.#span()
    return span > 0 ? ((this.#entries.length - this.#head) * 1000) / span : 0
  }

  /** bit/s over the window; 0 before the second frame. */
  get bitRateBps(): number {
    const span = this.#span()
    return span > 0 ? (this.#bytes * 8000) / span : 0
  }

  /** Seconds between the last two key frames; null before the second one. */
  get gopSeconds(): number | null {
    return this.#keyInterval === null ? null : this.#keyInterval / 1000
  }

  /** Media time that the window covers, the last frame included, ms. */
  #span(): Milliseconds {
    const first = this.#entries[this.#head]
    const last = this.#entries.at(-1)
    return first && last && last.time > first.time ? last.time - first.time + this.#frameMs : 0
  }

  #forget(before: Milliseconds): void {
    for (;;) {
      const entry = this.#entries[this.#head]
      if (!entry) break
      if (entry.time > before && this.#entries.length - this.#head <= MOST_ENTRIES) break
      this.#bytes -= entry.bytes
      this.#head += 1
    }
    if (this.#head > 512) {
      this.#entries.splice(0, this.#head)
      this.#head = 0
    }
  }
}
