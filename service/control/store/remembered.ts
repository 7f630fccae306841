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
  /** Compiles a statement, once ({@link planOnce}); repositories do so when they are made. */
  readonly prepare: SQLite.Database['prepare']
  readonly remembered: Remembered
}

/**
 * What a remembered read has given is good until a statement runs that may write, whatever it writes: nothing
 * has to know what depends on what. Only this process writes to the file. What a transaction reads is not
 * remembered, as it may be undone.
 */
export function remembering(sqlite: SQLite.Database): RememberingDatabase {
  let writes = 0
  const writesTo = tableWrites(sqlite)
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
    prepare: prepare as SQLite.Database['prepare'],
    remembered: <Key, Value extends object | null>(read: (key: Key) => Value, tables?: readonly string[]) => {
      const known = new Map<Key, Value>()
      const changes = tables === undefined ? () => writes : writesTo(tables)
      let asOf = changes()
      return (key: Key) => {
        const current = changes()
        const fresh = asOf === current ? known.get(key) : undefined
        if (fresh !== undefined) return fresh
        if (sqlite.inTransaction) return read(key)
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

/**
 * Counts the rows of tables that were written, by triggers of this connection: they see what follows from other rows
 * too, as where those are deleted.
 */
function tableWrites(sqlite: SQLite.Database): (tables: readonly string[]) => () => number {
  const rows = new Map<string, number>()
  sqlite.function('note_row_written', (table: string) => {
    rows.set(table, (rows.get(table) ?? 0) + 1)
    return null
  })
  return (tables) => {
    for (const table of tables) {
      for (const write of ['INSERT', 'UPDATE', 'DELETE']) {
        sqlite.exec(
          `CREATE TEMP TRIGGER IF NOT EXISTS noted_${write}_of_${table} AFTER ${write} ON main.${table}
           BEGIN SELECT note_row_written('${table}'); END`,
        )
      }
    }
    return () => tables.reduce((sum, table) => sum + (rows.get(table) ?? 0), 0)
  }
}
