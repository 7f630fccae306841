import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

interface Item<T> {
  at: EpochMilliseconds
  /** Decides between items of the same moment: the lower one comes first. */
  readonly rank: number
  readonly value: T
}

/** What waits for a moment, the earliest first; each step costs the logarithm of how many wait. */
export class TimeHeap<T> {
  readonly #items: Item<T>[] = []

  /** The earliest; undefined when nothing waits. */
  get first(): Readonly<Item<T>> | undefined {
    return this.#items[0]
  }

  add(at: EpochMilliseconds, rank: number, value: T): void {
    const items = this.#items
    const item = { at, rank, value }
    let index = items.length
    items.push(item)
    while (index > 0) {
      const parent = (index - 1) >> 1
      const above = items[parent]
      if (!above || isBefore(above, item)) break
      items[index] = above
      items[(index = parent)] = item
    }
  }

  removeFirst(): void {
    const items = this.#items
    const item = items.pop()
    if (!item || items.length === 0) return
    let index = 0
    for (;;) {
      const child = this.#earlierChild(index)
      const below = items[child]
      if (!below || isBefore(item, below)) break
      items[index] = below
      index = child
    }
    items[index] = item
  }

  /** Moves every moment by the same time, which leaves their order as it is. */
  moveAll(by: Milliseconds): void {
    for (const item of this.#items) item.at += by
  }

  #earlierChild(index: number): number {
    const left = 2 * index + 1
    const [a, b] = [this.#items[left], this.#items[left + 1]]
    return a && b && isBefore(b, a) ? left + 1 : left
  }
}

function isBefore(a: Item<unknown>, b: Item<unknown>): boolean {
  return a.at < b.at || (a.at === b.at && a.rank < b.rank)
}
