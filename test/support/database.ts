import { existsSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import SQLite from 'better-sqlite3'
import { openDatabase, useDatabase } from '../../service/control/store/database.ts'
import type { Database } from '../../service/control/store/database.ts'
import { migrate } from '../../service/control/store/migrate.ts'

export const MIGRATIONS_DIRECTORY = fileURLToPath(
  new URL('../../service/control/store/migrations', import.meta.url),
)

/** An empty database with the current schema, as bytes; to make it takes as long as all else that opens one. */
let empty: Buffer | null = null

/** A real database with the current schema; in memory unless a file is given. */
export function openTestDatabase(file = ':memory:', onError?: (error: unknown) => void): Database {
  empty ??= makeEmpty()
  if (file !== ':memory:') {
    if (!existsSync(file)) writeFileSync(file, empty, { mode: 0o600 })
    return openDatabase(file, MIGRATIONS_DIRECTORY, onError)
  }
  return useDatabase(new SQLite(empty), file, MIGRATIONS_DIRECTORY, onError)
}

function makeEmpty(): Buffer {
  const sqlite = new SQLite(':memory:')
  migrate(sqlite, ':memory:', MIGRATIONS_DIRECTORY)
  const bytes = sqlite.serialize()
  sqlite.close()
  return bytes
}
