/** What is kept of who did what, and where. */
import type { AuditActor, AuditDetails, AuditObject, AuditVerb, AuditWay } from '../../contract/audit.ts'
import type { AuditEntry, AuditFilter } from '../../contract/console/audit.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { RefusalCode } from '../../contract/refusal/refusals.ts'
import type { Bytes, EpochMilliseconds } from '../../contract/units.ts'

/** Something that was done, or tried. */
export interface AuditAct {
  readonly verb: AuditVerb
  readonly actor: AuditActor
  /** Null where it is about the installation: its owner alone sees it. */
  readonly systemId: SystemId | null
  readonly via: AuditWay
  /** Null where nobody asked from anywhere. */
  readonly remoteAddress: string | null
  readonly objects: readonly AuditObject[]
  readonly details: AuditDetails
  /** Null where it was done. */
  readonly refused: RefusalCode | null
}

/** So many acts of the same kind, which one entry tells. */
export interface CountedAct extends AuditAct {
  readonly at: EpochMilliseconds
  readonly count: number
}

/** Whose entries are looked at. */
export interface AuditScope {
  readonly systemId: SystemId
  /** Also those about the installation. */
  readonly installation: boolean
}

/** What a kind of entries of a system may take up on disk. */
export interface AuditBudgets {
  /** Of those who were signed in, and of Airdesk itself. */
  readonly known: Bytes
  /** Of those who were not: they evict only each other. */
  readonly anonymous: Bytes
}

/** Where the log is kept. Each method takes a few ms at most, and throws SQLite's errors. */
export interface AuditStore {
  /**
   * Writes acts, or joins each to the same of the last minute, as part of the transaction that runs, if one does;
   * then removes the oldest entries of their kinds over its budget.
   */
  append(acts: readonly CountedAct[], budgets: AuditBudgets): void
  /** The entries with these properties among the `window` newest before `before`, newest first. */
  look(
    scope: AuditScope,
    filter: AuditFilter,
    range: { readonly before: number; readonly window: number; readonly limit: number },
  ): { readonly entries: readonly AuditEntry[]; readonly before: number | null }
  /** Those who did something, by name. */
  actors(scope: AuditScope): readonly AuditActor[]
  count(scope: AuditScope): number
  /** Removes those of the `limit` oldest entries that are of before `time`; gives their number. */
  removeOld(time: EpochMilliseconds, limit: number): number
}
