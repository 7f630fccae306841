/** What a page does not begin with: it is asked for before it is there, and while it can't be had. */
import type { Page, Route } from '@playwright/test'
import { drawn, expect, test } from './fixture.ts'

/** Reloads the page, and keeps back what it loads of a file of the console; what it asked for before, it has. */
async function keepBack(page: Page, file: string) {
  await page.waitForLoadState('networkidle')
  const asked = Promise.withResolvers<Route>()
  const isNew = page.waitForEvent('framenavigated')
  await page.route(`**/assets/${file}-*.js`, async (route) => {
    await isNew
    asked.resolve(route)
  })
  await page.reload()
  return { asked: asked.promise, release: async () => (await asked.promise).continue() }
}

const searchOf = (page: Page) => page.getByRole('textbox', { name: 'Search or run a command' })

test(
  'the palette opens as soon as it is there, and gives the focus back',
  { tag: '@nightly' },
  async ({ console: page }) => {
    const { asked, release } = await keepBack(page, 'Palette')
    const filter = page.getByLabel('Filter channels')
    await filter.focus()
    await asked
    await page.keyboard.press('ControlOrMeta+k')
    await release()
    await expect(searchOf(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(searchOf(page)).toHaveCount(0)
    await expect(filter).toBeFocused()
  },
)

test('the console goes on without a palette that cannot be loaded', async ({ console: page }) => {
  const thrown: unknown[] = []
  page.on('pageerror', (error) => thrown.push(error))
  await page.route('**/assets/Palette-*.js', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/Palette-'))
  await page.reload()
  await failed
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Schedules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
  await expect(searchOf(page)).toHaveCount(0)
  expect(thrown).toEqual([])

  await page.unrouteAll()
  await page.reload()
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(searchOf(page)).toBeFocused({ timeout: 5000 })
  }).toPass()
})

test('a room that cannot be loaded says so, and is there once the engine answers again', async ({
  console: page,
}) => {
  await page.route(/\/icon\.svg|assets\/Users-/, (route) => route.abort())
  await page.reload()
  await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
  const asked = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/icon.svg'))
  await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Users' }).click()
  await expect(page.getByText('It comes by itself as soon as the engine answers.')).toBeVisible()
  await asked
  expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  await page.unrouteAll()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
})

test('a room whose code fails as the page begins comes by itself; one that fails for good does not reload for ever', async ({
  console: page,
}) => {
  const [code, icons]: [string[], string[]] = [[], []]
  let fails = 1
  await page.goto(page.url().replace(/#.*/, '#/users'))
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await page.route('**/assets/Users-*.js', (route) => {
    code.push(route.request().url())
    return code.length > fails ? route.continue() : route.abort('internetdisconnected')
  })
  await page.reload()
  await expect.poll(() => code.length).toBe(2)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()

  fails = Infinity
  page.on('requestfinished', (request) => void (request.url().endsWith('/icon.svg') && icons.push('')))
  await page.reload()
  await expect.poll(() => icons.length).toBeGreaterThan(3)
  await expect(page.getByRole('button', { name: 'Reload the console' })).toBeVisible()
  expect(code).toHaveLength(3)
})

test(
  'a language is switched to when its texts are there, and the page is in one language until then',
  { tag: '@nightly' },
  async ({ console: page }) => {
    await page.goto(page.url().replace(/#.*/, '#/settings'))
    const { asked, release } = await keepBack(page, 'ja')
    await page.getByRole('radiogroup', { name: 'Language' }).getByText('日本語').click()
    await asked
    await drawn(page)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await expect(page.getByRole('radio', { name: 'English' })).toBeChecked()
    await release()
    await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('設定')
  },
)

test('ten seconds after it began a page has all of its code, and opens any room without the engine', async ({
  console: page,
}) => {
  await page.clock.install()
  await page.reload()
  await drawn(page)
  const texts = page.waitForResponse('**/assets/ja-*.js')
  await page.clock.runFor(10_000)
  await texts
  await page.clock.runFor(10_000)
  await page.waitForLoadState('networkidle')
  await page.route('**/assets/*.js', (route) => route.abort())
  for (const room of ['Schedules', 'Users', 'Archives', 'Webhooks', 'Settings']) {
    await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: room }).click()
    await expect(page.getByRole('heading', { level: 1, name: room })).toBeVisible()
  }
})

test('where a program drives the console, the schemas are there and answers are checked', async ({
  console: page,
}) => {
  await page.route('**/console/api/webhooks/endpoints', (route) =>
    route.fulfill({ json: { endpoints: [], surprise: true } }),
  )
  await page.goto(page.url().replace(/#.*/, '#/webhooks/endpoints'))
  await expect(page.getByText('Unrecognized key: "surprise"')).toBeVisible()
})
