import type { EpochMilliseconds } from '../../../contract/units.ts'

/** What was begun and is not over, and how far time may go meanwhile. */
export class RunningActs {
  readonly #horizons = new Set<() => EpochMilliseconds>()
  #waiting: PromiseWithResolvers<undefined> | null = null

  get size(): number {
    return this.#horizons.size
  }

  add(act: Promise<unknown>, until: () => EpochMilliseconds): void {
    const horizon = () => until()
    this.#horizons.add(horizon)
    const end = () => {
      this.#horizons.delete(horizon)
      this.#waiting?.resolve(undefined)
      this.#waiting = null
    }
    void act.finally(end)
  }

  /** Infinity while nothing runs. */
  horizon(): EpochMilliseconds {
    let earliest = Infinity
    for (const horizon of this.#horizons) earliest = Math.min(earliest, horizon())
    return earliest
  }

  /** Resolves when one of them is over. */
  ended(): Promise<undefined> {
    this.#waiting ??= Promise.withResolvers<undefined>()
    return this.#waiting.promise
  }
}
