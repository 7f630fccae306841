/** electron-updater's own comparison, download and checks against a feed on loopback; installing is Electron's. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { appImageUpdater, startUpdateFeed, type UpdateFeed } from '../test/support/update-feed.ts'
import { FeedUpdater } from './updater.ts'

let feed: UpdateFeed
let folder: string

beforeAll(async () => {
  feed = await startUpdateFeed()
})
afterAll(() => feed.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-updater-'))
  writeFileSync(join(folder, 'app-update.yml'), 'updaterCacheDirName: cache\n')
  writeFileSync(join(folder, 'Airdesk-0.4.0.AppImage'), 'the present one')
  vi.stubEnv('APPIMAGE', join(folder, 'Airdesk-0.4.0.AppImage'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const updaterAt = (version: string) =>
  new FeedUpdater(new URL(feed.url), () => Promise.resolve(appImageUpdater(folder, version)))

describe('only a newer version is one', () => {
  test.each([
    ['0.4.0', '0.4.1', '0.4.1'],
    ['0.4.0', '0.10.0', '0.10.0'],
    ['0.4.0', '1.0.0', '1.0.0'],
    ['0.4.0', '0.4.0', null],
    ['0.4.1', '0.4.0', null],
    ['0.10.0', '0.9.0', null],
    ['1.0.0', '1.0.0-beta.1', null],
    ['1.0.0-beta.1', '1.0.0', '1.0.0'],
  ])('%s is told of %s: %j', async (current, offered, found) => {
    feed.offer(offered)
    expect(await updaterAt(current).check()).toBe(found)
  })
})

describe('a broken feed is said to be one', () => {
  test.each([
    ['that is not there', 404, 'nothing', 'unreachable'],
    ['that fails', 500, 'trouble', 'unreachable'],
    ['that is empty', 200, '', 'unreadable'],
    ['that says nothing', 200, '# nothing\n', 'unreadable'],
    ['that is a page', 200, '<!doctype html><title>Sign in</title>', 'unreadable'],
    ['that is cut off', 200, 'version: "1.0', 'unreadable'],
    ['without a version', 200, 'files: []\n', 'unreadable'],
    ['whose version is a word', 200, 'version: newest\n', 'unreadable'],
  ])('%s', async (_what, status, text, fault) => {
    feed.say(status, text)
    await expect(updaterAt('0.4.0').check()).rejects.toMatchObject({
      fault,
      message: expect.stringMatching(/^.{1,200}$/) as string,
    })
  })

  test('whose file has no checksum', async () => {
    feed.say(200, 'version: 1.0.0\nfiles:\n  - url: Airdesk.AppImage\n')
    const updater = updaterAt('0.4.0')
    expect(await updater.check()).toBe('1.0.0')
    await expect(updater.download(() => undefined)).rejects.toMatchObject({ fault: 'unreadable' })
  })

  test('and it can be asked again', async () => {
    const updater = updaterAt('0.4.0')
    feed.say(500, '')
    await expect(updater.check()).rejects.toMatchObject({ fault: 'unreachable' })
    feed.offer('0.5.0')
    expect(await updater.check()).toBe('0.5.0')
  })
})

describe('a download', () => {
  const pending = () => join(folder, 'cache', 'pending')

  test('is kept when its checksum is right', async () => {
    feed.offer('0.5.0', 'the new one')
    const updater = updaterAt('0.4.0')
    await updater.check()
    const percents: number[] = []
    await updater.download((percent) => percents.push(percent))
    expect(percents.at(-1)).toBe(100)
    expect(readFileSync(join(pending(), 'Airdesk-0.5.0.AppImage'), 'utf8')).toBe('the new one')
    expect(readFileSync(join(folder, 'Airdesk-0.4.0.AppImage'), 'utf8')).toBe('the present one')
  })

  test('is refused and removed when it is not', async () => {
    // More than streams hold: it comes to its end only when its file is open, and is removed behind that.
    feed.offer('0.5.0', 'the new one'.repeat(100_000), Buffer.alloc(64).toString('base64'))
    const updater = updaterAt('0.4.0')
    await updater.check()
    await expect(updater.download(() => undefined)).rejects.toMatchObject({ fault: 'checksum' })
    const left = existsSync(pending()) ? readdirSync(pending()) : []
    expect(left.filter((name) => name.endsWith('.AppImage'))).toEqual([])
  })

  test('that cannot be had says so', async () => {
    feed.offer('0.5.0')
    const updater = updaterAt('0.4.0')
    await updater.check()
    feed.say(503, '')
    await expect(updater.download(() => undefined)).rejects.toMatchObject({ fault: 'unreachable' })
  })
})

test('what is sent says nothing of this computer', async () => {
  feed.offer('0.5.0')
  const before = feed.received.length
  await updaterAt('0.4.0').check()
  const sent = feed.received.slice(before).map(({ headers }) => headers)
  rmSync(join(folder, '.updaterId'))
  await updaterAt('0.4.0').check()
  const again = feed.received.slice(before + sent.length).map(({ headers }) => headers)
  expect(sent).toHaveLength(1)
  expect(again).toEqual(sent)
  expect(sent[0]).toMatchObject({ 'user-agent': 'electron-builder', 'x-user-staging-id': '' })
})

test('nothing of the library is loaded before it is asked', () => {
  const load = vi.fn(() => Promise.reject(new Error('loaded')))
  const updater = new FeedUpdater(new URL(feed.url), load)
  expect(load).not.toHaveBeenCalled()
  return expect(updater.check()).rejects.toMatchObject({ fault: 'other', message: 'loaded' })
})
