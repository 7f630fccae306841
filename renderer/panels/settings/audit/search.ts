/** What the audit log shows, as it stands in its address. Pure. */
import type { AuditFilter } from '../../../../service/contract/console/audit.ts'
import { AUDIT_TOPICS } from '../../../../service/contract/console/words.ts'
import { oneOf, textsOf, type Address } from '../../../ui/address.ts'

export const PERIODS = ['today', 'week'] as const
export type Period = (typeof PERIODS)[number]

export interface AuditSearch {
  /** Kind and id of who did it. */
  readonly actor?: string
  readonly topic?: (typeof AUDIT_TOPICS)[number]
  /** All that is kept where it is left out. */
  readonly period?: Period
  readonly refused?: 'true'
  /** A part of a name, an id or an address. */
  readonly q?: string
  /** The entry whose details are shown. */
  readonly entry?: string
}

/** What stands between the filter and what the engine is asked for: a period that goes on. */
export type PeriodFilter = Omit<AuditFilter, 'from'> & { readonly period?: Period }

/** Reads an address; what is unknown or empty is left out. */
export function readAudit(address: Address): AuditSearch {
  const topic = oneOf(address, 'topic', AUDIT_TOPICS)
  const period = oneOf(address, 'period', PERIODS)
  const isRefused = address['refused'] === 'true' || address['refused'] === true
  return {
    ...(topic && { topic }),
    ...(period && { period }),
    ...(isRefused && { refused: 'true' }),
    ...textsOf(address, ['actor', 'q', 'entry']),
  }
}

export function filterOf({ entry: _, q, ...filter }: AuditSearch): PeriodFilter {
  return q === undefined ? filter : { ...filter, search: q }
}
