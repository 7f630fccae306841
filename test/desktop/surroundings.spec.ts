import type { ElectronApplication, Page } from '@playwright/test'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { waitFor } from '../support/wait-for.ts'
import { expect, test } from './desktop.ts'
import { nextNavigation } from './next-navigation.ts'
import * as desk from './operate.ts'

const CHANNEL = '01J8Z3K4M5N6P7Q8R9S0T1V2W3'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

test("the menu speaks the console's language, also at the next start, and leads where its items say", async ({
  desktop,
}) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  expect(await desk.menuBar(app)).toEqual(['File', 'Edit', 'View', 'Broadcast', 'Window', 'Help'])
  await desk.clickMenu(app, 'room-2')
  await expect(heading(page)).toHaveText('Schedules')
  await desk.clickMenu(app, 'new-channel')
  await expect(page).toHaveURL(/#\/channels\/new$/)
  await desk.clickMenu(app, 'theme-dark')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await desk.clickMenu(app, 'palette')
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Escape')

  await desk.clickMenu(app, 'language-ja')
  const bar = ['ファイル', '編集', '表示', '放送', 'ウインドウ', 'ヘルプ']
  await expect.poll(() => desk.menuBar(app)).toEqual(bar)
  await desk.clickMenu(app, 'room-8')
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await expect(page).toHaveURL(/#\/webhooks/)
  const kept = () =>
    JSON.parse(readFileSync(join(desktop.profile, 'window', 'desktop.json'), 'utf8')) as object
  await expect.poll(kept).toMatchObject({ language: 'ja', notices: { 'no-signal': true } })
  await app.close()

  const again = await desktop.launch()
  const label = await waitFor(() => desk.menuLabel(again, 'new-schedule'), 'the menu')
  expect(label).toBe('新しい予定')
})

test('a preview pops out only by the exact address of one', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  await app.evaluate(({ shell }) => {
    shell.openExternal = () => Promise.reject(new Error('nothing may be opened'))
  })
  const { origin } = new URL(page.url())
  const refused = [
    `${origin}/#/channels/${CHANNEL}`,
    `${origin}/#/pop-out/${CHANNEL}x`,
    `${origin}/?a=b#/pop-out/${CHANNEL}`,
    `${origin.replace(new URL(origin).hostname, 'localhost')}/#/pop-out/${CHANNEL}`,
    `about:blank#/pop-out/${CHANNEL}`,
  ]
  for (const address of refused) await page.evaluate((target) => void window.open(target), address)
  const opened = app.waitForEvent('window')
  await page.evaluate((channelId) => void window.open(`#/pop-out/${channelId}`), CHANNEL)
  const popOut = await opened
  await popOut.waitForURL(`${origin}/#/pop-out/${CHANNEL}`)
  expect(app.windows()).toHaveLength(2)

  await test.step('it is guarded as the console, and has no hold on it', async () => {
    expect(await popOut.evaluate(() => window.opener as unknown)).toBeNull()
    const asked = await nextNavigation(app, 1)
    await popOut.evaluate(() => void (location.href = 'https://example.invalid/'))
    expect(await asked()).toBe('refused')
  })
  await test.step('it goes with the console', async () => {
    const gone = popOut.waitForEvent('close')
    await desk.closeConsole(app).catch(() => undefined)
    await gone
  })
})

test('schedules that start soon or are late are told, and a click leads to them', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  await desk.watchSurroundings(app)
  // A room that is looked at is not told of.
  await desk.clickMenu(app, 'room-3')
  await expect(heading(page)).toHaveText('Channels')
  const register = (name: string, from: number, to: number) =>
    page.evaluate(
      async ([name, from, to]) => {
        const session = (await (await fetch('/console/api/session')).json()) as {
          system: { timeZone: string }
        }
        const at = (ms: number) =>
          new Date(Date.now() + ms)
            .toLocaleString('sv', { timeZone: session.system.timeZone })
            .replaceAll('-', '/')
        const body = { start_datetime: at(from), end_datetime: at(to), name, service_params: [] }
        const answer = await fetch('/console/api/option/schedule', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return [answer.status, answer.ok ? '' : await answer.text()]
      },
      [name, from, to] as const,
    )
  const titles = async () => (await desk.surroundings(app)).notices.map(({ title }) => title)
  expect(await register('Keynote', 300_000, 900_000)).toEqual([200, ''])
  await expect.poll(titles).toEqual(['Keynote starts soon'])
  await desk.clickNotice(app, 0)
  await expect(heading(page)).toHaveText('Schedules')

  expect(await register('Overture', -60_000, 240_000)).toEqual([200, ''])
  await expect.poll(titles).toEqual(['Keynote starts soon', 'Overture is not on air'])
  await desk.clickNotice(app, 1)
  await expect(heading(page)).toHaveText('Control room')
})

test('main takes calls from the console only, and only what they should hold', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  const call = (from: Page, language: string) =>
    from.evaluate(async (value) => {
      const { airdesk } = window as unknown as { airdesk: { setLanguage(language: string): Promise<void> } }
      return airdesk.setLanguage(value).then(() => 'taken', String)
    }, language)
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><h1>Elsewhere</h1>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const foreign = await openForeign(app, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    expect(await call(foreign, 'ja')).toContain('The sender is not the console.')
    await foreign.close()
  } finally {
    server.close()
  }
  expect(await call(page, 'fr')).toContain('set-language: the value has another form.')
  expect(await desk.menuLabel(app, 'new-channel')).toBe('New Channel')
  expect(await call(page, 'ja')).toBe('taken')
  expect(await desk.menuLabel(app, 'new-channel')).toBe('新しいチャンネル')
})

/** A window with the real preload on a page that is not the console's: what the guards keep from happening. */
async function openForeign(app: ElectronApplication, address: string): Promise<Page> {
  const opened = app.waitForEvent('window')
  await app.evaluate(({ app: main, BrowserWindow }, target) => {
    const preload = `${main.getAppPath()}/out/preload/index.cjs`
    void new BrowserWindow({ webPreferences: { preload } }).loadURL(target)
  }, address)
  const page = await opened
  await page.waitForURL(address)
  return page
}

test(
  'an export goes where the operator says, under a plain name',
  { tag: '@nightly' },
  async ({ desktop }, info) => {
    const app = await desktop.launch()
    const page = await desktop.console(app)
    const target = info.outputPath('chosen.csv')
    // Its handle is there once the application listens, so that the click cannot be earlier.
    const offered = await app.evaluateHandle(({ session }, path) => {
      const done = Promise.withResolvers<{ defaultPath: string | undefined; state: string }>()
      session.defaultSession.once('will-download', (_event, item) => {
        const { defaultPath } = item.getSaveDialogOptions()
        // As the operator does in the dialog.
        item.setSavePath(path)
        item.once('done', (_done, state) => done.resolve({ defaultPath, state }))
      })
      return { done: done.promise }
    }, target)
    await page.evaluate(() => {
      const link = document.createElement('a')
      link.href = URL.createObjectURL(new Blob(['time,name\n'], { type: 'text/csv' }))
      link.download = '.schedule.csv'
      link.click()
    })
    const { defaultPath, state } = await offered.evaluate(({ done }) => done)
    expect(state).toBe('completed')
    expect(defaultPath).toMatch(/[\\/]_?schedule\.csv$/)
    expect(readFileSync(target, 'utf8')).toBe('time,name\n')
  },
)
