import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AuditActor } from '../../contract/audit.ts'
import type { AuditEntry, AuditFilter, AuditPage, AuditQuery } from '../../contract/console/audit.ts'
import type { AuditLog } from './audit-log.ts'
import type { AuditScope, AuditStore } from './audit-store.ts'

/** So many entries are looked at in one turn of the event loop. */
const ENTRIES_PER_TURN = 1000

/** What the console reads of the log. */
export interface AuditReader {
  list(scope: AuditScope, query: AuditQuery): Promise<AuditPage>
  /** All that the filter finds, newest first, up to now. */
  all(scope: AuditScope, filter: AuditFilter): AsyncIterable<AuditEntry>
}

/** Reads what was recorded up to now. */
export function auditReader(log: Pick<AuditLog, 'flush'>, store: AuditStore): AuditReader {
  return {
    async list(scope, { before, limit, ...filter }) {
      log.flush()
      const entries: AuditEntry[] = []
      let from: number | null = before ?? Number.MAX_SAFE_INTEGER
      do {
        const range = { before: from, window: ENTRIES_PER_TURN, limit: limit - entries.length }
        const found = store.look(scope, filter, range)
        entries.push(...found.entries)
        from = found.before
        if (from !== null) await nextTurn()
      } while (from !== null && entries.length < limit)
      const actors: AuditActor[] = [...store.actors(scope)]
      return { entries, next: from, inAll: store.count(scope), actors }
    },
    async *all(scope, filter) {
      log.flush()
      let before: number | null = Number.MAX_SAFE_INTEGER
      while (before !== null) {
        const range = { before, window: ENTRIES_PER_TURN, limit: ENTRIES_PER_TURN }
        const found = store.look(scope, filter, range)
        yield* found.entries
        before = found.before
        await nextTurn()
      }
    },
  }
}
