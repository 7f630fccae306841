import type { ArchiveDestinationId } from '../../contract/ids.ts'
import type { StoreFault } from '../../contract/store-fault.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Transactions } from '../transactions.ts'
import { LONGEST_PAUSE, TOLD_AFTER, destinationPause, needsAPerson } from './fault-rules.ts'
import type { DestinationTrouble } from './recording.ts'
import type { RecordingLedger } from './recording-ledger.ts'
import type { RecordingStore } from './recording-store.ts'
import type { ArchiveDestinationRepository } from './repository.ts'

export interface TroubleParts {
  readonly destinations: Pick<ArchiveDestinationRepository, 'trouble' | 'setTrouble'>
  readonly recordings: Pick<RecordingStore, 'untold' | 'clearTold'>
  readonly ledger: Pick<RecordingLedger, 'tellTrouble' | 'changed'>
  readonly transactions: Transactions
  readonly clock: Clock
  /** From 0 to 1. */
  readonly random: () => number
}

/** Which destinations are in trouble, since when, and when each is tried again. */
export class DestinationTroubles {
  readonly #parts: TroubleParts

  constructor(parts: TroubleParts) {
    this.#parts = parts
  }

  /** Null while it works. */
  of(id: ArchiveDestinationId): DestinationTrouble | null {
    const now = this.#parts.clock.now()
    const trouble = this.#parts.destinations.trouble(id)
    return trouble && trouble.nextTryAt > now + LONGEST_PAUSE ? { ...trouble, nextTryAt: now } : trouble
  }

  /** It failed; another failure makes the pause longer. Call `tell` after it. */
  failed(id: ArchiveDestinationId, fault: StoreFault): void {
    const { clock, random } = this.#parts
    const now = clock.now()
    const before = this.of(id)
    const failures = (before?.failures ?? 0) + 1
    const nextTryAt = now + destinationPause(fault, failures, random())
    this.#parts.destinations.setTrouble(id, { fault, since: before?.since ?? now, failures, nextTryAt })
  }

  /** It works. */
  succeeded(id: ArchiveDestinationId): void {
    if (this.of(id) === null) return
    this.#parts.transactions.transaction(() => {
      this.#parts.destinations.setTrouble(id, null)
      this.#parts.recordings.clearTold(id)
    })
  }

  /** It is to be tried now, as if it had not failed before. @returns whether it was in trouble */
  tryNow(id: ArchiveDestinationId): boolean {
    const trouble = this.of(id)
    if (!trouble) return false
    this.#parts.destinations.setTrouble(id, { ...trouble, failures: 0, nextTryAt: this.#parts.clock.now() })
    return true
  }

  /** Announces recordings that wait: at once where a person has to mend something, otherwise after a while. */
  tell(id: ArchiveDestinationId): void {
    const trouble = this.of(id)
    if (!trouble || this.tellingAt(id) > this.#parts.clock.now()) return
    this.#parts.transactions.transaction(() => {
      for (const recording of this.#parts.recordings.untold(id)) {
        this.#parts.ledger.tellTrouble(recording, trouble.fault)
      }
    })
  }

  /** When `archive.failed` is due for the recordings that wait; Infinity while the destination works. */
  tellingAt(id: ArchiveDestinationId): EpochMilliseconds {
    const trouble = this.of(id)
    if (!trouble) return Infinity
    return needsAPerson(trouble.fault) ? trouble.since : trouble.since + TOLD_AFTER
  }
}
