import type { ChannelId } from '../../contract/ids.ts'
import type { Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Transactions } from '../transactions.ts'
import { WriteTogether } from '../write-together.ts'
import type { AccessRepository, Comer, DoorRow } from './repository.ts'

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
  readonly #writing: WriteTogether<Comer>
  readonly #waiting: Comer[] = []

  constructor(parts: DoorLogParts) {
    const { access, transactions, clock, logger } = parts
    this.#parts = parts
    this.#writing = new WriteTogether({
      ...{ transactions, clock },
      take: () => this.#waiting.splice(0),
      write: (comer) => access.came(comer, comer.at - TRYING),
      // Nobody is kept out because it could not be written down.
      lost: (error, count) =>
        logger.error({ err: error, count }, 'who came to channels could not be written'),
    })
  }

  add(comer: Omit<Comer, 'at'>): void {
    if (this.#waiting.length >= MOST_WAITING) return
    const { clock } = this.#parts
    this.#waiting.push({ ...comer, name: comer.name.slice(0, LONGEST_NAME), at: clock.now() })
    this.#writing.soon()
  }

  /** Newest first. */
  list(channelId: ChannelId): DoorRow[] {
    this.flush()
    return this.#parts.access.door(channelId)
  }

  /** Writes what waits; to be called before the database is closed. */
  flush(): void {
    this.#writing.flush()
  }
}
