import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SettingsFile } from './settings.ts'

let folder: string
const file = () => join(folder, 'window', 'desktop.json')

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'airdesk-settings-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test('a first start has the language of the system and every notice', () => {
  const { current } = new SettingsFile(file(), 'ja')
  expect(current.language).toBe('ja')
  expect(current.popOutsOnTop).toBe(true)
  expect(current.automaticUpdates).toBe(false)
  expect(current.notices).toEqual({
    'starting-soon': true,
    'late-start': true,
    overrun: true,
    'no-signal': true,
    'webhook-failing': true,
    'upload-failing': true,
    'quiet-on-air': false,
  })
})

test('what is changed holds at the next start', () => {
  const settings = new SettingsFile(file(), 'en')
  const notices = { ...settings.current.notices, 'no-signal': false }
  settings.change({ language: 'ja' })
  settings.change({ notices, popOutsOnTop: false, automaticUpdates: true })
  expect(new SettingsFile(file(), 'en').current).toEqual({
    ...{ language: 'ja', notices, popOutsOnTop: false, automaticUpdates: true },
  })
})

test.each(['', '[]', 'null', '{"language":"fr","notices":{"no-signal":1},"automaticUpdates":1}'])(
  'a damaged file %j is as none',
  (text) => {
    const damaged = join(folder, 'desktop.json')
    writeFileSync(damaged, text)
    expect(new SettingsFile(damaged, 'en').current).toEqual(new SettingsFile(file(), 'en').current)
  },
)

test('a kind of notice that is newer than the file is told, and what was switched off stays off', () => {
  const older = join(folder, 'older.json')
  writeFileSync(older, '{"notices":{"starting-soon":false,"no-signal":true,"quiet-on-air":true}}')
  expect(new SettingsFile(older, 'en').current.notices).toMatchObject({
    ...{ 'starting-soon': false, 'no-signal': true, 'quiet-on-air': true, 'late-start': true },
    ...{ overrun: true },
  })
})
