import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { listen, portOf } from '../support/http-endpoint.ts'
import { callOption, loginMaster } from '../support/option-client.ts'
import type { Ready } from '../support/service.ts'
import { entryLink, expect, signInByForm, test } from './fixture.ts'

/** The form where it stands. */
async function fillSignIn(
  page: Page,
  { email, password, access_code }: Pick<Ready, 'email' | 'password' | 'access_code'>,
) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Access code', { exact: true }).fill(access_code)
  await page.keyboard.press('Enter')
}

test('the printed link opens the console once and leaves no token in the address', async ({
  page,
  service,
}) => {
  const link = await entryLink(service)
  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1, name: 'Control room' })).toBeVisible()
  await expect(page).not.toHaveURL(/entry/)

  const other = await page.context().browser()?.newContext()
  const second = await other?.newPage()
  await second?.goto(link)
  await expect(second!.getByText('This sign-in link was used or has expired.')).toBeVisible()
  await expect(second!).not.toHaveURL(/entry/)
  await other?.close()
})

test('the form says which member is wrong, and one message for wrong credentials', async ({
  page,
  service,
}) => {
  await page.goto(service.ready.console_page_url)
  await page.getByLabel('E-mail').fill('nobody')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('An e-mail address, such as name@example.com')).toBeVisible()
  await expect(page.getByText('Needed')).toBeVisible()
  await expect(page.getByText('From 1 to 128 characters')).toBeVisible()

  await page.getByLabel('E-mail').fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByLabel('Access code', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByText('E-mail, password or access code is wrong. Check all three.')).toBeVisible()

  await signInByForm(page, service)
})

test('who signs in at 127.0.0.1 goes on at the name of the console, whose cookie meets no other program', async ({
  page,
  service,
}) => {
  const { console_url, console_page_url, email, password, access_code } = service.ready
  await page.goto(`${console_url}/#/channels`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Access code', { exact: true }).fill(access_code)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Channels' }).waitFor()
  await expect(page).toHaveURL(`${console_page_url}/#/channels`)

  const cookies: unknown[] = []
  const other = createServer(({ headers }, answer) => {
    cookies.push(headers.cookie)
    answer.end('another program')
  })
  await listen(other)
  try {
    await page.goto(`http://127.0.0.1:${portOf(other)}/`)
    await page.goto(`http://localhost:${portOf(other)}/`)
    expect([...new Set(cookies)]).toEqual([undefined])
  } finally {
    other.close()
    other.closeAllConnections()
  }
})

test('a lost session leads to sign-in and then back to the same room, with what was half written', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/channels/new`)
  await expect(page.getByRole('heading', { level: 1, name: 'New channel' })).toBeVisible()
  const name = page.getByRole('textbox', { name: /^Name/ })
  await name.fill('Half a na')
  // Whatever the room asks next may end the session as well, and takes the form away: a key needs no form to be there.
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your session ended. Sign in to go on where you were.')).toBeVisible()
  await expect(name).toBeHidden()
  await fillSignIn(page, service.ready)
  await expect(page.getByRole('heading', { level: 1, name: 'New channel' })).toBeVisible()
  await expect(name).toHaveValue('Half a na')
  await expect(name).toBeFocused()

  await name.fill('')
  await page.getByRole('link', { name: 'Schedules', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Schedules' })).toBeVisible()
  await page.context().clearCookies()
  await page.getByText('Month', { exact: true }).click()
  await expect(page.getByText('Your session ended. Sign in to go on where you were.')).toBeVisible()
  await page.goBack()
  await page.goBack()
  await fillSignIn(page, service.ready)
  await expect(page.getByRole('heading', { level: 1, name: 'New channel' })).toBeVisible()
})

test('what was half written by one whose session ended is not there for another', async ({
  console: page,
  service: { ready },
}) => {
  const token = await loginMaster(ready)
  const json = {
    ...{ name: 'Bea', email: 'bea@example.com', password: 'secret7' },
    ...{ delivery: true, view: true, schedule: true, user: false },
  }
  await callOption(ready.option_base_url, 'POST', '/api/user', { token, json })
  await page.goto(`${ready.console_page_url}/#/channels/new`)
  const name = page.getByRole('textbox', { name: /^Name/ })
  await name.fill('Half a na')
  await page.context().clearCookies()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your session ended. Sign in to go on where you were.')).toBeVisible()
  await fillSignIn(page, { ...ready, email: json.email, password: json.password })
  await expect(page.getByRole('heading', { level: 1, name: 'New channel' })).toBeVisible()
  await expect(name).toHaveValue('')
})

test('language and theme switch at once and stay', async ({ console: page }) => {
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('dialog').getByText('日本語').click()
  await expect(page.getByRole('heading', { level: 1, name: 'チャンネル' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
  await page.getByRole('dialog').getByText('ダーク').click()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'チャンネル' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

test('the console keeps to its content security policy and fails no request', async ({ page, service }) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  page.on('console', (message) => {
    if (
      message.type() === 'error' &&
      /Content Security Policy.*violates|violates.*Content Security/.test(message.text())
    ) {
      troubles.push(message.text())
    }
  })
  page.on('requestfailed', (request) => troubles.push(request.url()))
  await signInByForm(page, service)
  await page.getByRole('link', { name: 'Channels' }).first().click()
  expect(troubles).toEqual([])
})
