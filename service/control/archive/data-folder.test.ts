import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isOwnFolder } from './data-folder.ts'

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
