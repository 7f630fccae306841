import type SQLite from 'better-sqlite3'
import { planOnce } from './plan-once.ts'

/** More are not remembered; who sends unknown tokens all day fills no memory. */
const MAX_KEYS = 1000

/**
 * Makes of a read, a function of its key alone, one that does not ask the database twice for the same.
 * @param tables all that it reads of, for what takes long; where they are left out, a write to any makes it ask again
 */
export type Remembered = <Key, Value extends object | null>(
  read: (key: Key) => Value,
  tables?: readonly string[],
) => (key: Key) => Value

export interface RememberingDatabase {
  /** A transaction begins: nothing is written in it yet. */
  readonly begin: () => void
  /** Compiles a statement, once ({@link planOnce}); repositories do so when they are made. */
  readonly prepare: SQLite.Database['prepare']
  readonly remembered: Remembered
}

/**
 * What a remembered read has given is good until a statement runs that may write, whatever it writes: nothing
 * has to know what depends on what. Only this process writes to the file. What a transaction reads after it has
 * written there is not remembered, as it may be undone.
 */
export function remembering(sqlite: SQLite.Database): RememberingDatabase {
  let writes = 0
  const tableWrites = countTableWrites(sqlite)
  const anyWrites: Writes = { count: () => writes, unsettled: () => sqlite.inTransaction }
  const noteWrites = (statement: SQLite.Statement) => {
    for (const name of ['run', 'get', 'all', 'iterate'] as const) {
      const original = statement[name].bind(statement) as (...values: unknown[]) => unknown
      const counted = (...values: unknown[]) => {
        writes++
        return original(...values)
      }
      Object.assign(statement, { [name]: counted })
    }
  }
  const prepare = (sql: string) => {
    const statement = sqlite.prepare(planOnce(sql))
    if (!statement.readonly) noteWrites(statement)
    return statement
  }
  return {
    begin: tableWrites.begin,
    prepare: prepare as SQLite.Database['prepare'],
    remembered: <Key, Value extends object | null>(read: (key: Key) => Value, tables?: readonly string[]) => {
      const known = new Map<Key, Value>()
      const { count, unsettled } = tables === undefined ? anyWrites : tableWrites.of(tables)
      let asOf = count()
      return (key: Key) => {
        const current = count()
        const fresh = asOf === current ? known.get(key) : undefined
        if (fresh !== undefined) return fresh
        if (unsettled()) return read(key)
        if (asOf !== current || known.size === MAX_KEYS) {
          known.clear()
          asOf = current
        }
        const value = read(key)
        known.set(key, value)
        return value
      }
    },
  }
}

interface Writes {
  /** Other than before where anything was written. */
  readonly count: () => number
  /** Whether the open transaction may have written, which can be undone. */
  readonly unsettled: () => boolean
}

/**
 * Counts the rows of tables that were written, by triggers of this connection: they see what follows from other rows
 * too, as where those are deleted.
 */
function countTableWrites(sqlite: SQLite.Database) {
  const rows = new Map<string, number>()
  /** Written by the transaction that is open, or was last. */
  const written = new Set<string>()
  sqlite.function('note_row_written', (table: string) => {
    rows.set(table, (rows.get(table) ?? 0) + 1)
    written.add(table)
    return null
  })
  const watch = (tables: readonly string[]): void => {
    for (const table of tables) {
      for (const write of ['INSERT', 'UPDATE', 'DELETE']) {
        sqlite.exec(
          `CREATE TEMP TRIGGER IF NOT EXISTS noted_${write}_of_${table} AFTER ${write} ON main.${table}
           BEGIN SELECT note_row_written('${table}'); END`,
        )
      }
    }
  }
  return {
    begin: () => written.clear(),
    of(tables: readonly string[]): Writes {
      watch(tables)
      return {
        count: () => tables.reduce((sum, table) => sum + (rows.get(table) ?? 0), 0),
        unsettled: () => sqlite.inTransaction && tables.some((table) => written.has(table)),
      }
    },
  }
}
