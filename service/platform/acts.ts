import type { EpochMilliseconds } from '../contract/units.ts'

/** What takes real time, for a clock that is moved: its time goes on only when that is over. */
export interface Acts {
  /** Whether time stands or is being moved, so that acts take none of it. */
  readonly isMoved: boolean
  /**
   * Time waits for an act.
   * @param until how far time may go meanwhile: nothing follows from the act before; where it is left out, nowhere
   */
  during(act: Promise<unknown>, until?: () => EpochMilliseconds): void
}
