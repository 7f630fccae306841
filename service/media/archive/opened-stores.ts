import type { ArchiveDestination } from '../../contract/archive.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { ArchiveStore } from '../../provider/archive/provider.ts'

export type OpenStore = (destination: ArchiveDestination) => ArchiveStore

const IDLE_MS: Milliseconds = 60_000

interface Opened {
  readonly store: ArchiveStore
  users: number
  idle: Timer | null
}

/** One opened store for each destination that is in use, so that its connections are used again. */
export class OpenedStores {
  readonly #open: OpenStore
  readonly #clock: Clock
  /** By everything that makes a destination. */
  readonly #opened = new Map<string, Opened>()

  constructor(open: OpenStore, clock: Clock) {
    this.#open = open
    this.#clock = clock
  }

  /**
   * Runs `run` with the destination's store, which is closed when nobody has used it for a minute.
   * @throws StoreError when it cannot be opened, and what `run` throws
   */
  async use<T>(destination: ArchiveDestination, run: (store: ArchiveStore) => Promise<T>): Promise<T> {
    const key = JSON.stringify(destination)
    const opened = this.#opened.get(key) ?? { store: this.#open(destination), users: 0, idle: null }
    this.#opened.set(key, opened)
    opened.users++
    opened.idle?.cancel()
    try {
      return await run(opened.store)
    } finally {
      opened.users--
      if (opened.users === 0) opened.idle = this.#clock.after(IDLE_MS, () => this.#close(key))
    }
  }

  close(): void {
    for (const key of this.#opened.keys()) this.#close(key)
  }

  #close(key: string): void {
    const opened = this.#opened.get(key)
    this.#opened.delete(key)
    opened?.idle?.cancel()
    opened?.store.close()
  }
}
