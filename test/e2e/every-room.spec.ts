/** Every room after every other, each with its filter changed twice, on a stand-in: none stops, and the frame stays. */
import { expect, test } from '@playwright/test'
import type { Page } from '@playwright/test'
import { ROOMS } from '../../renderer/rooms.ts'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn } from '../support/console-stand-in.ts'
import { SCENES } from './screenshots.ts'

/** Each room is left for each other one, and come back to from there. */
const WALK = ROOMS.flatMap((room, i) => ROOMS.slice(i + 1).flatMap((other) => [room.path, other.path]))

/** Goes there and lets the page draw twice, with all effects. */
const go = (page: Page, address: string) =>
  page.evaluate(async (hash) => {
    location.hash = hash
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
  }, `#${address}`)

test(
  'no room stops, whichever was there before and whatever was looked for in it',
  { tag: '@nightly' },
  async ({ page }) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    const scene = SCENES.find(({ name }) => name === 'control-room-mixed')
    if (!scene) throw new Error('the scene of this test is gone')
    scene.prepare(standIn)
    const thrown: Error[] = []
    page.on('pageerror', (error) => thrown.push(error))
    await page.goto(standIn.url)
    for (const path of WALK) {
      for (const filter of ['', '?q=one', '?q=two']) await go(page, path + filter)
      const room = ROOMS.find((one) => one.path === path)
      const link = page.getByRole('navigation').first().locator('[aria-current="page"]')
      await expect(link, path).toHaveAttribute('href', new RegExp(`#${room?.path ?? ''}$`))
      await expect(page.getByRole('main').getByRole('heading', { level: 1 }), path).toBeVisible()
      await expect(page.getByRole('contentinfo'), path).toBeVisible()
      await expect(page.getByText('Reload this room'), path).toHaveCount(0)
    }
    expect(thrown).toEqual([])
    await standIn.close()
  },
)
