import type { ConnectionId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import { storageTrouble } from '../../platform/storage-trouble.ts'

/** Before it is tried again. */
const PAUSE: Milliseconds = 5_000
/** So many wait at most: clients that come again and again while nothing can be written must not take all memory. */
const MOST = 10_000

interface Late {
  readonly logger: Logger
  readonly connectionId: ConnectionId
  readonly write: () => void
}

/**
 * What is to be written of connections although it has happened already: their ends, and what is told once. What
 * runs goes on while the disk is full, and all of it is written in its order as soon as there is room.
 */
export class LateWrites {
  readonly #clock: Clock
  readonly #waiting: Late[] = []
  #timer: Timer | null = null

  /** @param clock of real time */
  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Does what writes: now, or behind what waits already. Where that is not for want of storage, never. */
  write(logger: Logger, { connectionId }: Pick<Late, 'connectionId'>, write: () => void): void {
    const late = { logger, connectionId, write }
    if (this.#waiting.length >= MOST) return logger.error({ connectionId }, 'connection not written')
    this.#waiting.push(late)
    const error = this.flush()
    if (this.#waiting.includes(late)) logger.error({ err: error, connectionId }, 'connection not written yet')
  }

  /** Writes what waits, as far as that is possible now. @returns what stands in the way; null where nothing does */
  flush(): unknown {
    this.#timer?.cancel()
    this.#timer = null
    for (let late = this.#waiting.shift(); late; late = this.#waiting.shift()) {
      try {
        late.write()
      } catch (error) {
        if (storageTrouble(error) === null) {
          late.logger.error({ err: error, connectionId: late.connectionId }, 'connection not written')
          continue
        }
        this.#waiting.unshift(late)
        this.#timer = this.#clock.after(PAUSE, () => this.flush())
        return error
      }
    }
    return null
  }

  /** Tries a last time; what waits still is ended by the next start of the service. */
  close(): void {
    this.flush()
    this.#timer?.cancel()
  }
}
