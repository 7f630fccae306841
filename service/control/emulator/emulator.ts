import type { FaultBook } from './faults/book.ts'
import type { ClockDesk } from './clock/clock-desk.ts'
import type { Runs } from './runs.ts'

/** What only a service that was started with `--emulator` can be made to do. */
export interface Emulator {
  /** What ids, tokens and other choices follow from; null: they are random. */
  readonly seed: number | null
  /** The clock of all rules of time. */
  readonly clock: ClockDesk
  readonly faults: FaultBook
  /** What the run made, recorded and covered. */
  readonly runs: Runs
}
