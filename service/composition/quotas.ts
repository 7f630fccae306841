import type { ChannelRepository } from '../control/channel/repository.ts'
import type { IdentityStore } from '../control/identity/identity.ts'
import { archiveDestinationRepository } from '../control/store/archive-destinations.ts'
import type { Database } from '../control/store/database.ts'
import { scheduleRepository } from '../control/store/schedules.ts'
import { systemQuotaRepository } from '../control/store/system-quotas.ts'
import { webhookStore } from '../control/store/webhooks.ts'
import { Quotas } from '../control/system/quotas.ts'
import type { QuotaLimits } from '../contract/quotas.ts'
import type { Clock } from '../platform/clock.ts'

interface Parts {
  readonly database: Database
  readonly store: IdentityStore
  readonly channels: ChannelRepository
  readonly limits: QuotaLimits
  readonly clock: Clock
}

/** Quotas by what the database has. */
export function openQuotas({ database, store, channels, limits, clock }: Parts): Quotas {
  const schedules = scheduleRepository(database)
  const destinations = archiveDestinationRepository(database)
  const webhooks = webhookStore(database)
  return new Quotas({
    ...{ limits, clock, own: systemQuotaRepository(database) },
    isFirst: (systemId) => store.systems.first()?.id === systemId,
    counts: {
      channels: (systemId) => channels.listIds(systemId).length,
      schedules: (systemId) => schedules.count(systemId),
      users: (systemId) => store.users.list(systemId).length,
      tokens: (systemId) =>
        store.accessTokens.list(systemId).filter(({ revokedAt }) => revokedAt === null).length,
      destinations: (systemId) => destinations.list(systemId).length,
      webhooks: (systemId) => webhooks.waiting(systemId),
    },
  })
}
