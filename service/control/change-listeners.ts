import type { Transactions } from './transactions.ts'

/** Who hears what has changed, once it is on disk. What one listener throws is logged and silences no other. */
export class ChangeListeners<Changed> {
  readonly #transactions: Pick<Transactions, 'afterCommit'>
  readonly #listeners = new Set<(changed: Changed) => void>()

  constructor(transactions: Pick<Transactions, 'afterCommit'>) {
    this.#transactions = transactions
  }

  /** Returns how to stop listening. */
  add(listener: (changed: Changed) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells of a change of the open transaction; at once if none is open. */
  tell(changed: Changed): void {
    this.#transactions.afterCommit(() => {
      // On disk by now: each is an announcement of its own.
      for (const listener of this.#listeners) this.#transactions.afterCommit(() => listener(changed))
    })
  }
}
