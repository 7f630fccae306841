/**
 * How much a system may have and ask for, so that one does not take the room of others. The first system, whose
 * masters look after the installation, has what the computer has.
 */
import type { QuotaUse, QuotaView, SetQuotas } from '../../contract/console/quotas.ts'
import type { SystemId } from '../../contract/ids.ts'
import { QUOTA_NAMES } from '../../contract/quotas.ts'
import type { CountedQuota, QuotaLimits, QuotaName } from '../../contract/quotas.ts'
import { refusal } from '../../contract/refusal/refusal.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Clock } from '../../platform/clock.ts'

const MINUTE: Milliseconds = 60_000
/** Callers that are counted at the same time; they are signed in, so there are few. */
const MAX_CALLERS = 10_000

/** What was set for one system and not for all. */
export interface QuotaRepository {
  of(systemId: SystemId): Partial<QuotaLimits>
  /** @param limit null: nothing any more */
  set(systemId: SystemId, what: QuotaName, limit: number | null): void
}

export interface QuotaParts {
  /** What holds where nothing is set. */
  readonly limits: QuotaLimits
  readonly own: QuotaRepository
  readonly clock: Clock
  /** Whose masters look after the installation. */
  readonly isFirst: (systemId: SystemId) => boolean
  /** How many a system has. */
  readonly counts: Readonly<Record<Exclude<CountedQuota, 'exports'>, (systemId: SystemId) => number>>
}

/** Whether there is room for one more. */
export interface Quota {
  /** @throws Refusal `QUOTA_REACHED` */
  demand(systemId: SystemId, what: CountedQuota): void
}

export class Quotas implements Quota {
  readonly #parts: QuotaParts
  /** Calls within the minute that goes on. */
  readonly #calls = new Map<string, { readonly systemId: SystemId; calls: number }>()
  #minute: EpochMilliseconds = 0
  readonly #exports = new Map<SystemId, number>()

  constructor(parts: QuotaParts) {
    this.#parts = parts
  }

  /** Null where nothing is bounded. */
  limitOf(systemId: SystemId, what: QuotaName): number | null {
    const { limits, own, isFirst } = this.#parts
    return isFirst(systemId) ? null : (own.of(systemId)[what] ?? limits[what])
  }

  /** For how many more there is room. */
  room(systemId: SystemId, what: CountedQuota): number {
    const limit = this.limitOf(systemId, what)
    return limit === null ? Infinity : Math.max(0, limit - this.#count(systemId, what))
  }

  /** To be called in the transaction that adds one. */
  demand(systemId: SystemId, what: CountedQuota): void {
    if (this.room(systemId, what) > 0) return
    throw refusal('QUOTA_REACHED', { what, limit: this.limitOf(systemId, what) ?? 0 })
  }

  /**
   * Counts an export as under way.
   * @returns ends it; may be called more than once
   * @throws Refusal `QUOTA_REACHED`
   */
  beginExport(systemId: SystemId): () => void {
    this.demand(systemId, 'exports')
    const add = (more: 1 | -1) => {
      const count = this.#count(systemId, 'exports') + more
      if (count > 0) this.#exports.set(systemId, count)
      else this.#exports.delete(systemId)
    }
    add(1)
    let over = false
    return () => {
      if (!over) add(-1)
      over = true
    }
  }

  /**
   * Counts a call of a token or a user.
   * @param caller id of the token, or `user:` and the id of the user
   * @throws Refusal `TOO_MANY_CALLS`
   */
  call(systemId: SystemId, caller: string): void {
    const now = this.#parts.clock.now()
    this.#startMinute(now)
    if (this.#calls.size >= MAX_CALLERS) this.#calls.clear()
    const counted = this.#calls.get(caller) ?? { systemId, calls: 0 }
    this.#calls.set(caller, counted)
    counted.calls++
    const limit = this.limitOf(systemId, 'calls')
    if (limit === null || counted.calls <= limit) return
    const retryAfterSeconds = Math.ceil((this.#minute + MINUTE - now) / 1000)
    throw refusal('TOO_MANY_CALLS', { limit, retryAfterSeconds })
  }

  /** What a system has and may have. */
  view(systemId: SystemId): QuotaView {
    this.#startMinute(this.#parts.clock.now())
    const first = this.#parts.isFirst(systemId)
    const own = this.#parts.own.of(systemId)
    const useOf = (what: QuotaName): QuotaUse => ({
      used: what === 'calls' ? this.#mostCalls(systemId) : this.#count(systemId, what),
      limit: this.limitOf(systemId, what),
      own: first ? null : (own[what] ?? null),
      standard: first ? null : this.#parts.limits[what],
    })
    return Object.fromEntries(QUOTA_NAMES.map((what) => [what, useOf(what)])) as QuotaView
  }

  /** Sets what a system may have, from now on; what it has beyond that stays. To be called in a transaction. */
  set(systemId: SystemId, limits: SetQuotas): void {
    for (const what of QUOTA_NAMES) {
      const limit = limits[what]
      if (limit !== undefined) this.#parts.own.set(systemId, what, limit)
    }
  }

  #count(systemId: SystemId, what: CountedQuota): number {
    return what === 'exports' ? (this.#exports.get(systemId) ?? 0) : this.#parts.counts[what](systemId)
  }

  #mostCalls(systemId: SystemId): number {
    const own = [...this.#calls.values()].filter((counted) => counted.systemId === systemId)
    return own.reduce((most, { calls }) => Math.max(most, calls), 0)
  }

  #startMinute(now: EpochMilliseconds): void {
    const minute = Math.floor(now / MINUTE) * MINUTE
    if (minute !== this.#minute) this.#calls.clear()
    this.#minute = minute
  }
}
