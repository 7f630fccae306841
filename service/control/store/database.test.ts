import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MIGRATIONS_DIRECTORY, openTestDatabase } from '../../../test/support/database.ts'
import { openDatabase } from './database.ts'
import { SchemaTooNewError } from './migrate.ts'

let folder: string
let file: string
const migrations = (...sql: string[]) => {
  sql.forEach((text, i) => writeFileSync(join(folder, 'sql', `000${i + 1}-step.sql`), text))
  return join(folder, 'sql')
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-store-'))
  file = join(folder, 'airdesk.db')
  mkdirSync(join(folder, 'sql'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('opening', () => {
  it('makes a file that only its owner reads, with the current schema and safe settings', () => {
    const database = openTestDatabase(file)
    expect(database.schemaVersion).toBe(readdirSync(MIGRATIONS_DIRECTORY).length)
    expect(database.prepare('PRAGMA journal_mode').pluck().get()).toBe('wal')
    expect(database.prepare('PRAGMA synchronous').pluck().get()).toBe(2)
    expect(database.prepare('PRAGMA foreign_keys').pluck().get()).toBe(1)
    expect(database.prepare('PRAGMA busy_timeout').pluck().get()).toBe(5000)
    if (process.platform !== 'win32') {
      for (const name of readdirSync(folder).filter((n) => n.startsWith('airdesk.db'))) {
        expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0])
      }
    }
    database.close()
    database.close()
    expect(readdirSync(folder).filter((n) => n.startsWith('airdesk.db'))).toEqual(['airdesk.db'])
  })

  it('refuses a file of a newer version and leaves it as it was', () => {
    openTestDatabase(file).close()
    const raw = new SQLite(file)
    raw.pragma('user_version = 99')
    raw.close()
    expect(() => openTestDatabase(file)).toThrow(SchemaTooNewError)
    expect(() => openTestDatabase(file)).toThrow(/has schema version 99, but .* knows only up to \d+/)
    expect(readdirSync(folder).some((name) => name.includes('before'))).toBe(false)
  })

  it('refuses a file that is no database', () => {
    writeFileSync(file, 'not a database, not a database, not a database')
    expect(() => openTestDatabase(file)).toThrow(/not a database/)
  })
})

describe('upgrading', () => {
  const first = 'CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT)'

  it('copies the file as it was before, then applies what is missing', () => {
    const old = openDatabase(file, migrations(first))
    old.prepare("INSERT INTO a (text) VALUES ('kept')").run()
    old.close()
    const upgraded = openDatabase(file, migrations(first, 'ALTER TABLE a ADD b TEXT', 'CREATE TABLE c (id)'))
    expect(upgraded.schemaVersion).toBe(3)
    expect(upgraded.prepare('SELECT text, b FROM a').get()).toEqual({ text: 'kept', b: null })
    upgraded.close()

    const copy = new SQLite(`${file}.before-3`, { readonly: true })
    expect(copy.pragma('user_version', { simple: true })).toBe(1)
    expect(copy.prepare('SELECT * FROM a').all()).toEqual([{ id: 1, text: 'kept' }])
    copy.close()
    if (process.platform !== 'win32') expect(statSync(`${file}.before-3`).mode & 0o077).toBe(0)
  })

  it('makes no copy of a new or current file', () => {
    const directory = migrations(first)
    openDatabase(file, directory).close()
    openDatabase(file, directory).close()
    expect(readdirSync(folder).sort()).toEqual(['airdesk.db', 'sql'])
  })

  it('applies all steps or none', () => {
    openDatabase(file, migrations(first)).close()
    expect(() => openDatabase(file, migrations(first, 'CREATE TABLE b (id)', 'nonsense'))).toThrow(/nonsense/)
    const raw = new SQLite(file)
    expect(raw.pragma('user_version', { simple: true })).toBe(1)
    expect(raw.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all()).toEqual(['a'])
    raw.close()
  })

  it('refuses a step that leaves a broken reference', () => {
    const child = 'CREATE TABLE b (a_id REFERENCES a (id)); INSERT INTO b VALUES (7)'
    expect(() => openDatabase(file, migrations(first, child))).toThrow(/breaks 1 foreign keys/)
  })

  it('refuses numbers with gaps and an empty folder', () => {
    expect(() => openDatabase(file, join(folder, 'sql'))).toThrow(/No migrations/)
    writeFileSync(join(folder, 'sql', '0002-second.sql'), first)
    expect(() => openDatabase(file, join(folder, 'sql'))).toThrow(/expected 1/)
  })
})

describe('transactions', () => {
  const open = (onError?: (error: unknown) => void) =>
    openDatabase(file, migrations('CREATE TABLE a (id INTEGER PRIMARY KEY)'), onError)

  it('announces after the commit, and only then', () => {
    const database = open()
    const seen: string[] = []
    const count = database.prepare('SELECT count(*) FROM a').pluck()
    const other = new SQLite(file, { readonly: true })
    database.transaction(() => {
      database.prepare('INSERT INTO a DEFAULT VALUES').run()
      database.afterCommit(() =>
        seen.push(`after: ${String(other.prepare('SELECT count(*) FROM a').pluck().get())}`),
      )
      seen.push(`inside: ${String(count.get())}`)
    })
    expect(seen).toEqual(['inside: 1', 'after: 1'])
    database.afterCommit(() => seen.push('at once'))
    expect(seen).toHaveLength(3)
    other.close()
    database.close()
  })

  it('undoes rows and announcements together, also of an inner transaction alone', () => {
    const database = open()
    const seen: string[] = []
    const insert = (id: number, label: string) => {
      database.prepare('INSERT INTO a VALUES (?)').run(id)
      database.afterCommit(() => seen.push(label))
    }
    const failing = (id: number, label: string) => () =>
      database.transaction(() => {
        insert(id, label)
        throw new Error(label)
      })
    expect(failing(1, 'outer')).toThrow('outer')
    database.transaction(() => {
      insert(2, 'kept')
      expect(failing(3, 'inner')).toThrow('inner')
      database.transaction(() => insert(4, 'joined'))
    })
    expect(database.prepare('SELECT id FROM a').pluck().all()).toEqual([2, 4])
    expect(seen).toEqual(['kept', 'joined'])
    database.close()
  })

  it('makes the other announcements and gives the result when one fails, and tells that', () => {
    const errors: unknown[] = []
    const database = open((error) => errors.push(error))
    const seen: string[] = []
    const fail = (text: string) => () => {
      throw new Error(text)
    }
    const result = database.transaction(() => {
      database.prepare('INSERT INTO a DEFAULT VALUES').run()
      database.afterCommit(fail('first'))
      database.afterCommit(() => seen.push('second'))
      return 'written'
    })
    expect(result).toBe('written')
    expect(seen).toEqual(['second'])
    database.afterCommit(fail('at once'))
    expect(errors.map(String)).toEqual(['Error: first', 'Error: at once'])
    expect(database.prepare('SELECT count(*) FROM a').pluck().get()).toBe(1)
    database.close()
  })

  it('writes last what is to be written before the commit, once, without what was undone', () => {
    const database = open()
    const written: (readonly number[])[] = []
    const insert = database.prepare<[number]>('INSERT INTO a VALUES (?)')
    const write = (ids: readonly number[]) => {
      written.push(ids)
      for (const id of ids) insert.run(id)
    }
    const failing = () =>
      database.transaction(() => {
        database.beforeCommit(write, 2)
        throw new Error('undone')
      })
    database.transaction(() => {
      database.beforeCommit(write, 1)
      expect(failing).toThrow('undone')
      database.transaction(() => database.beforeCommit(write, 3))
      expect(written).toEqual([])
      database.afterCommit(() => written.push([0]))
    })
    expect(failing).toThrow('undone')
    database.beforeCommit(write, 4)
    expect(written).toEqual([[1, 3], [0], [4]])
    expect(database.prepare('SELECT id FROM a').pluck().all()).toEqual([1, 3, 4])
    database.close()
  })

  it('undoes all where what is written last can not be', () => {
    const database = open()
    const fail = () => {
      throw new Error('disk full')
    }
    const inserting = () =>
      database.transaction(() => {
        database.prepare('INSERT INTO a VALUES (1)').run()
        database.beforeCommit(fail, null)
      })
    expect(inserting).toThrow('disk full')
    database.transaction(() => undefined)
    expect(database.prepare('SELECT id FROM a').pluck().all()).toEqual([])
    database.close()
  })

  it('writes together what comes together, by one commit, and tells each once it is on disk', async () => {
    const database = open()
    const other = new SQLite(file, { readonly: true })
    const onDisk = () => other.prepare('SELECT id FROM a ORDER BY id').pluck().all()
    const seen: unknown[] = []
    const acts = new AsyncLocalStorage<string>()
    const insert = (id: number) =>
      acts.run(`act ${id}`, () =>
        database.together(() => {
          database.prepare('INSERT INTO a VALUES (?)').run(id)
          database.afterCommit(() => seen.push([acts.getStore(), onDisk()]))
          seen.push([acts.getStore(), onDisk()])
          return id
        }),
      )
    expect(await Promise.all([insert(1), insert(2)])).toEqual([1, 2])
    expect(seen).toEqual([
      ['act 1', []],
      ['act 2', []],
      ['act 1', [1, 2]],
      ['act 2', [1, 2]],
    ])
    other.close()
    database.close()
  })

  it('undoes of what comes together only what fails, and what that announces', async () => {
    const errors: unknown[] = []
    const database = open((error) => errors.push(error))
    const seen: string[] = []
    const insert = (
      id: number,
      then: () => void = () => undefined,
      announced: () => void = () => undefined,
    ) =>
      database.together(() => {
        database.prepare('INSERT INTO a VALUES (?)').run(id)
        database.afterCommit(() => {
          seen.push(`made ${id}`)
          announced()
        })
        then()
      })
    const fail = () => {
      throw new Error('refused')
    }
    const results = await Promise.allSettled([
      insert(1),
      insert(2, fail),
      insert(3, undefined, fail),
      insert(4),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
    expect(seen).toEqual(['made 1', 'made 3', 'made 4'])
    expect(errors.map(String)).toEqual(['Error: refused'])
    expect(database.prepare('SELECT id FROM a').pluck().all()).toEqual([1, 3, 4])
    database.close()
  })

  it('tells all that came together when nothing could be written', async () => {
    const database = open()
    const insert = (id: number) =>
      database.together(() => void database.prepare('INSERT INTO a VALUES (?)').run(id))
    const undoing = database.together(() => {
      database.prepare('ROLLBACK').run()
      throw new Error('disk full')
    })
    const results = await Promise.allSettled([insert(1), undoing, insert(2)])
    expect(results.map((one) => one.status === 'rejected' && String(one.reason))).toEqual(
      Array(3).fill('Error: disk full'),
    )
    expect(database.prepare('SELECT id FROM a').pluck().all()).toEqual([])
    expect(await insert(3)).toBeUndefined()
    database.close()
  })

  it('refuses asynchronous work', () => {
    const database = open()
    expect(() => database.transaction(() => Promise.resolve())).toThrow(/promise/)
    database.close()
  })
})
