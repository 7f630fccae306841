import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Logger } from '../../platform/logger.ts'

const PAUSE: Milliseconds = 10_000

/** Logs refused publishers of unknown channels: one line in 10 s, however many try. */
export class UnknownChannelLog {
  readonly #logger: Logger
  #nextAt: EpochMilliseconds = 0
  #unlogged = 0

  constructor(logger: Logger) {
    this.#logger = logger
  }

  refused(remoteAddress: string, now: EpochMilliseconds): void {
    if (now < this.#nextAt) {
      this.#unlogged++
      return
    }
    this.#logger.warn({ remoteAddress, unlogged: this.#unlogged }, 'publisher refused: no such channel')
    this.#nextAt = now + PAUSE
    this.#unlogged = 0
  }
}
