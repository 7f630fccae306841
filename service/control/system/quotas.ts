/**
 * How much a system may have and ask for, so that one does not take the room of others. The first system, whose
 * masters look after the installation, has what the computer has.
 */
import type { SystemId } from '../../contract/ids.ts'
import type { QuotaLimits, QuotaName } from '../../contract/quotas.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'

const MINUTE: Milliseconds = 60_000
/** Callers that are counted at the same time; they are signed in, so there are few. */
const MAX_CALLERS = 10_000

type Counted = Exclude<QuotaName, 'calls'>

export interface QuotaParts {
  readonly limits: QuotaLimits
  readonly clock: Clock
  /** Whose masters look after the installation. */
  readonly isFirst: (systemId: SystemId) => boolean
  /** How many a system has. */
  readonly counts: Readonly<Record<Counted, (systemId: SystemId) => number>>
}

/** Whether there is room for one more. */
export interface Quota {
  /** @throws Refusal `QUOTA_REACHED` */
  demand(systemId: SystemId, what: Counted): void
}

export class Quotas implements Quota {
  readonly #parts: QuotaParts
  /** Calls within the minute that goes on. */
  readonly #calls = new Map<string, number>()
  #minute: EpochMilliseconds = 0

  constructor(parts: QuotaParts) {
    this.#parts = parts
  }

  /** To be called in the transaction that adds one. */
  demand(systemId: SystemId, what: Counted): void {
    const { limits, isFirst, counts } = this.#parts
    if (isFirst(systemId)) return
    if (counts[what](systemId) >= limits[what]) throw refusal('QUOTA_REACHED', { what, limit: limits[what] })
  }

  /**
   * Counts a call of a token or a user.
   * @param caller id of the token, or `user:` and the id of the user
   * @throws Refusal `TOO_MANY_CALLS`
   */
  call(systemId: SystemId, caller: string): void {
    const { limits, clock, isFirst } = this.#parts
    if (isFirst(systemId)) return
    const now = clock.now()
    const minute = Math.floor(now / MINUTE) * MINUTE
    if (minute !== this.#minute || this.#calls.size >= MAX_CALLERS) this.#calls.clear()
    this.#minute = minute
    const calls = (this.#calls.get(caller) ?? 0) + 1
    this.#calls.set(caller, calls)
    if (calls <= limits.calls) return
    const retryAfterSeconds = Math.ceil((minute + MINUTE - now) / 1000)
    throw refusal('TOO_MANY_CALLS', { limit: limits.calls, retryAfterSeconds })
  }
}
