import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addSystem } from '../../../test/support/channel-rows.ts'
import { MIGRATIONS_DIRECTORY, openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { testRecordingFolders } from '../../../test/support/recording-folders.ts'
import { Refusal } from '../../contract/refusal/refusal.ts'
import { openDatabase } from '../store/database.ts'
import { isOwnFolder } from './recording-folders.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'airdesk-data-'))
  mkdirSync(join(root, 'data', 'spool'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true }))

it.each([
  ['data', true],
  ['data/', true],
  ['data/spool', true],
  ['data/spool/new/deep', true],
  ['data/..not-above', true],
  ['data/airdesk.db', true],
  ['data/archive', false],
  ['data/archive/shows', false],
  ['data/archive2', true],
  ['data2', false],
  ['', false],
  ['elsewhere/data', false],
])('tells of %s whether it is the service’s own: %s', (path, own) => {
  expect(isOwnFolder(join(root, 'data'), join(root, path))).toBe(own)
})

it('is not misled by links, of the data folder, to it and out of it', () => {
  symlinkSync(join(root, 'data'), join(root, 'link'))
  expect(isOwnFolder(join(root, 'data'), join(root, 'link', 'spool', 'new'))).toBe(true)
  expect(isOwnFolder(join(root, 'link'), join(root, 'data', 'spool'))).toBe(true)
  expect(isOwnFolder(join(root, 'link'), join(root, 'data', 'archive'))).toBe(false)
  mkdirSync(join(root, 'disk'))
  symlinkSync(join(root, 'disk'), join(root, 'data', 'archive'))
  expect(isOwnFolder(join(root, 'data'), join(root, 'data', 'archive', 'shows'))).toBe(false)
})

