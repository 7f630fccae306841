import type { UnknownKey } from '../../contract/console/engine-view.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'

const LOG_PAUSE: Milliseconds = 10_000
/** Encoders try again every few seconds; who was silent for so long has given up. */
const TRYING: Milliseconds = 60_000

/**
 * Encoders whose stream key is of no channel. The key itself is kept nowhere: it may be a right one, misspelt. Logged
 * is one line in 10 s, however many try.
 */
export class UnknownKeys {
  readonly #clock: Clock
  readonly #logger: Logger
  #last: (UnknownKey & { readonly at: EpochMilliseconds }) | null = null
  #nextLogAt: EpochMilliseconds = 0
  #unlogged = 0

  constructor(clock: Clock, logger: Logger) {
    this.#clock = clock
    this.#logger = logger
  }

  refused(remoteAddress: string, encoder: string): void {
    const now = this.#clock.now()
    const before = this.#tryingAt(now)
    const again = before?.remoteAddress === remoteAddress ? before : null
    const tries = (again?.tries ?? 0) + 1
    this.#last = { remoteAddress, encoder, tries, since: again?.since ?? now, at: now }
    this.#log(remoteAddress, now)
  }

  /** The one that came last, while it tries; null where none does. */
  trying(): UnknownKey | null {
    const last = this.#tryingAt(this.#clock.now())
    if (last === null) return null
    const { at: _, ...told } = last
    return told
  }

  #tryingAt(now: EpochMilliseconds) {
    return this.#last !== null && now - this.#last.at < TRYING ? this.#last : null
  }

  #log(remoteAddress: string, now: EpochMilliseconds): void {
    if (now < this.#nextLogAt) {
      this.#unlogged++
      return
    }
    this.#logger.warn({ remoteAddress, unlogged: this.#unlogged }, 'publisher refused: no such channel')
    this.#nextLogAt = now + LOG_PAUSE
    this.#unlogged = 0
  }
}
