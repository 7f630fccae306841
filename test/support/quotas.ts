import { DEFAULT_QUOTAS } from '../../service/contract/quotas.ts'
import type { QuotaLimits } from '../../service/contract/quotas.ts'
import type { Identity } from '../../service/control/identity/identity.ts'
import { channelRepository } from '../../service/control/store/channels.ts'
import type { Database } from '../../service/control/store/database.ts'
import type { Quotas } from '../../service/control/system/quotas.ts'
import type { Clock } from '../../service/platform/clock.ts'
import { openQuotas } from '../../service/composition/quotas.ts'

/** Quotas over a real database. */
export function testQuotas(
  clock: Clock,
  database: Database,
  store: Identity['store'],
  limits: Partial<QuotaLimits> = {},
): Quotas {
  const channels = channelRepository(database)
  return openQuotas({ database, store, channels, limits: { ...DEFAULT_QUOTAS, ...limits }, clock })
}

/** Bounds nothing. */
export const UNBOUNDED: Pick<Quotas, 'beginExport'> = { beginExport: () => () => undefined }
