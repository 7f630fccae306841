import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import type { Database } from './database.ts'

let database: Database
let reads: string[]
let read: (key: string) => { readonly name: string } | null
let insert: (id: string, name: string) => void

beforeEach(() => {
  database = openTestDatabase()
  const { prepare, remembered } = database
  reads = []
  const add = prepare<[string, string]>(
    `INSERT INTO systems (id, name, time_zone, access_code_hash, webhook_secret, created_at) VALUES (?, ?, '', '', '', 0)`,
  )
  insert = (id, name) => void add.run(id, name)
  const find = prepare<[string], { name: string }>('SELECT name FROM systems WHERE id = ?')
  read = remembered((key: string) => {
    reads.push(key)
    return find.get(key) ?? null
  })
})

describe('a remembered read of some tables', () => {
  let list: (of: string) => readonly string[]
  beforeEach(() => {
    const run = (sql: string) => database.prepare(sql).run()
    run('CREATE TABLE crews (id TEXT PRIMARY KEY)')
    run('CREATE TABLE people (name TEXT, crew TEXT REFERENCES crews (id) ON DELETE CASCADE)')
    run("INSERT INTO crews VALUES ('a')")
    run("INSERT INTO people VALUES ('Ann', 'a')")
    const names = database.prepare<[string], { name: string }>('SELECT name FROM people WHERE crew = ?')
    list = database.remembered(
      (crew: string) => {
        reads.push(crew)
        return names.all(crew).map(({ name }) => name)
      },
      ['people'],
    )
    list('a')
    reads.length = 0
  })

  it('does not ask again for what was written to others', () => {
    insert('b', 'B')
    expect([list('a'), reads]).toEqual([['Ann'], []])
  })

  it.each([
    ["INSERT INTO people VALUES ('Ben', 'a')", ['Ann', 'Ben']],
    ["UPDATE people SET name = 'Eve'", ['Eve']],
    ['DELETE FROM people', []],
    // What follows from another row counts as well.
    ["DELETE FROM crews WHERE id = 'a'", []],
  ])('sees what was written by %s', (sql, names) => {
    database.prepare(sql).run()
    expect(list('a')).toEqual(names)
  })

  it('is remembered in a transaction too, until that writes to one of them', () => {
    const { prepare, transaction } = database
    transaction(() => {
      prepare("INSERT INTO crews VALUES ('b')").run()
      expect([list('b'), list('b')]).toEqual([[], []])
      expect(reads).toEqual(['b'])
      prepare("INSERT INTO people VALUES ('Eve', 'b')").run()
      expect([list('b'), list('b')]).toEqual([['Eve'], ['Eve']])
      expect(reads).toEqual(['b', 'b', 'b'])
    })
    transaction(() => expect([list('b'), list('b')]).toEqual([['Eve'], ['Eve']]))
    expect(reads).toEqual(['b', 'b', 'b', 'b'])
  })

  it('sees nothing of what was undone', () => {
    const undone = () =>
      database.transaction(() => {
        database.prepare("UPDATE people SET name = 'Eve'").run()
        expect(list('a')).toEqual(['Eve'])
        throw new Error('undone')
      })
    expect(undone).toThrow('undone')
    expect(list('a')).toEqual(['Ann'])
  })
})

describe('a remembered read', () => {
  it('asks once for each key, also for what is not there', () => {
    insert('a', 'Ann')
    for (let i = 0; i < 3; i++) expect([read('a'), read('b')]).toEqual([{ name: 'Ann' }, null])
    expect(reads).toEqual(['a', 'b'])
  })

  it.each([
    ['run', 'UPDATE systems SET name = upper(name)'],
    ['get', 'UPDATE systems SET name = upper(name) RETURNING id'],
    ['all', 'UPDATE systems SET name = upper(name) RETURNING id'],
  ] as const)('sees what was written by `%s`', (method, sql) => {
    insert('a', 'Ann')
    read('a')
    database.prepare(sql)[method]()
    expect(read('a')).toEqual({ name: 'ANN' })
  })

  it('sees what was written by iterating, and by a statement that gives single values', () => {
    insert('a', 'Ann')
    read('a')
    Array.from(database.prepare('UPDATE systems SET name = upper(name) RETURNING id').iterate())
    expect(read('a')).toEqual({ name: 'ANN' })
    database.prepare('UPDATE systems SET name = lower(name) RETURNING name').pluck().get()
    expect(read('a')).toEqual({ name: 'ann' })
  })

  it('is good in a transaction that has written nothing, and what is read there is not remembered', () => {
    insert('a', 'Ann')
    const first = read('a')
    database.transaction(() => {
      expect(read('a')).toBe(first)
      read('b')
    })
    read('b')
    expect(reads).toEqual(['a', 'b', 'b'])
  })

  it('sees what its own transaction has written, and nothing of one that was undone', () => {
    insert('a', 'Ann')
    read('a')
    const undone = () =>
      database.transaction(() => {
        database.prepare("UPDATE systems SET name = 'Eve'").run()
        expect(read('a')).toEqual({ name: 'Eve' })
        throw new Error('undone')
      })
    expect(undone).toThrow('undone')
    expect(read('a')).toEqual({ name: 'Ann' })
    database.transaction(() => database.prepare("UPDATE systems SET name = 'Eve'").run())
    expect(read('a')).toEqual({ name: 'Eve' })
  })

  it('is not forgotten for other reads', () => {
    read('a')
    database.prepare('SELECT * FROM systems').all()
    read('a')
    expect(reads).toEqual(['a'])
  })

  it('holds a limited number of keys', () => {
    for (let i = 0; i <= 1000; i++) read(String(i))
    read('1000')
    expect(reads).toHaveLength(1001)
    read('0')
    expect(reads).toHaveLength(1002)
  })
})
