import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'

/** Waits that can be cut short, each by its key; one at a time for each. */
export class Pauses<Key> {
  readonly #clock: Clock
  readonly #ends = new Map<Key, () => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  wait(key: Key, delay: Milliseconds): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        timer.cancel()
        this.#ends.delete(key)
        resolve()
      }
      const timer = this.#clock.after(delay, end)
      this.#ends.set(key, end)
    })
  }

  /** @returns whether there was something to cut short */
  end(key: Key): boolean {
    const end = this.#ends.get(key)
    end?.()
    return end !== undefined
  }

  endAll(): void {
    for (const end of [...this.#ends.values()]) end()
  }
}
