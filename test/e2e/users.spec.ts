import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { RunningService } from '../support/service.ts'
import { armed } from './armed.ts'
import { expect, test } from './fixture.ts'
import { saidAfter } from './said.ts'

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })
const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true })

/** Calls the option API as an app would, with a login of its own. */
async function optionApi(service: RunningService, email: string, password: string, code?: string) {
  const { option_base_url: base, access_code } = service.ready
  const send = (method: string, path: string, token: string | null, body?: object) =>
    fetch(`${base}/api/${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const login = await send('POST', 'login', null, { email, password, access_code: code ?? access_code })
  const { token } = (await login.json()) as { token?: string }
  return {
    loggedIn: login.status === 200,
    call: (method: string, path: string, body?: object) => send(method, path, token ?? '', body),
  }
}

async function confirm(page: Page, name: string) {
  const button = page.getByRole('dialog').getByRole('button', { name })
  await (await armed(button)).click()
  await expect(button).toHaveCount(0)
}

async function addUser(page: Page, name: string, preset: string, password: string) {
  const email = `${name.toLowerCase()}@studio.example`
  await page.goto(page.url().replace(/#.*/, '#/users?pane=new'))
  const pane = page.getByRole('complementary', { name: 'Add user' })
  await pane.getByText(preset, { exact: true }).click()
  await pane.getByRole('textbox', { name: 'Name' }).fill(name)
  await pane.getByLabel('E-mail').fill(email)
  await pane.getByLabel('Password', { exact: true }).fill(password)
  await pane.getByRole('button', { name: 'Add user' }).click()
  await expect(pane.getByText('Shown once')).toBeVisible()
  return { email, pane }
}

test(
  'a user is added by mouse, signs in, gets permissions, is signed out everywhere and deleted',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await page.getByRole('button', { name: 'Add user' }).click()
    const pane = page.getByRole('complementary', { name: 'Add user' })
    await pane.getByRole('button', { name: 'Add user' }).click()
    await expect(pane.getByText('From 1 to 30 characters')).toBeVisible()
    await pane.getByText('Broadcaster', { exact: true }).click()
    await pane.getByLabel('Name').fill('Aiko Tanaka')
    await pane.getByLabel('E-mail').fill('aiko@studio.example')
    const password = pane.getByLabel('Password', { exact: true })
    await password.fill('12345678')
    await expect(pane.getByText('From 1 to 7 characters')).toBeVisible()
    await pane.getByRole('button', { name: 'Generate' }).click()
    await expect(password).not.toHaveValue('12345678')
    const generated = await password.inputValue()
    await pane.getByRole('button', { name: 'Add user' }).click()
    await expect(pane.getByText(generated, { exact: true })).toBeVisible()
    await pane.getByRole('button', { name: 'I have copied it' }).click()
    await expect(page.getByText(generated)).toHaveCount(0)

    const app = await optionApi(service, 'aiko@studio.example', generated)
    expect((await app.call('GET', 'schedule')).status).toBe(200)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect(row(page, /Aiko Tanaka/)).toContainText('aiko@studio.example')
    await cell(page, 'Schedule, Aiko Tanaka, not granted').click()
    await cell(page, 'View, Aiko Tanaka, granted').click()
    const bar = page.getByRole('region', { name: 'Changes that are not saved yet' })
    await expect(bar).toContainText('2 changes')
    await bar.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('dialog')).toContainText('Grants Schedule')
    await expect(page.getByRole('dialog')).toContainText('Takes View away')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await expect(cell(page, 'Schedule, Aiko Tanaka, granted')).toBeVisible()
    await expect(bar).toHaveCount(0)
    expect((await app.call('GET', 'view?schedule_id=x')).status).toBe(403)

    await row(page, /Aiko Tanaka/)
      .getByText('aiko@studio.example')
      .click()
    const details = page.getByRole('complementary', { name: 'Details of the user' })
    const sessions = details.getByRole('button', { name: /^End the session of / })
    await expect(sessions).toHaveCount(1)
    await details.getByRole('button', { name: 'Sign out everywhere' }).click()
    await confirm(page, 'Sign out')
    await expect(sessions).toHaveCount(0)
    expect((await app.call('GET', 'schedule')).status).toBe(401)

    await details.getByRole('button', { name: 'Delete user' }).click()
    await expect(page.getByRole('dialog')).toContainText('aiko@studio.example cannot sign in any more')
    await confirm(page, 'Delete user')
    await expect(row(page, /Aiko Tanaka/)).toHaveCount(0)
    expect((await optionApi(service, 'aiko@studio.example', generated)).loggedIn).toBe(false)
  },
)

test('several users of a table are added with passwords that the rule takes, saved once; who is left out is named', async ({
  console: page,
  service,
}) => {
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Add several' }).click()
  const pane = page.getByRole('complementary', { name: 'Add several users' })
  const table = pane.getByLabel('Table')
  await table.fill('name;mail\nDana;dana@studio.example')
  await expect(pane.getByText('The head line lacks email')).toBeVisible()
  // As a table program in Japan saves it: Shift_JIS.
  const sakura = Buffer.from([0x8d, 0xb2, 0x93, 0xa1])
  const lines =
    ',sakura@studio.example,,1\r\nDana,dana@studio.example,tiger42,0\r\nEd,ed@studio.example,12345678,0\r\n'
  await page.locator('input[type=file]').setInputFiles({
    name: 'users.csv',
    mimeType: 'text/csv',
    buffer: Buffer.concat([Buffer.from('name,email,password,schedule\r\n'), sakura, Buffer.from(lines)]),
  })
  await expect(pane.getByRole('list', { name: 'Lines that are left out' })).toHaveText(
    /^Line 4Ed.*Password: From 1 to 7 characters/,
  )
  await pane.getByRole('button', { name: 'Add 2 users' }).click()
  await expect(pane.getByText('2 users were added')).toBeVisible()
  await expect(cell(page, 'Schedule, 佐藤, granted')).toBeVisible()
  await expect(cell(page, 'Schedule, Dana, not granted')).toBeVisible()

  // Neither another pane nor another room loses what is shown once.
  await page.getByRole('link', { name: 'Channels', exact: true }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('button', { name: 'Add several' }).click()
  const download = page.waitForEvent('download')
  await pane.getByRole('button', { name: 'Save passwords' }).click()
  const saved = await readFile(await (await download).path(), 'utf8')
  const password = /"佐藤","sakura@studio.example","([^"]{1,7})"/.exec(saved)?.[1] ?? ''
  expect(saved).not.toContain('tiger42')
  expect((await optionApi(service, 'sakura@studio.example', password)).loggedIn).toBe(true)
  expect((await optionApi(service, 'dana@studio.example', 'tiger42')).loggedIn).toBe(true)
  await pane.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByText(password, { exact: true })).toHaveCount(0)
})

test(
  'by keyboard alone: cells are changed, undone, saved and discarded; a change made elsewhere is not overwritten',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    await addUser(page, 'Ben', 'Viewer', 'tiger42')
    await page.keyboard.press('Enter')
    const view = cell(page, 'View, Ben, granted')
    await view.focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Space')
    await expect(cell(page, 'View, Ben, not granted, not saved yet')).toBeVisible()
    await expect(cell(page, 'Schedule, Ben, granted, not saved yet')).toBeFocused()
    const bar = page.getByRole('region', { name: 'Changes that are not saved yet' })
    await expect(bar).toContainText('2 changes')

    // Somebody else gives Ben a permission meanwhile.
    const { email, password } = service.ready
    const master = await optionApi(service, email, password)
    const users = (await (await master.call('GET', 'user')).json()) as { user_id: number; name: string }[]
    const ben = users.find(({ name }) => name === 'Ben')?.user_id
    expect((await master.call('PATCH', 'user', { user_id: ben, delivery: true })).status).toBe(200)

    await page.keyboard.press('Control+s')
    await expect(bar).toContainText('1 user not saved')
    await bar.getByRole('button', { name: 'Review' }).focus()
    await page.keyboard.press('Enter')
    const review = page.getByRole('dialog')
    await expect(review).toContainText('somebody changed this user meanwhile. Now: Delivery granted.')
    await review.getByRole('button', { name: 'Keep my change' }).focus()
    await page.keyboard.press('Enter')
    await review.getByRole('button', { name: 'Save' }).focus()
    await page.keyboard.press('Enter')
    await expect(review).toHaveCount(0)
    await expect(cell(page, 'Delivery, Ben, granted')).toBeVisible()
    await expect(cell(page, 'View, Ben, not granted')).toBeVisible()
    await expect(cell(page, 'Schedule, Ben, granted')).toBeVisible()

    // Esc leaves the details, then discards what waits, after asking.
    await cell(page, 'Users, Ben, not granted').focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toContainText('Discard 1 change?')
    await confirm(page, 'Discard')
    await expect(cell(page, 'Users, Ben, not granted')).toBeVisible()
    // A master's cells are fixed.
    await page.keyboard.press('Control+Home')
    await cell(page, 'Delivery, Master, granted').focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('A master has every permission.')).toBeAttached()
    await expect(bar).toHaveCount(0)
  },
)

test('who may not manage users sees why and their own password; a console signed out elsewhere is told at once', async ({
  console: page,
  service,
  browser,
}) => {
  const { email } = await addUser(page, 'Chiara', 'Viewer', 'puma-88')
  const other = await browser.newPage()
  await other.goto(`${service.ready.console_page_url}/#/users`)
  await other.getByLabel('E-mail').fill(email)
  await other.getByLabel('Password', { exact: true }).fill('puma-88')
  await other.getByLabel('Access code', { exact: true }).fill(service.ready.access_code)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other.getByText('Only masters and users with the permission Users')).toBeVisible()
  await other.getByLabel('New password', { exact: true }).fill('lion-17')
  const change = other.getByRole('button', { name: 'Change password' })
  await saidAfter(other.locator('body'), 'Your password was changed', () => change.click())
  expect((await optionApi(service, email, 'lion-17')).loggedIn).toBe(true)

  // What is shown once goes by its own buttons only.
  await expect(page.getByRole('button', { name: 'I have copied it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary', { name: 'Add user' })).toContainText('puma-88')
  await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await confirm(page, 'Sign out')
  await expect(other.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await other.close()
})

test('whom another window renamed meanwhile is not renamed unseen', async ({ console: page }) => {
  const { pane: shownOnce } = await addUser(page, 'Dora', 'Viewer', 'lynx-61')
  await shownOnce.getByRole('button', { name: 'I have copied it' }).click()
  const other = await page.context().newPage()
  await other.goto(page.url())
  const renameAs = async (window: Page, name: string) => {
    const pane = window.getByRole('complementary', { name: 'Details of the user' })
    await pane.getByRole('textbox', { name: 'Name' }).fill(name)
    return pane
  }
  const pane = await renameAs(page, 'Typed here')
  await (await renameAs(other, 'Dora M.')).getByRole('button', { name: 'Rename' }).click()
  await expect(other.getByRole('heading', { name: 'Dora M.' })).toBeVisible()
  await other.close()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

  const notice = pane.getByRole('alert')
  await expect(notice).toContainText('Somebody renamed this user meanwhile: “Dora M.”.')
  await expect(pane.getByRole('textbox', { name: 'Name' })).toHaveValue('Typed here')
  const rename = pane.getByRole('button', { name: 'Rename' })
  await expect(rename).toBeDisabled()
  await notice.getByRole('button', { name: 'Keep mine' }).press('Enter')
  await expect(notice).toHaveCount(0)
  await expect(pane.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await rename.click()
  await expect(page.getByRole('heading', { name: 'Typed here' })).toBeVisible()
})

test('the access code is changed after typing the name of the system; new logins need the new one', async ({
  console: page,
  service,
}) => {
  const { email, password, access_code: old } = service.ready
  await page.goto(page.url().replace(/#.*/, '#/users?pane=code'))
  const pane = page.getByRole('complementary', { name: 'Access code' })
  await expect(pane).toContainText('Never since the system was made')
  await pane.getByRole('button', { name: 'Generate' }).click()
  const field = pane.getByLabel('New access code')
  await expect(field).not.toHaveValue('')
  const code = await field.inputValue()
  await pane.getByRole('button', { name: 'Change access code' }).click()
  await expect(pane.getByText('as written here')).toBeVisible()
  const system = (await pane.getByText(/^Type .* to confirm$/).innerText()).slice(5, -11)
  await pane.getByLabel('to confirm').fill(system)
  await pane.getByRole('button', { name: 'Change access code' }).click()
  await expect(pane.getByText(code, { exact: true })).toBeVisible()
  await expect(pane.getByRole('button', { name: 'I have copied it' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(pane.getByText(code, { exact: true })).toBeVisible()
  await expect(pane).not.toContainText('Never since the system was made')
  expect((await optionApi(service, email, password, old)).loggedIn).toBe(false)
  expect((await optionApi(service, email, password, code)).loggedIn).toBe(true)
})
