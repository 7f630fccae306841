import type { StoreFault } from '../../contract/store-fault.ts'
import type { Milliseconds } from '../../contract/units.ts'
import { allOrFirstError } from '../../platform/all-or-first-error.ts'
import type { Clock } from '../../platform/clock.ts'
import { StoreError } from '../../provider/archive/store-error.ts'
import type { Place } from './place.ts'
import type { StreamPush } from './stream-push.ts'

/** After the store refused to remove something. */
const PAUSE: Milliseconds = 60_000
/** A segment's own length and the age that caches may give a playlist, at most. */
const SLACK: Milliseconds = 10_000

/**
 * Removes media files that no pushed playlist names. Each stays for the length of the longest playlist after it has
 * left: a client that has loaded that playlist may still ask for it (RFC 8216 6.2.2).
 */
export class LeftObjects {
  readonly #place: Place
  readonly #clock: Clock
  /** By name, until the store has removed it. */
  readonly #leftAt = new Map<string, Milliseconds>()
  #pausedUntil: Milliseconds = -Infinity
  #fault: StoreFault | null = null
  #longest: Milliseconds = 0

  constructor(place: Place, clock: Clock) {
    this.#place = place
    this.#clock = clock
  }

  /** Why the store did not remove what was last asked for; null where it did. */
  get fault(): StoreFault | null {
    return this.#fault
  }

  /** Nothing that has left is there any more. */
  get isEmpty(): boolean {
    return this.#leftAt.size === 0
  }

  /**
   * @param isLive false where the origin has nothing any more: then nothing is waited for
   * @throws the signal's reason
   */
  async remove(streams: readonly StreamPush[], isLive: boolean): Promise<void> {
    const now = this.#clock.passed()
    const named = new Set(streams.flatMap((stream) => stream.named))
    this.#longest = Math.max(this.#longest, ...streams.map(({ listedSeconds }) => listedSeconds * 1000))
    for (const name of named) this.#leftAt.delete(name)
    for (const name of this.#place.stored) {
      if (!named.has(name) && !this.#leftAt.has(name)) this.#leftAt.set(name, now)
    }
    if (now < this.#pausedUntil) return
    const wait = isLive || named.size > 0 ? this.#longest + SLACK : 0
    const due = [...this.#leftAt].filter(([, at]) => now - at >= wait).map(([name]) => name)
    if (due.length > 0) await this.#removeAll(due)
  }

  async #removeAll(names: readonly string[]): Promise<void> {
    try {
      await allOrFirstError(
        names.map(async (name) => {
          await this.#place.remove(name)
          this.#leftAt.delete(name)
        }),
      )
      this.#fault = null
    } catch (error) {
      if (!(error instanceof StoreError)) throw error
      this.#fault = error.fault
      this.#pausedUntil = this.#clock.passed() + PAUSE
    }
  }
}
