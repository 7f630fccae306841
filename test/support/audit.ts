import { AuditLog } from '../../service/control/audit/audit-log.ts'
import type { AuditBudgets } from '../../service/control/audit/audit-store.ts'
import type { ObjectNames } from '../../service/control/audit/objects.ts'
import { auditReader } from '../../service/control/audit/reading.ts'
import { auditStore } from '../../service/control/store/audit-log.ts'
import type { Database } from '../../service/control/store/database.ts'
import type { Clock } from '../../service/platform/clock.ts'
import { createLogger } from '../../service/platform/logger.ts'

interface Options {
  readonly file?: string
  readonly names?: ObjectNames
  readonly budgets?: AuditBudgets
}

/** The audit log on a real database; in memory unless a file is given. */
export function testAudit(clock: Clock, transactions: Database, options: Options = {}) {
  const { file = ':memory:', names = {}, budgets } = options
  const logger = createLogger('silent')
  const store = auditStore(transactions, file, logger)
  const audit = new AuditLog({ store, transactions, names, clock, logger, ...(budgets && { budgets }) })
  return { audit, auditReader: auditReader(audit, store), auditStore: store }
}

/** Where a test does not ask who did what. */
export const unaudited: Pick<AuditLog, 'attempt' | 'refused' | 'wrongToken' | 'byItself'> = {
  attempt: (_, run) => run(),
  refused: () => undefined,
  wrongToken: () => undefined,
  byItself: () => undefined,
}
