import { SECTIONS, type Section } from '../../stores/use-sections.ts'
import type { Address } from '../../ui/address.ts'
import { readAudit } from './audit/search.ts'
import type { AuditSearch } from './audit/search.ts'

/** What the room shows, as it stands in its address. */
export interface Search extends AuditSearch {
  /** General when left out. */
  readonly section?: Section
}

/** Which section an address shows. */
export const sectionOf = ({ section }: Address): unknown => section

export function readSearch(address: Record<string, unknown>): Search {
  const known = SECTIONS.find((name) => name === address['section'])
  if (known === undefined || known === 'general') return {}
  return { section: known, ...(known === 'audit' && readAudit(address)) }
}
