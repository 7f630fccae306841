/** What a Japanese console says of requests that the service, or its rules, refuse. */
import type { Locator, Page } from '@playwright/test'
import { ja } from '../../renderer/i18n/ja.ts'
import { refusalText } from '../../renderer/i18n/refusal/text.ts'
import { Refusal } from '../../service/contract/refusal/refusal.ts'
import type { RefusalData } from '../../service/contract/refusal/refusal.ts'
import { consoleForm } from '../../service/control/api/console/error-form.ts'
import { EVERY_REFUSAL, EVERY_RULE, HAS_ENGLISH, IS_JAPANESE } from '../support/every-refusal.ts'
import { consoleTexts } from '../support/console-texts.ts'
import { expect, makeChannel, test } from './fixture.ts'

/** Waits for so many broken rules, or one refusal, each in Japanese. */
async function inJapanese(said: Locator, count: number): Promise<void> {
  await expect(said).toHaveCount(count)
  for (const text of await said.allInnerTexts()) {
    expect(text).toMatch(IS_JAPANESE)
    expect(text).not.toMatch(HAS_ENGLISH)
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

test(
  'a new user, by the rules and by the service',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    await open(page, 'users?pane=new')
    const pane = page.getByRole('complementary', { name: ja.users.new.title })
    await pane.getByRole('button', { name: ja.users.new.do }).click()
    await inJapanese(brokenRules(pane), 3)
    await pane.getByLabel(ja.users.column.name).fill('Aiko')
    await pane.getByLabel(ja.users.column.email).fill(service.ready.email)
    await pane.getByLabel(ja.users.password.label, { exact: true }).fill('secret')
    await pane.getByRole('button', { name: ja.users.new.do }).click()
    await inJapanese(brokenRules(pane), 1)
  },
)

/** Every rule at once, each at a member of its own. */
const EVERY_PROBLEM: RefusalData = {
  code: 'BAD_REQUEST',
  values: {},
  problems: EVERY_RULE.map((broken, i) => ({ path: `member${i}`, ...broken })),
}

test(
  'every refusal and every rule of the tables, answered to a channel that is renamed',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const { id } = await makeChannel(service)
    await open(page, `channels/${id}`)
    await page.getByRole('button', { name: ja.detail.rename, exact: true }).click()
    const field = page.getByLabel(ja.detail.renameLabel)
    const japanese = consoleTexts('ja')
    for (const refused of [...EVERY_REFUSAL, EVERY_PROBLEM]) {
      const { status = 0, body } = consoleForm(new Refusal(refused)) ?? {}
      // 401 means another thing to a console that is signed in: it leaves the room.
      await page.route(/\/console\/api\/channels\//, (route) =>
        route.fulfill({ status: status === 401 ? 403 : status, json: body }),
      )
      await field.press('Enter')
      const said = brokenRules(page)
      await expect(said, refused.code).toContainText(refusalText(japanese, refused))
      await inJapanese(said, 1)
      await page.unroute(/\/console\/api\/channels\//)
    }
  },
)
