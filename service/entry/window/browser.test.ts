import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBrowser, isProfileInUse, openAppWindow } from './browser.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-browser-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('Chromium comes before Chrome, whatever the order of the folders; what cannot be run is none', () => {
  expect(findBrowser(folder)).toBeNull()
  writeFileSync(join(folder, 'chromium'), '')
  expect(findBrowser(folder)).toBeNull()
  writeFileSync(join(folder, 'google-chrome'), '', { mode: 0o755 })
  expect(findBrowser(`${delimiter}${folder}`)).toBe(join(folder, 'google-chrome'))
  rmSync(join(folder, 'chromium'))
  writeFileSync(join(folder, 'chromium'), '', { mode: 0o755 })
  expect(findBrowser(`/nowhere${delimiter}${folder}`)).toBe(join(folder, 'chromium'))
})

test('a profile is in use as long as the process of its lock lives', () => {
  const lock = join(folder, 'SingletonLock')
  expect(isProfileInUse(folder)).toBe(false)
  symlinkSync(`a-host-${process.pid}`, lock)
  expect(isProfileInUse(folder)).toBe(true)
  rmSync(lock)
  // Above the largest number that a process can have.
  symlinkSync('a-host-99999999', lock)
  expect(isProfileInUse(folder)).toBe(false)
  rmSync(lock)
  symlinkSync('nonsense', lock)
  expect(isProfileInUse(folder)).toBe(false)
})

test('says how a browser failed', async () => {
  const open = (browser: string) =>
    openAppWindow({ browser, profile: folder, url: 'http://127.0.0.1/' }).ended
  expect(await open(join(folder, 'none'))).toContain('ENOENT')
  const failing = join(folder, 'failing')
  writeFileSync(failing, '#!/bin/sh\nexit 21\n', { mode: 0o755 })
  expect(await open(failing)).toBe('it ended with status 21')
})
