import { ManualClock } from './manual-clock.ts'

/** A clock that somebody sets; its timers go by the time that passes, as those of a computer. */
export class SetClock extends ManualClock {
  /** By how much it was set, ms. */
  step = 0

  override now(): number {
    return super.now() + this.step
  }
}
