import { TRANSPORT_CAUSES } from '../../../contract/sfu-worker.ts'
import type { TransportCause } from '../../../contract/sfu-worker.ts'
import type { Milliseconds } from '../../../contract/units.ts'

/** Upper bounds of the histogram, ms; what is above the last is counted too. */
const BOUNDS = [10, 20, 50, 100, 200, 500, 1_000, 1_500, 2_500, 5_000] as const

export interface TransportSnapshot {
  /** Answers that transports were started with. */
  readonly answered: number
  readonly opened: number
  /** Not open 1.5 s after the answer; they may have opened later. */
  readonly slow: number
  /** Transports that hold native resources. */
  readonly live: number
  readonly causes: Readonly<Record<TransportCause, number>>
  /** Times from answer to open: how many took at most `le` ms, but longer than the bound before. */
  readonly openTimes: readonly { readonly le: Milliseconds | null; readonly count: number }[]
}

/** What became of the transports of a process. */
export class TransportCounters {
  #answered = 0
  #opened = 0
  #slow = 0
  #live = 0
  readonly #causes = new Map<TransportCause, number>()
  readonly #openTimes = new Array<number>(BOUNDS.length + 1).fill(0)

  answered(): void {
    this.#answered++
  }

  opened(took: Milliseconds): void {
    this.#opened++
    const index = BOUNDS.findIndex((bound) => took <= bound)
    const bucket = index < 0 ? BOUNDS.length : index
    this.#openTimes[bucket] = (this.#openTimes[bucket] ?? 0) + 1
  }

  slow(): void {
    this.#slow++
  }

  ended(cause: TransportCause): void {
    this.#causes.set(cause, (this.#causes.get(cause) ?? 0) + 1)
  }

  acquired(): void {
    this.#live++
  }

  released(): void {
    this.#live--
  }

  snapshot(): TransportSnapshot {
    return {
      answered: this.#answered,
      opened: this.#opened,
      slow: this.#slow,
      live: this.#live,
      causes: Object.fromEntries(
        TRANSPORT_CAUSES.map((cause) => [cause, this.#causes.get(cause) ?? 0]),
      ) as Record<TransportCause, number>,
      openTimes: this.#openTimes.map((count, index) => ({ le: BOUNDS[index] ?? null, count })),
    }
  }
}
