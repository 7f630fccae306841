import type { SystemId } from '../../contract/ids.ts'
import type { QuotaLimits, QuotaName } from '../../contract/quotas.ts'
import type { QuotaRepository } from '../system/quotas.ts'
import type { Database } from './database.ts'

/** What was set for one system and not for all. */
export function systemQuotaRepository({ prepare, remembered }: Database): QuotaRepository {
  const list = prepare<[SystemId], { name: QuotaName; most: number }>(
    'SELECT name, most FROM system_quotas WHERE system_id = ?',
  )
  const set = prepare<[SystemId, QuotaName, number]>(
    `INSERT INTO system_quotas (system_id, name, most) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET most = excluded.most`,
  )
  const remove = prepare<[SystemId, QuotaName]>('DELETE FROM system_quotas WHERE system_id = ? AND name = ?')
  return {
    of: remembered((systemId: SystemId): Partial<QuotaLimits> =>
      Object.fromEntries(list.all(systemId).map(({ name, most }) => [name, most])),
    ),
    set(systemId, name, limit) {
      if (limit === null) remove.run(systemId, name)
      else set.run(systemId, name, limit)
    },
  }
}
