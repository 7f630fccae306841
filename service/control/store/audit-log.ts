import type { AuditActor, AuditObject } from '../../contract/audit.ts'
import { MAX_AUDIT_OBJECTS } from '../../contract/audit.ts'
import type { AuditEntry, AuditFilter } from '../../contract/console/audit.ts'
import type { Bytes, EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AuditAct, AuditScope, AuditStore, CountedAct } from '../audit/audit-store.ts'
import { ownerOnly } from './database.ts'
import type { Database } from './database.ts'
import { auditRow, entryOf, filterValues, joinedBy } from './audit-rows.ts'
import type { AuditRow } from './audit-rows.ts'
import { isDamaged, setAside } from './set-aside.ts'

/** The same again within this time is one entry. */
const JOINED_WITHIN: Milliseconds = 60_000
/** It is written at its end and seldom read. */
const CACHE_KIB = 1000
/** About what a row takes up besides its texts. */
const ROW_BYTES: Bytes = 160
/** Removed at once where a budget is exceeded. */
const EVICTED_AT_ONCE = 16

const SCHEMA = [
  `CREATE TABLE IF NOT EXISTS audit.entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    until INTEGER NOT NULL,
    count INTEGER NOT NULL,
    system_id TEXT NOT NULL,
    known INTEGER NOT NULL,
    actor_kind TEXT NOT NULL,
    actor_id TEXT,
    actor_name TEXT,
    verb TEXT NOT NULL,
    refused TEXT,
    via TEXT NOT NULL,
    remote_address TEXT,
    objects TEXT NOT NULL,
    object_count INTEGER NOT NULL,
    details TEXT NOT NULL,
    joined_by TEXT NOT NULL,
    bytes INTEGER NOT NULL
  ) STRICT`,
  'CREATE INDEX IF NOT EXISTS audit.entries_joined ON entries (joined_by, until)',
  'CREATE INDEX IF NOT EXISTS audit.entries_oldest ON entries (system_id, known, id)',
  `CREATE TABLE IF NOT EXISTS audit.totals (
    system_id TEXT NOT NULL,
    known INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    entries INTEGER NOT NULL,
    PRIMARY KEY (system_id, known)
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS audit.actors (
    system_id TEXT NOT NULL,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    name TEXT,
    PRIMARY KEY (system_id, kind, id)
  ) STRICT`,
]

/** A system's own entries, and where the owner looks those about the installation, which have no system. */
const IN_SCOPE = "(system_id = @systemId OR (@installation AND system_id = ''))"

/**
 * The audit log in a SQLite file of its own, attached to the database: an entry is part of the transaction that does
 * what it tells, and the log outlives the restoring of another state. A damaged file is set aside.
 * @param file path, or `:memory:`
 */
export function auditStore(database: Database, file: string, logger: Pick<Logger, 'warn'>): AuditStore {
  attach(database, file, logger)
  return { ...writing(database), ...looking(database) }
}

function attach(database: Database, file: string, logger: Pick<Logger, 'warn'>): void {
  const open = () => {
    if (file !== ':memory:') ownerOnly(file)
    database.prepare('ATTACH DATABASE ? AS audit').run(file)
    database.prepare('PRAGMA audit.journal_mode = WAL').get()
    database.prepare(`PRAGMA audit.cache_size = -${CACHE_KIB}`).run()
    for (const sql of SCHEMA) database.prepare(sql).run()
    database.prepare('SELECT max(id) FROM audit.entries').get()
  }
  const attached = database.prepare("SELECT 1 FROM pragma_database_list WHERE name = 'audit'")
  try {
    open()
  } catch (error) {
    if (!isDamaged(error)) throw error
    if (attached.get()) database.prepare('DETACH DATABASE audit').run()
    setAside(file)
    logger.warn({ err: error, setAside: `${file}.damaged` }, 'the audit log is damaged; a new one begins')
    open()
  }
}

