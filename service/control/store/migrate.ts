import { closeSync, openSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { copyBefore, removeOldCopies } from './kept-copies.ts'
import { syncFile } from '../../platform/sync-file.ts'

/** The file was written by a newer version of the service than this one. */
export class SchemaTooNewError extends Error {
  override readonly name = 'SchemaTooNewError'

  constructor(file: string, found: number, known: number) {
    super(
      `${file} has schema version ${found}, but this version of the service knows only up to ${known}. ` +
        `Start the newer version that wrote it, or put back the copy it made (${file}.before-…).`,
    )
  }
}

interface Migration {
  readonly version: number
  readonly path: string
}

/**
 * Applies the migrations that are still missing, all of them or none. Before an existing file changes, it
 * is copied to `<file>.before-<n>`, n being the version it is brought to; the newest copies stay.
 * @param file path of the database, or `:memory:`
 * @returns the schema version afterwards
 * @throws SchemaTooNewError
 */
export function migrate(sqlite: SQLite.Database, file: string, directory: string): number {
  const migrations = listMigrations(directory)
  const latest = migrations.length
  const current = versionOf(sqlite)
  if (current > latest) throw new SchemaTooNewError(file, current, latest)
  if (current === latest) return latest
  if (current > 0 && file !== ':memory:') copyDatabase(sqlite, copyBefore(file, latest))
  // A migration may rebuild a table that others refer to; the check below replaces the running one.
  sqlite.pragma('foreign_keys = OFF')
  sqlite.transaction(() => applyAll(sqlite, migrations.slice(current))).immediate()
  if (file !== ':memory:') removeOldCopies(file)
  return latest
}

export function versionOf(sqlite: SQLite.Database): number {
  return Number(sqlite.pragma('user_version', { simple: true }))
}

/** @throws Error when the numbers are not 1, 2, 3 … */
function listMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  const migrations = names
    .sort()
    .map((name) => ({ version: parseInt(name, 10), path: join(directory, name) }))
  migrations.forEach(({ version, path }, i) => {
    if (version !== i + 1)
      throw new Error(`Migrations are numbered without gaps: expected ${i + 1} at ${path}`)
  })
  if (migrations.length === 0) throw new Error(`No migrations in ${directory}`)
  return migrations
}

function applyAll(sqlite: SQLite.Database, migrations: readonly Migration[]): void {
  for (const { version, path } of migrations) {
    sqlite.exec(readFileSync(path, 'utf8'))
    sqlite.pragma(`user_version = ${version}`)
  }
  const broken = sqlite.pragma('foreign_key_check')
  if (Array.isArray(broken) && broken.length > 0) {
    throw new Error(`A migration breaks ${broken.length} foreign keys; the database is left as it was.`)
  }
}

/** What the schema of a version is, as SQLite writes it down. @param version at most the latest one */
export function schemaOf(version: number, directory: string): string {
  const key = `${version} ${directory}`
  const schema = schemas.get(key) ?? writtenBy(version, directory)
  schemas.set(key, schema)
  return schema
}

const schemas = new Map<string, string>()

function writtenBy(version: number, directory: string): string {
  const migrations = listMigrations(directory)
  const sqlite = new SQLite(':memory:')
  try {
    sqlite.pragma('foreign_keys = OFF')
    sqlite.transaction(() => applyAll(sqlite, migrations.slice(0, version)))()
    return writtenSchema(sqlite)
  } finally {
    sqlite.close()
  }
}

export function writtenSchema(sqlite: SQLite.Database): string {
  const rows = sqlite.prepare(
    `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
     ORDER BY type, name`,
  )
  return JSON.stringify(rows.all())
}

/** The highest version that this service knows. */
export function latestVersion(directory: string): number {
  return listMigrations(directory).length
}

/** A whole copy, log included, under its name only once it is complete and on disk. */
function copyDatabase(sqlite: SQLite.Database, target: string): void {
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  try {
    closeSync(openSync(partial, 'wx', 0o600))
    sqlite.prepare('VACUUM INTO ?').run(partial)
    syncFile(partial)
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}
