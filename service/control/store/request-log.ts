import { existsSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import type { SystemId } from '../../contract/ids.ts'
import type { Logger } from '../../platform/logger.ts'
import type {
  CallFilter,
  CallScope,
  CallSummary,
  NumberedCall,
  RequestLogStore,
} from '../request-log/request-log-store.ts'
import { CALL_COLUMNS, TIME_COLUMNS, eachRun } from '../request-log/packed-calls.ts'
import type { PackedCalls } from '../request-log/packed-calls.ts'
import { ownerOnly } from './database.ts'
import { likePattern } from './like-pattern.ts'
import { isDamaged, setAside } from './set-aside.ts'
import { SHARED_TEXTS_SCHEMA, SharedTexts } from './shared-texts.ts'

/** The schema of each version, made of the one before. The log is no treasure: one of a later version is set aside. */
const SCHEMAS = [
  `
  CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    api TEXT NOT NULL,
    operation TEXT NOT NULL,
    system_id TEXT,
    caller TEXT,
    remote_address TEXT NOT NULL,
    status INTEGER NOT NULL,
    duration_ms REAL NOT NULL,
    unknown_members TEXT,
    request_cut INTEGER NOT NULL,
    response_cut INTEGER NOT NULL,
    request TEXT,
    response TEXT NOT NULL
  ) STRICT;`,
  SHARED_TEXTS_SCHEMA,
]

/** Finds calls of callers who are not known; a file of before may lack it. */
const UNKNOWN_CALLERS = 'CREATE INDEX IF NOT EXISTS unknown_callers ON calls (id) WHERE system_id IS NULL'
/** Where they are among the columns. */
const [SYSTEM_ID, REQUEST, RESPONSE] = ['system_id', 'request', 'response'].map((name) =>
  CALL_COLUMNS.indexOf(name),
) as [number, number, number]
/** A page holds some calls; with smaller ones writing takes twice the time. Bytes. */
const PAGE_SIZE = 16_384
/** Pages of the write-ahead log after which it is written back, in one piece; fewer take more time in all. */
const CHECKPOINT_PAGES = 256
/** Written at its end and seldom read. */
const CACHE_KIB = 2000

interface Row {
  id: number
  at: number
  api: 'option' | 'live'
  operation: string
  system_id: SystemId | null
  caller: string | null
  remote_address: string
  status: number
  duration_ms: number
  unknown_members: string | null
  request_cut: number
  response_cut: number
  request: string | null
  response: string
}

type SummaryRow = Omit<Row, 'request' | 'response' | 'request_cut' | 'response_cut'>

const SUMMARY =
  'id, at, api, operation, system_id, caller, remote_address, status, duration_ms, unknown_members'
const REQUEST_TEXT = 'coalesce((SELECT text FROM texts WHERE texts.id = request_text), request)'
const RESPONSE_TEXT = 'coalesce((SELECT text FROM texts WHERE texts.id = response_text), response)'
/** A system's own calls; others do not exist for it. */
const IN_SCOPE = '(system_id = @systemId OR (@unknownCallers AND system_id IS NULL))'

/**
 * The request log in a SQLite file of its own, so that writing it never waits for what must be kept, and a
 * power cut, which it does not guard against (`synchronous = OFF`), damages nothing else. It may be deleted at
 * any time; one that is damaged is set aside as `<file>.damaged` and made anew. Opened when first used.
 * @param file path, or `:memory:`
 */
export function requestLogStore(file: string, logger: Pick<Logger, 'warn'>): RequestLogStore {
  let opened: OpenLog | null = null
  const close = () => {
    opened?.close()
    opened = null
  }
  const use = <T>(run: (log: OpenLog) => T): T => {
    if (opened && file !== ':memory:' && !existsSync(file)) close()
    try {
      return run((opened ??= openLog(file)))
    } catch (error) {
      if (!isDamage(error)) throw error
      close()
      setAside(file)
      logger.warn({ err: error, setAside: `${file}.damaged` }, 'the request log is damaged; a new one begins')
      return run((opened = openLog(file)))
    }
  }
  return {
    append: (calls) => use((log) => log.append(calls)),
    look: (scope, filter, range) => use((log) => log.look(scope, filter, range)),
    find: (scope, id) => use((log) => log.find(scope, id)),
    removeOldest: (limit, time) => use((log) => log.removeOldest(limit, time)),
    oldestAt: () => use((log) => log.oldestAt()),
    removeUnknown: (keep, limit) => use((log) => log.removeUnknown(keep, limit)),
    clear: (scope, limit) => use((log) => log.clear(scope, limit)),
    bytes: () => use((log) => log.bytes()),
    close,
  }
}

class WrongVersion extends Error {}

const isDamage = (error: unknown) => error instanceof WrongVersion || isDamaged(error)

type OpenLog = RequestLogStore

function openLog(file: string): OpenLog {
  if (file !== ':memory:') ownerOnly(file)
  // Who else has it open and locked, a shell perhaps, is not waited for: what is not written waits here.
  const sqlite = new SQLite(file, { timeout: 0 })
  try {
    sqlite.pragma(`page_size = ${PAGE_SIZE}`)
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma('synchronous = OFF')
    sqlite.pragma(`cache_size = -${CACHE_KIB}`)
    sqlite.pragma(`wal_autocheckpoint = ${CHECKPOINT_PAGES}`)
    sqlite.pragma('trusted_schema = OFF')
    const version = sqlite.pragma('user_version', { simple: true })
    if (typeof version !== 'number' || version > SCHEMAS.length)
      throw new WrongVersion(`schema version ${String(version)}`)
    if (version < SCHEMAS.length) upgrade(sqlite, version)
    sqlite.exec(UNKNOWN_CALLERS)
    return { ...writing(sqlite), ...looking(sqlite), close: () => sqlite.close() }
  } catch (error) {
    sqlite.close()
    throw error
  }
}

function upgrade(sqlite: SQLite.Database, from: number): void {
  sqlite.transaction(() => {
    for (const schema of SCHEMAS.slice(from)) sqlite.exec(schema)
    sqlite.pragma(`user_version = ${SCHEMAS.length}`)
  })()
}

function writing(
  sqlite: SQLite.Database,
): Pick<OpenLog, 'append' | 'removeOldest' | 'oldestAt' | 'removeUnknown' | 'clear' | 'bytes'> {
  const common = [...CALL_COLUMNS, 'request_text', 'response_text']
  const values = common.map(() => '?').join(', ')
  const into = `INSERT INTO calls (${[...common, ...TIME_COLUMNS].join(', ')})`
  const insert = sqlite.prepare(`${into} VALUES (${values}, ?, ?)`)
  // Half the work of as many inserts: texts are bound once.
  const insertRun = sqlite.prepare(`${into} SELECT ${values}, value->>0, value->>1 FROM json_each(?)`)
  const texts = new SharedTexts(sqlite)
  const newest = sqlite.prepare<[], number>('SELECT coalesce(max(id), 0) FROM calls').pluck()
  const append = sqlite.transaction((calls: PackedCalls) => {
    const lastCall = (newest.get() ?? 0) + calls.count
    eachRun(calls, (call, times) => {
      const systemId = call[SYSTEM_ID] as SystemId | null
      const request = texts.placeOf(call[REQUEST] as string | null, systemId, lastCall)
      const response = texts.placeOf(call[RESPONSE] as string, systemId, lastCall)
      if (request !== null) call[REQUEST] = null
      // The column takes no null.
      if (response !== null) call[RESPONSE] = ''
      const [only, isRun] = times
      if (only && !isRun) insert.run(call, request, response, only)
      else insertRun.run(call, request, response, JSON.stringify(times))
    })
  })
  // Looks at `limit` rows and no more: in the order of ids, which is that of time.
  const removeOldest = sqlite.prepare<[number, number]>(
    'DELETE FROM calls WHERE id < (SELECT min(id) FROM calls) + ? AND at < ?',
  )
  const oldestAt = sqlite.prepare<[], number>('SELECT at FROM calls ORDER BY id LIMIT 1').pluck()
  const removeUnknown = sqlite.prepare<[object]>(
    `DELETE FROM calls WHERE id IN (
       SELECT id FROM calls WHERE system_id IS NULL AND id <= (
         SELECT id FROM calls WHERE system_id IS NULL ORDER BY id DESC LIMIT 1 OFFSET @keep)
       ORDER BY id LIMIT @limit)`,
  )
  const clear = sqlite.prepare<[object]>(
    `DELETE FROM calls WHERE id IN (SELECT id FROM calls WHERE ${IN_SCOPE} LIMIT @limit)`,
  )
  const bytes = sqlite
    .prepare<[], number>(
      `SELECT (page_count - freelist_count) * page_size
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )
    .pluck()
  return {
    append(calls) {
      try {
        append(calls)
      } catch (error) {
        texts.forget()
        throw error
      }
    },
    removeOldest: sqlite.transaction((limit: number, time: number) => {
      const { changes } = removeOldest.run(limit, time)
      if (changes > 0) texts.removeOld()
      return changes
    }),
    oldestAt: () => oldestAt.get() ?? null,
    removeUnknown: (keep, limit) => removeUnknown.run({ keep, limit }).changes,
    clear: sqlite.transaction((scope: CallScope, limit: number) => {
      const { changes } = clear.run({ ...scopeValues(scope), limit })
      if (changes < limit) texts.removeOldOf(scope.systemId)
      return changes
    }),
    bytes: () => bytes.get() ?? 0,
  }
}

function looking(sqlite: SQLite.Database): Pick<OpenLog, 'look' | 'find'> {
  const ends = sqlite.prepare<[], { first: number | null; last: number | null }>(
    'SELECT (SELECT min(id) FROM calls) AS first, (SELECT max(id) FROM calls) AS last',
  )
  const look = sqlite.prepare<[object], SummaryRow>(
    `SELECT ${SUMMARY} FROM calls
     WHERE id >= @first AND id < @before AND ${IN_SCOPE}
       AND (@api IS NULL OR api = @api)
       AND (@operation IS NULL OR operation = @operation)
       AND (@status IS NULL OR status / 100 = @status)
       AND (@caller IS NULL OR caller = @caller)
       AND (@from IS NULL OR at >= @from)
       AND (@to IS NULL OR at < @to)
       AND (@search IS NULL OR operation LIKE @search ESCAPE '\\' OR caller LIKE @search ESCAPE '\\'
         OR remote_address LIKE @search ESCAPE '\\' OR ${REQUEST_TEXT} LIKE @search ESCAPE '\\'
         OR ${RESPONSE_TEXT} LIKE @search ESCAPE '\\')
     ORDER BY id DESC LIMIT @limit`,
  )
  const find = sqlite.prepare<[object], Row>(
    `SELECT ${SUMMARY}, request_cut, response_cut, ${REQUEST_TEXT} AS request, ${RESPONSE_TEXT} AS response
     FROM calls WHERE id = @id AND ${IN_SCOPE}`,
  )
  return {
    look(scope, filter, { before, window, limit }) {
      const { first = null, last = null } = ends.get() ?? {}
      if (first === null || last === null) return { calls: [], before: null }
      const end = Math.min(before, last + 1)
      const begin = end - window
      const rows = look.all({
        first: begin,
        before: end,
        limit,
        ...scopeValues(scope),
        ...filterValues(filter),
      })
      const reached = rows.length === limit ? (rows.at(-1)?.id ?? begin) : begin
      return { calls: rows.map(summaryOf), before: reached > first ? reached : null }
    },
    find(scope, id) {
      const row = find.get({ id, ...scopeValues(scope) })
      return row ? callOf(row) : null
    },
  }
}

function scopeValues({ systemId, unknownCallers }: CallScope) {
  return { systemId, unknownCallers: Number(unknownCallers) }
}

function filterValues({ api, operation, status, caller, search, from, to }: CallFilter) {
  return {
    api: api ?? null,
    operation: operation ?? null,
    status: status === undefined ? null : Number(status.charAt(0)),
    caller: caller ?? null,
    search: search === undefined ? null : likePattern(search),
    from: from ?? null,
    to: to ?? null,
  }
}

function summaryOf(row: SummaryRow): CallSummary {
  return {
    id: row.id,
    at: row.at,
    api: row.api,
    operation: row.operation,
    systemId: row.system_id,
    caller: row.caller,
    remoteAddress: row.remote_address,
    status: row.status,
    durationMs: row.duration_ms,
    // Written by `CallPack`.
    unknownMembers: row.unknown_members === null ? [] : (JSON.parse(row.unknown_members) as string[]),
  }
}

function callOf(row: Row): NumberedCall {
  const { request, response } = row
  return {
    ...summaryOf(row),
    request: request === null ? null : { text: request, cut: row.request_cut === 1 },
    response: { text: response, cut: row.response_cut === 1 },
  }
}
