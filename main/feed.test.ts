import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { feedIn, feedOf } from './feed.ts'

const written = (url: string) => `provider: generic\nurl: ${url}\nupdaterCacheDirName: airdesk-updater\n`
let folder: string

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'airdesk-feed-'))))
afterEach(() => rmSync(folder, { recursive: true }))

test.each([
  ['https', written('https://updates.example/airdesk'), 'https://updates.example/airdesk'],
  ['a quoted address', written("'https://updates.example/'"), 'https://updates.example/'],
  ['http on this computer', written('http://127.0.0.1:8000/'), 'http://127.0.0.1:8000/'],
  ['http elsewhere', written('http://updates.example/'), null],
  ['a name that starts alike', written('http://127.0.0.1.example/'), null],
  ['a user name', written('https://user:word@updates.example/'), null],
  ['a file', written('file:///tmp/feed'), null],
  ['no address', 'provider: generic\n', null],
  ['another provider', 'provider: s3\nurl: https://updates.example/\n', null],
  ['nothing', '', null],
])('%s', (_what, text, address) => {
  expect(feedOf(text)?.href ?? null).toBe(address)
})

test('without the file there is no feed', () => expect(feedIn(folder)).toBe('no-feed'))

test('with it, it is the address in it', () => {
  writeFileSync(join(folder, 'app-update.yml'), written('https://updates.example/'))
  expect(feedIn(folder)).toEqual(new URL('https://updates.example/'))
})

test('what a package manager installed is not updated by itself', () => {
  writeFileSync(join(folder, 'app-update.yml'), written('https://updates.example/'))
  writeFileSync(join(folder, 'package-type'), 'deb')
  expect(feedIn(folder)).toBe('managed')
})
