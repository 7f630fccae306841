/** Rooms with a list that scrolls are searched, left and come back to more than once, on a stand-in. */
import { expect, test } from '@playwright/test'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn } from '../support/console-stand-in.ts'
import { RECORDING_SCENES } from './recording-scenes.ts'
import { REQUESTS_SCENES } from './requests-scenes.ts'
import { SCENES } from './screenshots.ts'

const ROOMS = [
  SCENES.find(({ name }) => name === 'webhooks'),
  RECORDING_SCENES.find(({ name }) => name === 'recordings'),
  REQUESTS_SCENES.find(({ name }) => name === 'requests'),
].filter((room) => room !== undefined)

test(
  'a list may be searched again and again and left twice, whatever scrolling returns',
  { tag: '@nightly' },
  async ({ page }) => {
    expect(ROOMS).toHaveLength(3)
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    const thrown: Error[] = []
    page.on('pageerror', (error) => thrown.push(error))
    // Newer Chromium returns a promise here (CSSOM View, scroll methods); this one may not yet.
    await page.addInitScript(() => {
      const { scrollTo } = Element.prototype
      const promising = function (this: Element, ...position: unknown[]) {
        Reflect.apply(scrollTo, this, position)
        return Promise.resolve()
      }
      Object.assign(Element.prototype, { scrollTo: promising })
    })
    await page.goto(`${standIn.url}/#/settings`)
    for (const { name, path, prepare } of ROOMS) {
      standIn.reset()
      prepare(standIn)
      for (const visit of ['first', 'second']) {
        for (const found of [`${name}-${visit}-1`, `${name}-${visit}-2`, `${name}-${visit}-3`]) {
          await page.evaluate((hash) => void (location.hash = hash), `#${path}?q=${found}`)
          await expect
            .poll(() => standIn.requests.some(({ request }) => request.includes(`=${found}`)), found)
            .toBe(true)
          await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible()
        }
        await page.evaluate(() => void (location.hash = '#/channels'))
        await expect(page.getByRole('heading', { level: 1, name: 'Channels' })).toBeVisible()
        await expect(page.getByRole('contentinfo')).toBeVisible()
      }
    }
    expect(thrown).toEqual([])
    await standIn.close()
  },
)
