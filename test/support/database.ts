import { fileURLToPath } from 'node:url'
import { openDatabase } from '../../service/control/store/database.ts'
import type { Database } from '../../service/control/store/database.ts'

export const MIGRATIONS_DIRECTORY = fileURLToPath(
  new URL('../../service/control/store/migrations', import.meta.url),
)

/** A real database with the current schema; in memory unless a file is given. */
export function openTestDatabase(file = ':memory:'): Database {
  return openDatabase(file, MIGRATIONS_DIRECTORY)
}
