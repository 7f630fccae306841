import { readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { inRoot } from '../../scripts/lib/paths.mjs'

const MIGRATIONS = inRoot('service', 'control', 'store', 'migrations')

/**
 * Turns a database into one that the schema before the last migration has: the same rows, in the tables and columns
 * that were there then.
 * @param file closed, of the newest schema
 * @returns both versions
 */
export function makeOlder(file: string): { older: number; newest: number } {
  const migrations = readdirSync(MIGRATIONS).sort()
  const older = migrations.length - 1
  const made = `${file}.older`
  rmSync(made, { force: true })
  const database = new SQLite(made)
  database.pragma('foreign_keys = OFF')
  for (const name of migrations.slice(0, older)) database.exec(readFileSync(join(MIGRATIONS, name), 'utf8'))
  database.prepare('ATTACH ? AS newest').run(file)
  const tables = database
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all()
  for (const table of tables) {
    const columns = columnsOf(database, 'newest', table)
    const shared = columnsOf(database, 'main', table).filter((column) => columns.includes(column))
    if (shared.length === 0) continue
    database.exec(
      `INSERT INTO main."${table}" (${shared.join()}) SELECT ${shared.join()} FROM newest."${table}"`,
    )
  }
  database.pragma(`user_version = ${older}`)
  database.close()
  for (const suffix of ['-wal', '-shm']) rmSync(`${file}${suffix}`, { force: true })
  renameSync(made, file)
  return { older, newest: migrations.length }
}

const columnsOf = (database: SQLite.Database, schema: string, table: string): string[] =>
  database
    .prepare<[string, string], string>('SELECT name FROM pragma_table_info(?, ?)')
    .pluck()
    .all(table, schema)

export function schemaVersion(file: string): unknown {
  const database = new SQLite(file, { readonly: true })
  try {
    return database.pragma('user_version', { simple: true })
  } finally {
    database.close()
  }
}

/** Makes a database one of a service that does not exist yet. */
export function makeNewer(file: string, version: number): void {
  const database = new SQLite(file)
  database.pragma(`user_version = ${version}`)
  database.close()
}
