import type { Clock, Timer } from '../../platform/clock.ts'
import type { ChannelActivity } from './channel-activity.ts'
import { channelState } from './channel-state.ts'
import type { DerivedState } from './channel-state.ts'

/** Follows the state of a channel, and calls when time alone changes it. */
export class StateTimer {
  readonly #clock: Clock
  readonly #activity: () => ChannelActivity
  readonly #due: () => void
  #timer: Timer | null = null

  constructor(clock: Clock, activity: () => ChannelActivity, due: () => void) {
    this.#clock = clock
    this.#activity = activity
    this.#due = due
  }

  get state(): DerivedState['state'] {
    return this.#derived().state
  }

  /** From what is known now; in place of what was armed before. */
  arm(): void {
    this.cancel()
    const { until } = this.#derived()
    if (until !== null) this.#timer = this.#clock.after(Math.max(0, until - this.#clock.now()), this.#due)
  }

  cancel(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  #derived(): DerivedState {
    return channelState(this.#activity(), this.#clock.now(), 0)
  }
}
