import { once } from 'node:events'
import type { Page } from '@playwright/test'
import { expect, test } from './desktop.ts'
import * as desk from './operate.ts'

const videoTime = (page: Page) =>
  page.locator('video').evaluate((video) => (video instanceof HTMLVideoElement ? video.currentTime : 0))

test(
  'a broadcast from the test picture to its end, as an operator at the desktop sees it',
  { tag: '@nightly' },
  async ({ desktop }) => {
    const app = await desktop.launch()
    const page = await desktop.console(app)
    await desk.watchSurroundings(app)

    await test.step('signed in by the entry, a channel with the test picture is made and its preview plays', async () => {
      await desk.clickMenu(app, 'room-3')
      await page.getByRole('button', { name: /^Use the test picture/ }).click()
      const player = page.getByRole('region', { name: /^Preview of/ })
      await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
      const before = await videoTime(page)
      await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 1)
    })
    await test.step('tray and power saving follow', async () => {
      await expect
        .poll(() => desk.surroundings(app))
        .toMatchObject({
          toolTip: 'Airdesk\nOn air: Test picture',
          tray: expect.arrayContaining(['On air: Test picture', 'Open Window', 'Open in Browser', 'Quit']),
          awake: true,
        })
    })
    await test.step('the menu pops the preview out, on top, once', async () => {
      const channelId = /[0-9A-Z]{26}/.exec(page.url())?.[0] ?? ''
      const opened = app.waitForEvent('window')
      await desk.clickMenu(app, `pop-out-${channelId}`)
      const popOut = await opened
      await popOut.waitForURL((address) => address.hash === `#/pop-out/${channelId}`)
      await expect.poll(() => videoTime(popOut)).toBeGreaterThan(0)
      await desk.clickMenu(app, `pop-out-${channelId}`)
      const onTop = () =>
        app.evaluate(({ BrowserWindow }) =>
          BrowserWindow.getAllWindows().map((window) => window.isAlwaysOnTop()),
        )
      expect(await onTop()).toEqual([false, true])
      await desk.clickMenu(app, 'pop-outs-on-top')
      expect(await onTop()).toEqual([false, false])
      await popOut.close()
    })
    await test.step('a closed window is asked about, and Enter keeps the broadcast', async () => {
      await desk.answerWith(app, 'Keep broadcasting')
      await desk.closeConsole(app)
      await expect
        .poll(() => desk.asked(app))
        .toEqual([
          expect.objectContaining({
            focused: 'Keep broadcasting',
            detail: expect.stringMatching(/Test picture \(\d+ viewers?\)/),
            buttons: ['Keep broadcasting', 'Close window, keep on air', 'End and quit'],
          }),
        ])
      expect(await desk.consoleIsVisible(app)).toBe(true)
    })
    await test.step('it can go to the tray, and come back with its page', async () => {
      await desk.answerWith(app, 'Close window, keep on air')
      await app.evaluate((electron) => electron.app.quit())
      await expect.poll(() => desk.consoleIsVisible(app)).toBe(false)
      const before = await videoTime(page)
      await expect.poll(() => videoTime(page)).toBeGreaterThan(before)
      await desk.clickTray(app, 'tray-open')
      await expect.poll(() => desk.consoleIsVisible(app)).toBe(true)
    })
    await test.step('off air again, the computer may sleep', async () => {
      await page.getByRole('button', { name: 'Stop test picture' }).click()
      await expect
        .poll(() => desk.surroundings(app), { timeout: 60_000 })
        .toMatchObject({
          toolTip: 'Airdesk\nOff air',
          awake: false,
        })
    })
  },
)

test('what is on air can be ended with the application', async ({ desktop }) => {
  const app = await desktop.launch()
  const page = await desktop.console(app)
  await desk.watchSurroundings(app)
  await desk.clickMenu(app, 'room-3')
  await page.getByRole('button', { name: /^Use the test picture/ }).click()
  await expect.poll(async () => (await desk.surroundings(app)).awake, { timeout: 60_000 }).toBe(true)
  await desk.answerWith(app, 'End and quit')
  const exited = once(app.process(), 'exit')
  await app.evaluate((electron) => electron.app.quit()).catch(() => undefined)
  expect(await exited).toEqual([0, null])
})
