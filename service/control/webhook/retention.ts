import { DAY } from '../../contract/units.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { KEPT_SLOTS } from './webhook-log-store.ts'
import type { WebhookLogStore } from './webhook-log-store.ts'

export const KEPT_FOR: Milliseconds = 30 * DAY
/** Newest rows that are kept, of all systems together. */
export const KEPT_ROWS = 200_000
const EVERY: Milliseconds = 10 * 60_000
/** Events removed at once, and the pause before more are. */
const SLICE = 200
const PAUSE: Milliseconds = 100

type Removing = Pick<WebhookLogStore, 'removeFinished' | 'removeEndpoints' | 'removeSlots'>

/** Removes finished webhooks that are old or too many, a few at a time. Pending ones are never removed. */
export class WebhookRetention {
  readonly #store: Removing
  readonly #clock: Clock
  readonly #logger: Logger
  #timer: Timer | null = null

  constructor(store: Removing, clock: Clock, logger: Logger) {
    this.#store = store
    this.#clock = clock
    this.#logger = logger
  }

  /** Begins, and goes on until it is closed. */
  start(): void {
    this.#timer = this.#clock.after(PAUSE, () => this.#run())
  }

  close(): void {
    this.#timer?.cancel()
    this.#timer = null
  }

  #run(): void {
    this.#timer = this.#clock.after(this.#removeSome() ? PAUSE : EVERY, () => this.#run())
  }

  /** True when more may be left. */
  #removeSome(): boolean {
    const endedBefore = this.#clock.now() - KEPT_FOR
    try {
      const removed = this.#store.removeFinished({ endedBefore, newest: KEPT_ROWS, limit: SLICE })
      if (removed === SLICE) return true
      this.#store.removeEndpoints(endedBefore)
      this.#store.removeSlots(this.#clock.now() - KEPT_SLOTS)
    } catch (error) {
      this.#logger.error({ err: error }, 'old webhooks could not be removed')
    }
    return false
  }
}
