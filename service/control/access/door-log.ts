import type { ChannelId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock, Timer } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Transactions } from '../transactions.ts'
import type { AccessRepository, Comer, DoorRow } from './repository.ts'

/** Who comes waits for so long to be written together: a flood of wrong keys must not cost a write each. */
const GATHERED: Milliseconds = 1000
/** So many wait; further ones are not listed. */
const MOST_WAITING = 200
/** Who is turned away again within this time is counted, not listed again. */
const TRYING: Milliseconds = 3_600_000
const LONGEST_NAME = 120

interface DoorLogParts {
  readonly access: Pick<AccessRepository, 'came' | 'door'>
  readonly transactions: Transactions
  readonly clock: Clock
  readonly logger: Logger
}

/** Who came last to each channel. */
export class DoorLog {
  readonly #parts: DoorLogParts
  #waiting: Comer[] = []
  #timer: Timer | null = null

  constructor(parts: DoorLogParts) {
    this.#parts = parts
  }

  add(comer: Omit<Comer, 'at'>): void {
    if (this.#waiting.length >= MOST_WAITING) return
    const { clock } = this.#parts
    this.#waiting.push({ ...comer, name: comer.name.slice(0, LONGEST_NAME), at: clock.now() })
    this.#timer ??= clock.after(GATHERED, () => this.flush())
  }

  /** Newest first. */
  list(channelId: ChannelId): DoorRow[] {
    this.flush()
    return this.#parts.access.door(channelId)
  }

  /** Writes what waits; to be called before the database is closed. */
  flush(): void {
    this.#timer?.cancel()
    this.#timer = null
    const comers = this.#waiting
    this.#waiting = []
    const { access, transactions, logger } = this.#parts
    try {
      transactions.transaction(() => comers.forEach((comer) => access.came(comer, comer.at - TRYING)))
    } catch (error) {
      // Nobody is kept out because it could not be written down.
      logger.error({ err: error, count: comers.length }, 'who came to channels could not be written')
    }
  }
}
