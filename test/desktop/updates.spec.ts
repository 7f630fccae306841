/**
 * A new version on a feed on loopback, by electron-updater itself. What is downloaded stands in for an AppImage:
 * a script that says that it was started.
 */
import type { ElectronApplication, Page } from '@playwright/test'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { waitFor } from '../support/wait-for.ts'
import { startUpdateFeed } from '../support/update-feed.ts'
import { expect, test } from './desktop.ts'
import * as desk from './operate.ts'

const STARTED = '#!/bin/sh\necho "$0" > "$AIRDESK_TEST_STARTED"\n'
const OLD = 'Airdesk-0.0.1.AppImage'
const NEW = 'Airdesk-9.0.0.AppImage'

/** Somewhere in the console by its own address, as the operator's links lead there. */
const go = (page: Page, hash: string) => page.evaluate((at) => void (location.hash = at), hash)

test(
  'a new version is shown, waits for the end of a broadcast, and is installed then',
  { tag: '@nightly' },
  async ({ desktop }, info) => {
    test.skip(process.platform !== 'linux', 'only an AppImage is replaced without its installer')
    const folder = (name: string) => info.outputPath(name)
    for (const name of ['resources', 'installed', 'cache']) mkdirSync(folder(name), { recursive: true })
    const installed = (name: string) => join(folder('installed'), name)
    const started = installed('started')
    writeFileSync(installed(OLD), 'this version')
    const feed = await startUpdateFeed()
    writeFileSync(
      join(folder('resources'), 'app-update.yml'),
      `provider: generic\nurl: ${feed.url}\nupdaterCacheDirName: airdesk-updater\n`,
    )
    const app = await desktop.launch({
      preload: join(import.meta.dirname, 'packed.cjs'),
      env: {
        AIRDESK_TEST_RESOURCES: folder('resources'),
        AIRDESK_TEST_STARTED: started,
        APPIMAGE: installed(OLD),
        XDG_CACHE_HOME: folder('cache'),
      },
    })
    try {
      const page = await desktop.console(app)
      await desk.watchSurroundings(app)
      const content = page.getByRole('main')
      const button = (name: string) => page.getByRole('button', { name })

      await test.step('nothing is asked before the operator does', async () => {
        await go(page, '#/settings?section=about')
        await expect(content.getByText('Not checked yet')).toBeVisible()
        expect(feed.received).toEqual([])
      })
      await test.step('a feed that is not there is said to be none; then it is found, in console and menu', async () => {
        await button('Check now').click()
        await expect(content.getByText('The server gave no answer')).toBeVisible()
        feed.offer('9.0.0', STARTED)
        expect(await desk.menuLabel(app, 'updates')).toBe('Check for Updates…')
        await desk.clickMenu(app, 'updates')
        await expect(content.getByText('Airdesk 9.0.0 is available')).toBeVisible()
        await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Update 9.0.0' })).toBeVisible()
        expect(await desk.menuLabel(app, 'updates')).toBe('Airdesk 9.0.0…')
      })
      const channel = await goOnAir(app, page)
      await test.step('on air it is downloaded, and waits', async () => {
        await desk.clickMenu(app, 'updates')
        await button('Download').click()
        await button('Install after the broadcast').click()
        await expect(content.getByText('Airdesk 9.0.0 waits for the end of the broadcast')).toBeVisible()
        expect((await desk.surroundings(app)).awake).toBe(true)
        expect(readFileSync(installed(OLD), 'utf8')).toBe('this version')
        expect(existsSync(started)).toBe(false)
      })
      await test.step('off air it is installed', async () => {
        await go(page, channel)
        await button('Stop test picture').click()
        const restart = page.getByRole('link', { name: /^Restart in \d+ s$/ })
        await expect(restart).toBeVisible({ timeout: 60_000 })
        await restart.click()
        const exited = once(app.process(), 'exit')
        await button('Restart now').click()
        expect(await exited).toEqual([0, null])
        await waitFor(() => existsSync(started) && readFileSync(started, 'utf8') !== '', 'the new version')
        expect(readFileSync(started, 'utf8')).toBe(`${installed(NEW)}\n`)
        expect(existsSync(installed(OLD))).toBe(false)
      })
    } finally {
      await feed.close()
    }
  },
)

/** @returns the channel's address in the console */
async function goOnAir(app: ElectronApplication, page: Page): Promise<string> {
  await desk.clickMenu(app, 'room-3')
  await page.getByRole('button', { name: /^Use the test picture/ }).click()
  await expect.poll(async () => (await desk.surroundings(app)).awake, { timeout: 60_000 }).toBe(true)
  return new URL(page.url()).hash
}
