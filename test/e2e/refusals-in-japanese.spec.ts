/** What a Japanese console says of requests that the service, or its rules, refuse. */
import type { Locator, Page } from '@playwright/test'
import { ja } from '../../renderer/i18n/ja.ts'
import { expect, test } from './fixture.ts'

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/
/** Three English words beside each other are a sentence; terms and names are shorter. */
const ENGLISH = /[a-z]+(?: [a-z]+){2,}/i

/** Waits for so many broken rules, or one refusal, each in Japanese. */
async function inJapanese(said: Locator, count: number): Promise<void> {
  await expect(said).toHaveCount(count)
  for (const text of await said.allInnerTexts()) {
    expect(text).toMatch(JAPANESE)
    expect(text).not.toMatch(ENGLISH)
  }
}

const brokenRules = (within: Page | Locator) => within.locator('[id$="-error"]')

/** Opens a room in Japanese. */
async function open(page: Page, room: string): Promise<void> {
  await page.getByRole('button', { name: 'Preferences' }).click()
  await page.getByRole('dialog').getByText('日本語').click()
  await page.keyboard.press('Escape')
  await page.goto(page.url().replace(/#.*/, `#/${room}`))
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja')
}

test('a new channel', async ({ console: page }) => {
  await open(page, 'channels/new')
  const form = page.getByRole('main').locator('form')
  await form.getByRole('button', { name: ja.create.submit, exact: true }).waitFor()
  await form.getByRole('button', { name: ja.create.more }).click()
  await form.getByLabel(ja.create.keyUri).fill('no address')
  await form.getByLabel(ja.create.authWebhook).fill('ftp://example.com')
  await form.getByLabel(ja.create.eventWebhook).fill('no address')
  await form.getByRole('button', { name: ja.create.submit, exact: true }).click()
  await inJapanese(brokenRules(form), 3)
})

test('a new user, by the rules and by the service', async ({ console: page, service }) => {
  await open(page, 'users?pane=new')
  const pane = page.getByRole('complementary', { name: ja.users.new.title })
  await pane.getByRole('button', { name: ja.users.new.do }).click()
  await inJapanese(brokenRules(pane), 3)
  await pane.getByLabel(ja.users.column.name).fill('Aiko')
  await pane.getByLabel(ja.users.column.email).fill(service.ready.email)
  await pane.getByLabel(ja.users.password.label, { exact: true }).fill('secret')
  await pane.getByRole('button', { name: ja.users.new.do }).click()
  await inJapanese(brokenRules(pane), 1)
})