describe('the folders that recordings may be written to', () => {
  const uri = (path: string) => pathToFileURL(join(root, path)).href
  const folders = (given: readonly string[] = []) =>
    testRecordingFolders(openTestDatabase(), new ManualClock(), join(root, 'data'), given)
  const admitted = (of: ReturnType<typeof folders>, path: string) => {
    try {
      const destination = of.admit({ kind: 'file', folder: join(root, path) })
      return destination.kind === 'file' ? destination.root.slice(root.length + 1) : null
    } catch (error) {
      if (error instanceof Refusal) return error.problems.map(({ rule }) => rule).join()
      throw error
    }
  }

  it('are that of the data folder until an owner allows more', () => {
    const allowed = folders()
    expect(admitted(allowed, 'data/archive')).toBe('data/archive')
    expect(admitted(allowed, 'data/archive/shows')).toBe('data/archive')
    expect(admitted(allowed, 'srv')).toBe('outsideFolders')
    expect(admitted(allowed, '../../etc')).toBe('outsideFolders')
    expect(admitted(allowed, 'data/archive2')).toBe('notOwnFolder')
    allowed.replace([uri('srv'), uri('srv/inner')])
    expect(admitted(allowed, 'srv')).toBe('srv')
    expect(admitted(allowed, 'srv/inner/deep')).toBe('srv/inner')
    expect(admitted(allowed, 'srv2')).toBe('outsideFolders')
    expect(allowed.view()).toEqual({ fixed: [uri('data/archive')], folders: [uri('srv'), uri('srv/inner')] })
    allowed.replace([])
    expect(admitted(allowed, 'srv')).toBe('outsideFolders')
  })

  it('are made for a new destination, and not again but for that of the data folder', () => {
    const allowed = folders([join(root, 'srv')])
    const shows = allowed.admit({ kind: 'file', folder: join(root, 'srv', 'shows') })
    expect(shows).toMatchObject({ makesRoot: false })
    expect(allowed.admit({ kind: 'file', folder: join(root, 'data', 'archive') })).toMatchObject({
      makesRoot: true,
    })
    expect(readdirSync(root)).toEqual(['data'])
    allowed.makeRoot(shows)
    expect(readdirSync(root)).toEqual(['data', 'srv'])
    writeFileSync(join(root, 'file'), '')
    allowed.replace([pathToFileURL(join(root, 'file', 'below')).href])
    const impossible = allowed.admit({ kind: 'file', folder: join(root, 'file', 'below') })
    expect(() => allowed.makeRoot(impossible)).not.toThrow()
  })

  it('can have the data folder in them, which stays closed', () => {
    const allowed = folders([root])
    expect(admitted(allowed, 'shows')).toBe('')
    expect(admitted(allowed, 'data')).toBe('notOwnFolder')
    expect(admitted(allowed, 'data/spool/new')).toBe('notOwnFolder')
    expect(allowed.admit({ kind: 'file', folder: join(root, 'shows') })).toMatchObject({
      never: [join(root, 'data')],
    })
  })

  it('are never of the data folder, whoever allowed them', () => {
    const allowed = folders([join(root, 'data')])
    expect(() => allowed.replace([uri('data/spool')])).toThrow(Refusal)
    expect(() => allowed.replace(['https://a.test'])).toThrow('must be file:/// and an absolute path')
    expect(() => allowed.replace(['file:///a/../b'])).toThrow('folders.0')
    expect(admitted(allowed, 'data/spool')).toBe('notOwnFolder')
  })

  it('have no name that is longer than file systems have them', () => {
    const allowed = folders([join(root, 'srv')])
    const [longest, tooLong] = ['x'.repeat(255), 'x'.repeat(256)]
    expect(admitted(allowed, `srv/${longest}/${longest}`)).toBe('srv')
    expect(admitted(allowed, `srv/${tooLong}/shows`)).toBe('folderBytes')
    expect(() => allowed.replace([uri('srv'), uri(`srv/${tooLong}`)])).toThrow(
      'folders.1 must have at most 255 bytes in the name of each folder',
    )
  })

  it('are not left by links in them', () => {
    mkdirSync(join(root, 'srv'))
    mkdirSync(join(root, 'elsewhere'))
    symlinkSync(join(root, 'elsewhere'), join(root, 'srv', 'link'))
    symlinkSync(join(root, 'data', 'spool'), join(root, 'srv', 'spool'))
    const allowed = folders([join(root, 'srv')])
    expect(admitted(allowed, 'srv/link/new')).toBe('outsideFolders')
    expect(admitted(allowed, 'srv/spool')).toBe('notOwnFolder')
  })

  it('are after an upgrade those that destinations were in before', () => {
    const migrations = mkdtempSync(join(tmpdir(), 'airdesk-sql-'))
    const names = readdirSync(MIGRATIONS_DIRECTORY).sort()
    const until = names.findIndex((name) => name.endsWith('-recording-folders.sql'))
    for (const name of names.slice(0, until))
      copyFileSync(join(MIGRATIONS_DIRECTORY, name), join(migrations, name))
    const file = join(root, 'old.db')
    const old = openDatabase(file, migrations)
    const { systemId } = addSystem(old)
    const uris = [uri('srv/a%20b'), `${uri('srv/c')}/`, uri('srv/c'), uri('data'), 's3://bucket', 'file:///']
    for (const [i, bucket] of uris.entries())
      old
        .prepare(
          `INSERT INTO archive_destinations (id, system_id, bucket_uri, settings, created_at) VALUES (?, ?, ?, '{}', 0)`,
        )
        .run(`d${i}`, systemId, bucket)
    old.close()
    const database = openTestDatabase(file)
    const allowed = testRecordingFolders(database, new ManualClock(), join(root, 'data'), [])
    expect(allowed.view().folders).toEqual([uri('srv/a%20b'), uri('srv/c')])
    expect(admitted(allowed, 'srv/c/shows')).toBe('srv/c')
    expect(admitted(allowed, 'data')).toBe('notOwnFolder')
    database.close()
    rmSync(migrations, { recursive: true })
  })
})
