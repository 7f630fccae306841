import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cachedPage } from './pages.ts'

it('is asked of the disk once a second, however often it is asked for, and is new once it is built anew', () => {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-page-'))
  const file = join(folder, 'index.html')
  let now = 0
  const page = cachedPage(file, () => now)
  expect(page()).toBeNull()
  writeFileSync(file, 'one')
  const one = page()
  expect(one?.content.toString()).toBe('one')
  writeFileSync(file, 'two')
  now = 999
  expect(page()).toBe(one)
  now = 1000
  expect(page()?.content.toString()).toBe('two')
  expect(page()?.tag).not.toBe(one?.tag)
  rmSync(folder, { recursive: true })
  now = 2000
  expect(page()).toBeNull()
})
