/** A room or a tile that cannot be drawn stops alone, on a stand-in: what is on air stays in sight. */
import { expect, test, type Page } from '@playwright/test'
import { CONSOLE_API as api } from '../../service/contract/console/index.ts'
import { addressOf } from '../../service/contract/console/request.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { webhooks } from '../support/console-webhook-scenes.ts'
import { clipboardOf } from './fixture.ts'
import { UNWRITABLE, withUnwritable } from './stopped-scenes.ts'

declare global {
  interface Window {
    /** Name of the function that throws. */
    broken: string
  }
}

let standIn: StandIn

test.beforeEach(async ({ page, context }) => {
  standIn = await startConsoleStandIn(() => SCENE_NOW)
  standIn.show(mixed)
  standIn.answer(api.webhooks.list, 200, { events: webhooks, before: null })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  // What a changed filter of a log, and whatever leaves one, calls.
  await page.addInitScript(() => {
    window.broken = ''
    const breakable = <Key extends string>(
      prototype: Record<Key, (...args: never[]) => unknown>,
      name: Key,
    ) => {
      const whole = prototype[name]
      prototype[name] = function (this: unknown, ...args: never[]) {
        if (window.broken === name) throw new TypeError(`${name} is broken`)
        return Reflect.apply(whole, this, args)
      }
    }
    breakable(Element.prototype as never, 'scrollTo')
    breakable(ResizeObserver.prototype as never, 'disconnect')
  })
})
test.afterEach(() => standIn.close())

const breaks = (page: Page, name: string) => page.evaluate((is) => void (window.broken = is), name)
const go = (page: Page, hash: string) => page.evaluate((to) => void (location.hash = to), hash)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const reports = () =>
  standIn.requests.filter(({ request }) => request === `POST ${addressOf(api.installation.stopped)}`)

test('a room stops alone, keeps its filter, and is opened again by R', async ({ page }) => {
  await page.goto(`${standIn.url}/#/webhooks`)
  await expect(page.getByRole('grid')).toBeVisible()
  await breaks(page, 'scrollTo')
  await go(page, '#/webhooks?q=billing')

  await expect(
    page.getByRole('heading', { name: 'This room stopped. The broadcasts did not.' }),
  ).toBeVisible()
  await expect(page.getByText(/channels stay on air, .* Your filter is kept\./)).toBeVisible()
  const reload = page.getByRole('button', { name: 'Reload this room' })
  await expect(reload).toBeFocused()
  await expect(page.getByRole('contentinfo')).toContainText('ON AIR')
  await expect(heading(page, 'Webhooks')).toBeVisible()
  await page.getByRole('button', { name: 'Copy details' }).click()
  const clipboard = clipboardOf(page)
  await expect.poll(clipboard).toContain('TypeError: scrollTo is broken')
  const details = await clipboard()
  expect(details).toContain('/webhooks')
  expect(details).not.toContain('billing')
  const [, report] = /Report id: (e-[0-9a-f]{8})/.exec(details) ?? []
  await expect
    .poll(() => reports().map(({ body }) => JSON.parse(body) as object))
    .toEqual([{ report, place: '/webhooks', error: 'TypeError' }])

  // It fails at once again: now the filter is what one would try without.
  await reload.click()
  await go(page, '#/webhooks?q=billing2')
  const bare = page.getByRole('button', { name: 'Open without filters' })
  await expect(bare).toBeFocused()
  await breaks(page, '')
  await page.keyboard.press('r')
  await expect(page.getByRole('grid')).toBeVisible()
  expect(page.url()).toContain('q=billing2')
})

test(
  'what fails while a room is left is not the next room’s fault',
  { tag: '@nightly' },
  async ({ page }) => {
    await page.goto(`${standIn.url}/#/webhooks`)
    await expect(page.getByRole('grid')).toBeVisible()
    await breaks(page, 'disconnect')
    // A room that observes nothing itself.
    await go(page, '#/settings')
    await expect(heading(page, 'Settings')).toBeVisible()
    const places = () => reports().map(({ body }) => (JSON.parse(body) as { place: string }).place)
    await expect.poll(places).toContain('left')
    expect(new Set(places())).toEqual(new Set(['left']))
    await expect(page.getByText('This room stopped.')).toHaveCount(0)
    await expect(page.getByRole('contentinfo')).toContainText('ON AIR')
  },
)

test('a tile stops alone and is drawn again', { tag: '@nightly' }, async ({ page }) => {
  await page.addInitScript((value) => {
    const { toFixed } = Number.prototype
    Number.prototype.toFixed = function (this: number, digits) {
      if (window.broken === 'toFixed' && this.valueOf() === value) throw new TypeError('toFixed is broken')
      return toFixed.call(this, digits)
    }
  }, UNWRITABLE)
  standIn.show(mixed)
  await page.goto(`${standIn.url}/#/`)
  await expect(page.locator('[data-tile]').first()).toBeVisible()
  const before = await page.locator('[data-tile]').count()
  await breaks(page, 'toFixed')
  standIn.show(withUnwritable(mixed))
  await expect(page.getByText('This tile stopped. The broadcast did not.')).toBeVisible()
  await expect(page.locator('[data-tile]')).toHaveCount(before - 1)
  await breaks(page, '')
  await page.getByRole('button', { name: 'Reload', exact: true }).click()
  await expect(page.locator('[data-tile]')).toHaveCount(before)
})
