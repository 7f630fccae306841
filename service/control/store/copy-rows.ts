import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import type { SystemId } from '../../contract/ids.ts'
import type { Bytes } from '../../contract/units.ts'
import { OWN_FILE } from '../../platform/paths/own-modes.ts'
import { migrate } from './migrate.ts'
import { SYSTEM_ROWS } from './system-rows.ts'

/** So much is copied at a time, in some milliseconds; then whoever waits for an answer has a turn. */
const SLICE: Bytes = 128 * 1024
/** What a row costs beside its texts. */
const ROW: Bytes = 512

export interface RowCopy<T> {
  /** Of the database that is in use. */
  readonly from: string
  /** There must be no such file. */
  readonly to: string
  /** Whose rows; null for those of all. */
  readonly systemId: SystemId | null
  readonly migrationsDirectory: string
  /** Does the rest, once all rows are there. */
  finish(target: SQLite.Database): T
}

/**
 * Copies rows as they are at one moment, sessions left out, into a new database that holds nothing else. Takes
 * turns with the rest of the process, which goes on reading and writing the other one.
 * @returns what `finish` returned
 */
export async function copyRows<T>(copy: RowCopy<T>): Promise<T> {
  const { from, to, systemId, migrationsDirectory } = copy
  await (await open(to, 'wx', OWN_FILE)).close()
  const target = new SQLite(to)
  const source = new SQLite(from, { readonly: true, fileMustExist: true })
  try {
    // Nobody else has the file yet; it is flushed below.
    target.pragma('synchronous = OFF')
    target.pragma('foreign_keys = OFF')
    migrate(target, ':memory:', migrationsDirectory)
    // One moment for all tables.
    source.exec('BEGIN')
    for (const [table, whose] of Object.entries(SYSTEM_ROWS)) {
      if (table === 'login_tokens') continue
      const where = systemId === null ? '' : ` WHERE ${whose('main')}`
      const rows = source.prepare(`SELECT * FROM ${table}${where}`).raw()
      const values = systemId === null ? [] : [{ system: systemId }]
      await copyTable(target, table, rows.iterate(...values) as Iterable<unknown[]>)
    }
    copyCounters(source, target)
    return copy.finish(target)
  } finally {
    source.close()
    target.close()
    await flush(to)
  }
}

async function copyTable(
  target: SQLite.Database,
  table: string,
  rows: Iterable<readonly unknown[]>,
): Promise<void> {
  let insert: SQLite.Statement | null = null
  let left = 0
  for (const row of rows) {
    if (left <= 0) {
      if (target.inTransaction) target.exec('COMMIT')
      await setImmediate()
      target.exec('BEGIN')
      left = SLICE
    }
    insert ??= target.prepare(`INSERT INTO ${table} VALUES (${row.map(() => '?').join(', ')})`)
    insert.run(...row)
    left -= row.reduce<Bytes>((sum, value) => sum + sizeOf(value), ROW)
  }
  if (target.inTransaction) target.exec('COMMIT')
}

const sizeOf = (value: unknown): Bytes =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 0

/** Numbers that were given once are not given again. */
function copyCounters(source: SQLite.Database, target: SQLite.Database): void {
  const counters = source.prepare<[], { name: string; seq: number }>('SELECT name, seq FROM sqlite_sequence')
  const forget = target.prepare('DELETE FROM sqlite_sequence WHERE name = ?')
  const note = target.prepare('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)')
  for (const { name, seq } of counters.all()) {
    forget.run(name)
    note.run(name, seq)
  }
}

async function flush(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  await handle.sync()
}
