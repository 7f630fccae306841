import type { Page } from '@playwright/test'
import { NOTHING } from '../support/option-domain.ts'
import { expect, signInByForm, test } from './fixture.ts'
import { plan } from './plan.ts'

test('name and zone of the system are changed, shown at once, and are there after a reload', async ({
  console: page,
}) => {
  await page.getByRole('link', { name: 'Settings' }).first().click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  await expect(page.getByText('From 1 to 60 characters')).toBeVisible()
  await name.fill('Osaka studio')
  await page.getByRole('combobox', { name: 'Time zone of the system' }).fill('tokyo')
  await page.getByRole('option', { name: /Asia.Tokyo/ }).click()
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  // The button is off now; who goes on typing does so where they were.
  await expect(page.getByRole('combobox', { name: 'Time zone of the system' })).toBeFocused()
  await expect(page.getByLabel('System and time')).toContainText('Osaka studio')
  await page.getByText('Comfortable', { exact: true }).click()
  await page.reload()
  await expect(name).toHaveValue('Osaka studio')

  // What is typed stays where another window saves, and is not saved over that unseen.
  await page.setViewportSize({ width: 1024, height: 640 })
  await name.fill('Typed here')
  await page.evaluate(async () => {
    await fetch('/console/api/system', {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Saved there' }),
    })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
  const meanwhile = page.getByText('Somebody saved other settings meanwhile: “Saved there”')
  await expect(meanwhile).toBeInViewport({ ratio: 1 })
  await expect(name).toHaveValue('Typed here')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.getByRole('button', { name: 'Take theirs' }).click()
  await expect(name).toHaveValue('Saved there')
  await expect(page.getByRole('combobox', { name: 'Time zone of the system' })).toHaveValue(/Tokyo/)
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
})

test('by the keyboard: an origin is allowed and the live API lets its pages in; a port waits for the next start', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/settings?section=service`)
  const origin = 'https://app.example'
  const preflight = async () => {
    const response = await fetch(`${service.ready.live_base_url}/`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Method': 'POST' },
    })
    return response.headers.get('access-control-allow-origin')
  }
  expect(await preflight()).toBeNull()
  const field = page.getByLabel('Origin of a web page')
  await field.focus()
  await page.keyboard.insertText(`${origin}/path`)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/without a path$/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(origin)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: `Remove ${origin}` })).toBeVisible()
  expect(await preflight()).toBe(origin)

  const rtmp = page.getByLabel('RTMP ingest')
  const before = await rtmp.inputValue()
  await rtmp.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText('61935')
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.getByText(`RTMP ingest is at ${before} now`)).toBeVisible()
  await page.reload()
  await expect(rtmp).toHaveValue('61935')
})

test('a second system’s credentials are shown once and open it; diagnostics hold no secret', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/settings?section=systems`)
  await page.getByRole('button', { name: 'Add system' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Second')
  await dialog.getByLabel('E-mail of its master').fill('second@example.test')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const value = (label: string) => dialog.getByRole('status', { name: label }).textContent()
  const [password, accessCode] = [await value('Password'), await value('Access code')]
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await expect(page.getByRole('row', { name: /^Second/ })).toBeVisible()
  const login = await fetch(`${service.ready.option_base_url}/api/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'second@example.test', password, access_code: accessCode }),
  })
  expect(login.status).toBe(200)

  await page.getByRole('link', { name: 'About and diagnostics' }).click()
  const bundle = page.locator('pre')
  await expect(bundle).toContainText('"version"')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save' }).click()
  expect((await saving).suggestedFilename()).toBe('airdesk-diagnostics.json')
  const text = (await bundle.textContent()) ?? ''
  for (const secret of [password, accessCode, service.ready.password, service.ready.access_token]) {
    expect(text).not.toContain(secret)
  }
})

test(
  'letters alone are switched off, and the palette finds a setting, an operation and a schedule of months ahead',
  { tag: '@nightly' },
  async ({ console: page }) => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await page.keyboard.press('?')
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    const palette = page.getByRole('textbox', { name: 'Search or run a command' })
    await page.keyboard.press('Control+K')
    await palette.fill('settings: short')
    await page.keyboard.press('Enter')
    const letters = page.getByRole('switch', { name: 'Letters and signs alone' })
    await letters.focus()
    await page.keyboard.press('Space')
    await expect(letters).not.toBeChecked()
    await page.keyboard.press('?')
    await page.keyboard.press('n')
    await page.keyboard.press('Control+K')
    // What was pressed before it did nothing, or the palette would not be what is open.
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await palette.fill('creatertmp')
    await expect(page.getByText('CreateRTMPChannel').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'CreateRTMPChannel' })).toBeVisible()

    const from = 100 * 86_400
    await plan(page, { name: 'Summer gala', from, to: from + 3600 })
    await page.keyboard.press('Control+K')
    await palette.fill('gala')
    // Its channel has the same name, and stands above it.
    const found = page.getByRole('dialog').getByRole('button', { name: /^Summer gala.*\d\d:\d\d$/ })
    await expect(found).toBeVisible()
    await expect(page.getByRole('dialog').locator('[data-selected]')).toHaveCount(1)
    await found.click()
    await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Summer gala')
  },
)

test('a quota of a further system is set, met at once and read by its master', async ({
  console: page,
  service,
  browser,
}) => {
  const { console_page_url, console_url, option_base_url } = service.ready
  const owner = { origin: console_url, cookie: await cookieOf(page, console_url) }
  const made = await fetch(`${console_url}/console/api/systems`, {
    method: 'POST',
    headers: { ...owner, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bounded', email: 'bounded@example.test' }),
  })
  const credentials = (await made.json()) as Record<
    'email' | 'password' | 'accessCode' | 'accessToken',
    string
  >
  await page.goto(`${console_page_url}/#/settings?section=quotas`)
  const card = page.getByRole('region', { name: 'Bounded' })
  const field = card.getByRole('textbox', { name: 'Users that Bounded may have' })
  await field.fill('0')
  await expect(card.getByText('Nothing, or a whole number from 1 to 999,999,999')).toBeVisible()
  await expect(card.getByRole('row', { name: /^Users/ })).toContainText('1 of 500')
  await field.fill('1')
  await card.getByRole('button', { name: 'Save' }).click()
  await expect(card.getByRole('row', { name: /^Users/ })).toContainText('1 of 1, full')
  await expect(field).toHaveValue('1')

  const option = (path: string, body: object, token = '') =>
    fetch(`${option_base_url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const { email, password, accessCode } = credentials
  const login = await option('login', { email, password, access_code: accessCode })
  const { token } = (await login.json()) as { token: string }
  const refused = await option(
    'user',
    { name: 'Ann', email: 'ann@example.test', password: 'tiger42', ...NOTHING },
    token,
  )
  expect([refused.status, await refused.text()]).toEqual([429, expect.stringContaining('1 users')])

  const other = await (await browser.newContext()).newPage()
  await signInByForm(other, {
    ...service,
    ready: { ...service.ready, email, password, access_code: accessCode },
  })
  await other.goto(`${console_page_url}/#/settings?section=quotas`)
  await expect(other.getByRole('row', { name: /^Users/ })).toContainText('1 of 1, full')
  await expect(other.getByRole('main').getByRole('textbox')).toHaveCount(0)
  await other.context().close()
})

const cookieOf = async (page: Page, url: string) =>
  (await page.context().cookies(url)).map(({ name, value }) => `${name}=${value}`).join('; ')
