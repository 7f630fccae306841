import type { Milliseconds } from '../contract/units.ts'
import type { Clock, Timer } from '../platform/clock.ts'
import type { Transactions } from './transactions.ts'

/** What comes within this time is written together. */
const GATHERED: Milliseconds = 1000

interface Parts<Item> {
  readonly clock: Clock
  readonly transactions: Transactions
  /** Hands out what waits, which then waits no longer. */
  readonly take: () => readonly Item[]
  readonly write: (item: Item) => void
  /** Told what was not written, because of what. Whatever caused it goes on. */
  readonly lost: (error: unknown, count: number) => void
}

/** Writes what waits in one transaction, within a second: a flood must not cost a write each. */
export class WriteTogether<Item> {
  readonly #parts: Parts<Item>
  #timer: Timer | null = null

  constructor(parts: Parts<Item>) {
    this.#parts = parts
  }

  /** Something waits. */
  soon(): void {
    this.#timer ??= this.#parts.clock.after(GATHERED, () => this.flush())
  }

  /** Writes what waits now; to be called before the database is closed. */
  flush(): void {
    this.#timer?.cancel()
    this.#timer = null
    const { transactions, take, write, lost } = this.#parts
    const items = take()
    if (items.length === 0) return
    try {
      transactions.transaction(() => items.forEach(write))
    } catch (error) {
      lost(error, items.length)
    }
  }
}
