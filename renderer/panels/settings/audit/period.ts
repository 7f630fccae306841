/** The period of the audit log, which goes on with the clock. Pure. */
import type { AuditFilter } from '../../../../service/contract/console/audit.ts'
import { DAY_MS } from '../../../time.ts'
import { dateOf, startOfDay } from '../../../zone-time.ts'
import type { PeriodFilter } from './search.ts'

/** As the engine takes it. @param now milliseconds since 1970 */
export function withMoment({ period, ...filter }: PeriodFilter, now: number, zone: string): AuditFilter {
  if (period === undefined) return filter
  return { ...filter, from: period === 'today' ? startOfDay(dateOf(now, zone), zone) : now - 7 * DAY_MS }
}
