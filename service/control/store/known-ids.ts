import { createHash } from 'node:crypto'
import type { Database } from './database.ts'

/** Tables with keys that say when something was: no id is drawn for them, and they differ at each run. */
const OF_TIMES = /(?:^|_)(?:at|time|minute|second)$/

/**
 * What is to be mixed into a seed, so that no id is drawn that the state has already: the same for the same state,
 * however often it is taken up.
 */
export function printOfIds(database: Pick<Database, 'prepare'>): string {
  const tables = database
    .prepare<[], { name: string }>(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
  const hash = createHash('sha256')
  for (const { name } of tables) {
    const keys = database
      .prepare<[string], { name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
      .all(name)
      .map((column) => column.name)
    if (keys.length === 0 || keys.some((key) => OF_TIMES.test(key))) continue
    const columns = keys.map((key) => `"${key}"`).join(', ')
    const rows = database.prepare(`SELECT ${columns} FROM "${name}" ORDER BY ${columns}`).raw().iterate()
    for (const row of rows) hash.update(JSON.stringify([name, row]))
  }
  return hash.digest('hex')
}
