import { readFileSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { storageTrouble } from './storage-trouble.ts'

/** What the call throws. */
function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

const database = () => new SQLite(':memory:').exec('CREATE TABLE t (x UNIQUE)')

it('is told of SQLite where it has no room', () => {
  const full = database()
  full.pragma('max_page_count = 4')
  expect(storageTrouble(thrownBy(() => full.exec('INSERT INTO t VALUES (zeroblob(100000))')))).toBe('full')
})

it.each([
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['SQLITE_IOERR_SHMSIZE', 'full'],
  ['SQLITE_IOERR_WRITE', 'failing'],
  ['SQLITE_READONLY_DBMOVED', 'read-only'],
  ['EROFS', 'read-only'],
  ['EACCES', 'forbidden'],
  ['SQLITE_BUSY_SNAPSHOT', 'locked'],
  ['EMFILE', 'failing'],
] as const)('%s is %s', (code, trouble) => {
  expect(storageTrouble(Object.assign(new Error('x'), { code }))).toBe(trouble)
})

it('is none where what is written breaks a rule, or what is read is not there', () => {
  const twice = thrownBy(() => database().exec('INSERT INTO t VALUES (1), (1)'))
  expect(storageTrouble(twice)).toBeNull()
  expect(storageTrouble(thrownBy(() => readFileSync('/nowhere/at/all')))).toBeNull()
  expect(storageTrouble('ENOSPC')).toBeNull()
})
