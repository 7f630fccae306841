import type { Clock, Timer } from '../../service/platform/clock.ts'

interface Entry {
  at: number
  readonly interval: number | null
  readonly run: () => void
}

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number
  readonly #begun: number
  readonly #entries = new Set<Entry>()

  constructor(now = Date.parse('2026-01-01T00:00:00Z')) {
    this.#now = now
    this.#begun = now
  }

  now(): number {
    return this.#now
  }

  passed(): number {
    return this.#now - this.#begun
  }

  after(delay: number, run: () => void): Timer {
    return this.#add({ at: this.#now + delay, interval: null, run })
  }

  every(interval: number, run: () => void, _quietUntil?: () => number): Timer {
    return this.#add({ at: this.#now + interval, interval, run })
  }

  /** Moves time forward by `ms`, running what falls due in order. */
  advance(ms: number): void {
    const end = this.#now + ms
    for (;;) {
      const due = [...this.#entries].filter((e) => e.at <= end).sort((a, b) => a.at - b.at)[0]
      if (!due) break
      this.#now = Math.max(this.#now, due.at)
      if (due.interval === null) this.#entries.delete(due)
      else due.at += due.interval
      due.run()
    }
    this.#now = end
  }

  /** Moves time forward as when the machine sleeps: what fell due meanwhile runs once, when it wakes up. */
  sleep(ms: number): void {
    this.#now += ms
    this.advance(0)
  }

  #add(entry: Entry): Timer {
    this.#entries.add(entry)
    return { cancel: () => this.#entries.delete(entry) }
  }
}
