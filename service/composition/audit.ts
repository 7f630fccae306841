import { join } from 'node:path'
import { AuditLog } from '../control/audit/audit-log.ts'
import type { ObjectNames } from '../control/audit/objects.ts'
import { auditReader } from '../control/audit/reading.ts'
import type { AuditReader } from '../control/audit/reading.ts'
import type { ChannelRepository } from '../control/channel/repository.ts'
import type { Identity } from '../control/identity/identity.ts'
import { archiveDestinationRepository } from '../control/store/archive-destinations.ts'
import { auditStore } from '../control/store/audit-log.ts'
import type { Database } from '../control/store/database.ts'
import { scheduleRepository } from '../control/store/schedules.ts'
import type { SystemId, UserId } from '../contract/ids.ts'
import type { ClosingStack } from '../platform/closing-stack.ts'
import type { Clock } from '../platform/clock.ts'
import type { Logger } from '../platform/logger.ts'

export interface AuditPlane {
  readonly audit: AuditLog
  readonly auditReader: AuditReader
}

interface Parts {
  readonly dataDir: string
  readonly database: Database
  readonly identity: Identity
  readonly channels: ChannelRepository
  readonly clock: Clock
  readonly logger: Logger
}

/** Who did what, beside the database and in its transactions. */
export function openAudit(parts: Parts, stack: ClosingStack): AuditPlane {
  const { dataDir, database: transactions, clock, logger } = parts
  const store = auditStore(transactions, join(dataDir, 'audit.db'), logger)
  const audit = new AuditLog({ store, transactions, names: namesOf(parts), clock, logger })
  stack.defer(() => audit.close())
  return { audit, auditReader: auditReader(audit, store) }
}

/** Names of what belongs to the system, or, of the installation's acts, of any. */
function namesOf({ database, identity, channels }: Parts): ObjectNames {
  const { users, accessTokens, systems } = identity.store
  const schedules = scheduleRepository(database)
  const destinations = archiveDestinationRepository(database)
  const own = <Found extends { readonly systemId: SystemId }>(found: Found | null, of: SystemId | null) =>
    found !== null && (of === null || found.systemId === of) ? found : null
  const named = (name: string | undefined) => (name === undefined || name === '' ? null : name)
  return {
    user: (of, id) => named(own(users.find(Number(id) as UserId), of)?.name),
    channel: (of, id) => named(own(channels.find(id), of)?.name),
    schedule: (of, id) => named(own(schedules.find(id), of)?.name),
    token: (of, id) => named(of ? accessTokens.list(of).find((one) => one.id === id)?.name : undefined),
    destination: (of, id) => named(of ? destinations.find(of, id)?.bucketUri : undefined),
    system: (of, id) => named(systems.find((of ?? id) as SystemId)?.name),
  }
}
