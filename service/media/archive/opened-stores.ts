import type { StoreSubject } from '../../contract/archive-worker.ts'
import type { ArchiveDestination } from '../../contract/archive.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { ArchiveStore } from '../../provider/archive/provider.ts'

export type OpenStore = (destination: ArchiveDestination) => ArchiveStore
/** What stands before a store for one use of it. */
export type FrontStore = (
  store: ArchiveStore,
  destination: ArchiveDestination,
  of: StoreSubject,
) => ArchiveStore

const IDLE_MS: Milliseconds = 60_000

interface Opened {
  readonly store: ArchiveStore
  users: number
  idle: Timer | null
}

/** One opened store for each destination that is in use, so that its connections are used again. */
export class OpenedStores {
  readonly #open: OpenStore
  readonly #front: FrontStore
  readonly #clock: Clock
  /** By everything that makes a destination. */
  readonly #opened = new Map<string, Opened>()

  constructor(open: OpenStore, clock: Clock, front: FrontStore = (store) => store) {
    this.#open = open
    this.#front = front
    this.#clock = clock
  }

  /**
   * Runs `run` with the destination's store, which is closed when nobody has used it for a minute.
   * @throws StoreError when it cannot be opened, and what `run` throws
   */
  async use<T>(
    destination: ArchiveDestination,
    run: (store: ArchiveStore) => Promise<T>,
    of: StoreSubject = {},
  ): Promise<T> {
    const key = JSON.stringify(destination)
    const opened = this.#opened.get(key) ?? { store: this.#open(destination), users: 0, idle: null }
    this.#opened.set(key, opened)
    opened.users++
    opened.idle?.cancel()
    try {
      return await run(this.#front(opened.store, destination, of))
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