function writing(database: Database): Pick<AuditStore, 'append' | 'removeOld'> {
  const insert = database.prepare<[object]>(
    `INSERT INTO audit.entries (at, until, count, system_id, known, actor_kind, actor_id, actor_name, verb, refused,
       via, remote_address, objects, object_count, details, joined_by, bytes)
     VALUES (@at, @at, @count, @systemId, @known, @actorKind, @actorId, @actorName, @verb, @refused,
       @via, @remoteAddress, @objects, @objectCount, @details, @joinedBy, @bytes)`,
  )
  const sameBefore = database.prepare<[string, EpochMilliseconds], AuditRow>(
    'SELECT * FROM audit.entries WHERE joined_by = ? AND until >= ? ORDER BY until DESC LIMIT 1',
  )
  const join = database.prepare<[object]>(
    `UPDATE audit.entries SET until = @at, count = count + @count, objects = @objects, object_count = @objectCount,
       bytes = @bytes WHERE id = @id`,
  )
  const addTo = database
    .prepare<[object], Bytes>(
      `INSERT INTO audit.totals (system_id, known, bytes, entries) VALUES (@systemId, @known, @bytes, @entries)
       ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes, entries = entries + excluded.entries
       RETURNING bytes`,
    )
    .pluck()
  /** Gives what there is then. */
  const add = (more: object): Bytes => addTo.get(more) ?? 0
  const evict = database.prepare<[string, number], { bytes: Bytes }>(
    `DELETE FROM audit.entries WHERE id IN (SELECT id FROM audit.entries WHERE system_id = ? AND known = ?
       ORDER BY id LIMIT ${EVICTED_AT_ONCE}) RETURNING bytes`,
  )
  const seen = database.prepare<[object]>(
    `INSERT INTO audit.actors (system_id, kind, id, name) VALUES (@systemId, @kind, @id, @name)
     ON CONFLICT DO UPDATE SET name = excluded.name WHERE name IS NOT excluded.name`,
  )
  // Looks at `limit` rows and no more: in the order of ids, which is that of time.
  const removeOld = database.prepare<
    [number, EpochMilliseconds],
    { system_id: string; known: number; bytes: Bytes }
  >(
    `DELETE FROM audit.entries WHERE id < (SELECT min(id) FROM audit.entries) + ? AND until < ?
     RETURNING system_id, known, bytes`,
  )
  const write = (act: CountedAct) => {
    const row = auditRow(act)
    const before = sameBefore.get(row.joinedBy, act.at - JOINED_WITHIN)
    if (!before) {
      const bytes = ROW_BYTES + sizeOf(row)
      insert.run({ ...row, bytes })
      return { row, total: add({ systemId: row.systemId, known: row.known, bytes, entries: 1 }) }
    }
    const objects = joinedObjects(entryOf(before), act)
    const text = JSON.stringify(objects.named)
    const bytes = before.bytes + text.length - before.objects.length
    join.run({
      id: before.id,
      at: act.at,
      count: act.count,
      objects: text,
      objectCount: objects.count,
      bytes,
    })
    const more = bytes - before.bytes
    return { row, total: add({ systemId: row.systemId, known: row.known, bytes: more, entries: 0 }) }
  }
  return {
    append: (acts, budgets) =>
      database.transaction(() => {
        for (const act of joined(acts)) {
          const { row, total } = write(act)
          const { systemId, known } = row
          const { kind, id, name } = act.actor
          seen.run({ systemId, kind, id: id ?? '', name })
          const budget = known === 1 ? budgets.known : budgets.anonymous
          for (let left = total; left > budget;) {
            const gone = evict.all(systemId, known)
            const bytes = -gone.reduce((sum, one) => sum + one.bytes, 0)
            left = add({ systemId, known, bytes, entries: -gone.length })
          }
        }
      }),
    removeOld: (time, limit) =>
      database.transaction(() => {
        const gone = removeOld.all(limit, time)
        for (const { system_id: systemId, known, bytes } of gone)
          add({ systemId, known, bytes: -bytes, entries: -1 })
        return gone.length
      }),
  }
}

const sizeOf = (row: ReturnType<typeof auditRow>): Bytes =>
  Object.values(row).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0)

/** Those that one entry tells of, as one. */
function joined(acts: readonly CountedAct[]): CountedAct[] {
  return Array.from(Map.groupBy(acts, joinedBy).values(), (same) => ({
    ...same.reduce((before, act) => ({ ...act, count: before.count + act.count })),
    objects: [...byText(same.flatMap(({ objects }) => objects)).values()],
  }))
}

/** Objects that are named already count once. */
function joinedObjects(before: AuditEntry, { objects }: AuditAct) {
  const named = byText(before.objects)
  const fresh = objects.filter((object) => !named.has(textOf(object)))
  return {
    named: [...before.objects, ...fresh].slice(0, MAX_AUDIT_OBJECTS),
    count: before.objectCount + fresh.length,
  }
}

const textOf = ({ kind, id, name }: AuditObject) => JSON.stringify([kind, id, name])
const byText = (objects: readonly AuditObject[]) => new Map(objects.map((object) => [textOf(object), object]))

function looking(database: Database): Pick<AuditStore, 'look' | 'actors' | 'count'> {
  const ends = database.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(id) FROM audit.entries) AS first, (SELECT max(id) FROM audit.entries) AS last',
  )
  const look = database.prepare<[object], AuditRow>(
    `SELECT * FROM audit.entries
     WHERE id >= @first AND id < @before AND ${IN_SCOPE}
       AND (@actorKind IS NULL OR (actor_kind = @actorKind AND actor_id IS @actorId))
       AND (@verbs IS NULL OR verb IN (SELECT value FROM json_each(@verbs)))
       AND (@from IS NULL OR until >= @from)
       AND (@refused = 0 OR refused IS NOT NULL)
       AND (@search IS NULL OR actor_name LIKE @search ESCAPE '\\' OR remote_address LIKE @search ESCAPE '\\'
         OR objects LIKE @search ESCAPE '\\' OR details LIKE @search ESCAPE '\\')
     ORDER BY id DESC LIMIT @limit`,
  )
  const actors = database.prepare<[object], { kind: AuditActor['kind']; id: string; name: string | null }>(
    `SELECT kind, id, name FROM audit.actors WHERE ${IN_SCOPE} GROUP BY kind, id ORDER BY name LIMIT 500`,
  )
  const count = database
    .prepare<[object], number>(`SELECT coalesce(sum(entries), 0) FROM audit.totals WHERE ${IN_SCOPE}`)
    .pluck()
  const scopeValues = ({ systemId, installation }: AuditScope) => ({
    systemId,
    installation: Number(installation),
  })
  return {
    look(scope, filter: AuditFilter, { before, window, limit }) {
      const { first = null, last = null } = ends.get() ?? {}
      if (first === null || last === null) return { entries: [], before: null }
      const end = Math.min(before, last + 1)
      const begin = end - window
      const range = { first: begin, before: end, limit }
      const rows = look.all({ ...range, ...scopeValues(scope), ...filterValues(filter) })
      const reached = rows.length === limit ? (rows.at(-1)?.id ?? begin) : begin
      return { entries: rows.map(entryOf), before: reached > first ? reached : null }
    },
    actors: (scope) =>
      actors.all(scopeValues(scope)).map(({ kind, id, name }) => ({ kind, id: id === '' ? null : id, name })),
    count: (scope) => count.get(scopeValues(scope)) ?? 0,
  }
}
