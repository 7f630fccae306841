import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { expect, it } from 'vitest'
import { dataFolderError } from './data-folder-error.ts'

const DIRECTORY = join(tmpdir(), 'data')
const failed = (code: string, path?: string) =>
  Object.assign(new Error(`${code}: of the system`), { code, ...(path !== undefined && { path }) })
const words = (error: unknown) => dataFolderError(DIRECTORY, error)?.message ?? null

it.each([
  ['ENOSPC', 'There is no room on the disk of the data folder'],
  ['SQLITE_FULL', 'There is no room on the disk of the data folder'],
  ['SQLITE_IOERR_READ', 'cannot be read or written. Look after its disk'],
  ['SQLITE_READONLY', 'is on a file system that cannot be written to. Mount it for writing'],
])('%s is told with the folder, what to do and what the system said', (code, text) => {
  expect(words(failed(code))).toContain(text)
  expect(words(failed(code))).toContain(DIRECTORY)
  expect(words(failed(code))).toContain(`(${code}: of the system)`)
})

it('a file of the folder that this user may not read names whose it is to be', () => {
  expect(words(failed('EACCES', join(DIRECTORY, 'secrets.key')))).toContain(
    'Give the folder and all that is in it to the user who runs the service',
  )
})

it('a database that another program holds is told as held', () => {
  const directory = mkdtempSync(join(tmpdir(), 'airdesk-held-'))
  const file = join(directory, 'airdesk.db')
  const other = new SQLite(file).exec('BEGIN EXCLUSIVE')
  const own = new SQLite(file, { timeout: 0 })
  try {
    own.pragma('journal_mode = WAL')
  } catch (error) {
    expect(words(error)).toContain('Another program holds a database of the data folder')
  }
  own.close()
  other.close()
  rmSync(directory, { recursive: true })
  expect.assertions(1)
})

it('what is elsewhere, or is no storage, is told as it is', () => {
  expect(words(failed('EACCES', '/etc/tls/key.pem'))).toBeNull()
  expect(words(failed('EACCES', `${DIRECTORY}-of-another/key.pem`))).toBeNull()
  // A port below 1024.
  expect(words(failed('EACCES'))).toBeNull()
  expect(words(new Error('of the service'))).toBeNull()
  try {
    readFileSync(join(DIRECTORY, 'no', 'such', 'file'))
  } catch (error) {
    expect(words(error)).toBeNull()
  }
  expect.assertions(5)
})
