import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import fc from 'fast-check'
import { ID_PATTERN } from '../../../service/contract/ids.ts'
import { Refusal } from '../../../service/contract/refusal/refusal.ts'
import { BOUNDS } from '../../../service/control/store/bounds.ts'
import { checkState, refusalOf } from '../../../service/control/store/state-file.ts'
import { MIGRATIONS_DIRECTORY, openTestDatabase } from '../../support/database.ts'
import { fillState } from '../../support/state-rows.ts'
import { hostilePath } from '../inputs/hostile-names.ts'
import { propertyTarget } from '../property-target.ts'

const TABLES = Object.keys(BOUNDS)
const value = fc.oneof(
  { weight: 3, arbitrary: hostilePath },
  fc.constantFrom(
    '{}',
    '[]',
    '{',
    'null',
    '"x"',
    '[{}]',
    '{"__proto__":1}',
    '{"kind":"allow"}',
    'A'.repeat(26),
  ),
  fc.constantFrom('file:///', 'file:///etc', 'https://a@b', 'x'.repeat(70_000), 's3://abc/..', 'UTC', '*'),
  fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, -1, 9e15, 2 ** 53 - 1)),
  fc.constant(null),
)

/** A row that was changed, or bytes of the file. */
const inputs = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      table: fc.constantFrom(...TABLES),
      column: fc.nat({ max: 20 }),
      value,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      bytes: fc.array(fc.tuple(fc.nat({ max: 1_000_000 }), fc.nat({ max: 255 })), {
        minLength: 1,
        maxLength: 20,
      }),
      cut: fc.option(fc.nat({ max: 1_000_000 })),
    }),
  },
)
type Input = typeof inputs extends fc.Arbitrary<infer One> ? One : never

/** Files that somebody wants to be taken as the state. */
export const target = propertyTarget<Input>({
  name: 'state-files',
  cases: 300,
  reaches: { BAD_REQUEST: 10, taken: 50, 'cannot be written': 10 },
  inputs,
  start: () => {
    const folder = mkdtempSync(join(tmpdir(), 'airdesk-fuzz-'))
    const file = join(folder, 'state.db')
    const database = openTestDatabase(file)
    fillState(database, folder)
    database.close()
    const settled = new SQLite(file)
    settled.pragma('journal_mode = DELETE')
    settled.close()
    const whole = readFileSync(file)
    const state = keeping(new SQLite(whole))
    state.exec('PRAGMA foreign_keys = OFF')
    return {
      take: (input) => ('bytes' in input ? takeBytes(whole, input, folder) : takeRow(state, input, folder)),
      stop() {
        state.close()
        rmSync(folder, { recursive: true })
      },
    }
  },
})

/** A database that keeps its statements: to compile them is most of what a case costs. */
function keeping(state: SQLite.Database): SQLite.Database {
  const statements = new Map<string, SQLite.Statement>()
  const compile = state.prepare.bind(state)
  state.prepare = ((sql: string) => {
    const statement = statements.get(sql) ?? compile(sql)
    statements.set(sql, statement)
    return statement
  }) as typeof state.prepare
  state.pragma = (source, options) => {
    const statement = state.prepare(`PRAGMA ${source}`)
    return options?.simple === true ? statement.pluck().get() : statement.pluck(false).all()
  }
  return state
}

function takeRow(
  state: SQLite.Database,
  { table, column, value: to }: Extract<Input, { table: string }>,
  folder: string,
): string {
  const columns = state.pragma(`table_info(${table})`) as { name: string }[]
  const name = columns[column % columns.length]?.name ?? ''
  state.exec('SAVEPOINT a_case')
  try {
    state.prepare(`UPDATE ${table} SET ${name} = ?`).run(to)
  } catch {
    state.exec('ROLLBACK TO a_case; RELEASE a_case')
    return 'cannot be written'
  }
  try {
    return judge(state, folder)
  } finally {
    state.exec('ROLLBACK TO a_case; RELEASE a_case')
  }
}

function takeBytes(
  whole: Buffer,
  { bytes, cut }: Extract<Input, { bytes: unknown }>,
  folder: string,
): string {
  const changed = Buffer.from(whole)
  for (const [at, byte] of bytes) changed[at % changed.length] = byte
  let file: SQLite.Database | null = null
  try {
    file = new SQLite(cut === null ? changed : changed.subarray(0, cut % changed.length))
    file.pragma('trusted_schema = OFF')
    file.pragma('cell_size_check = ON')
    return judge(file, folder)
  } catch (error) {
    const refused = refusalOf(error)
    if (refused) return refused.code
    // The service answers other errors of SQLite as its own failure, and takes nothing.
    if (error instanceof SQLite.SqliteError) return error.code
    throw error
  } finally {
    file?.close()
  }
}

/** @throws where a state is taken that leads somewhere */
function judge(state: SQLite.Database, folder: string): string {
  try {
    checkState(state, MIGRATIONS_DIRECTORY, folder)
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
  const texts = (sql: string) => state.prepare<[], string>(sql).pluck().all()
  for (const id of texts(
    'SELECT id FROM recordings UNION ALL SELECT id FROM channels UNION ALL SELECT id FROM connections',
  ))
    if (!ID_PATTERN.test(id)) throw new Error(`the id ${id} was taken`)
  for (const path of texts('SELECT path FROM recordings UNION ALL SELECT name FROM recording_files'))
    if (path.startsWith('/') || path.split('/').includes('..')) throw new Error(`the path ${path} was taken`)
  for (const uri of texts('SELECT bucket_uri FROM archive_destinations'))
    if (uri.includes('..') || (uri.includes(folder) && !uri.includes(`${folder}/archive`)))
      throw new Error(`the destination ${uri} was taken`)
  return 'taken'
}
