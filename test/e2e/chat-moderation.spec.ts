/** What one operator keeps from the own screens: a message, a person, words. Nobody else is kept from anything. */
import type { Page } from '@playwright/test'
import { expect, signInByForm, test } from './fixture.ts'

test.use({ own: 'chat-moderation' })

/** A schedule that runs now; a second user, who is signed in in a window of their own. */
async function prepare(page: Page): Promise<{ readonly email: string; readonly password: string }> {
  return page.evaluate(async () => {
    const post = async (path: string, body: object) => {
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch(`/console/api/option/${path}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      })
      if (!response.ok) throw new Error(await response.text())
    }
    const text = (at: number) =>
      new Date(at).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
    // Wide enough to hold now in every zone that the system may keep its clocks by.
    const [start, end] = [Date.now() - 26 * 3_600_000, Date.now() + 26 * 3_600_000]
    const period = { start_datetime: text(start), end_datetime: text(end) }
    await post('schedule', { name: 'Town hall', ...period, service_params: [] })
    const user = { name: 'Emma', email: 'emma@studio.example', password: 'abc1234' }
    const permissions = { delivery: false, view: true, schedule: false, user: false }
    await post('user', { ...user, ...permissions })
    return user
  })
}

test(
  'a message, a person and words are kept from this screen only',
  { tag: '@nightly' },
  async ({ console: page, service, browser }) => {
    const emma = await prepare(page)
    const context = await browser.newContext()
    const other = await context.newPage()
    await signInByForm(other, { ...service, ready: { ...service.ready, ...emma } })
    for (const one of [page, other]) {
      await one.goto(`${service.ready.console_page_url}/#/chat`)
      await one.reload()
    }
    const log = page.getByRole('log', { name: 'Messages' })
    const say = async (body: string) => {
      const field = other.getByLabel('Message', { exact: true })
      await field.fill(body)
      await field.press('Enter')
      await expect(other.getByRole('log', { name: 'Messages' })).toContainText(body)
    }
    for (const body of ['first', 'second', 'such a class']) await say(body)
    await expect(log).toContainText('such a class')

    await page.getByRole('button', { name: 'Hide “first” here' }).press('Enter')
    await expect(log).not.toContainText('first')
    await page.reload()
    await expect(log).toContainText('second')
    await expect(log).not.toContainText('first')
    await page.getByRole('button', { name: 'Show 1 hidden' }).click()
    await expect(log).toContainText('first')

    await page.getByRole('button', { name: 'Mute and words' }).click()
    await page.getByLabel('Words', { exact: true }).fill('ass\nSECOND')
    await page.keyboard.press('Escape')
    await expect(log).not.toContainText('second')
    await expect(log).toContainText('such a class')

    await page.getByRole('button', { name: 'Mute Emma here' }).first().press('Enter')
    await expect(log).not.toContainText('class')
    // Also where the chat is shown beside something else.
    await page.goto(`${service.ready.console_page_url}/#/`)
    await expect(page.getByRole('button', { name: 'Send test picture' }).first()).toBeVisible()
    await say('third')
    await page.goto(`${service.ready.console_page_url}/#/chat`)
    await page.getByRole('button', { name: '3 muted' }).click()
    await page.getByRole('button', { name: 'Unmute Emma' }).click()
    await expect(log).toContainText('third')
    await expect(log).not.toContainText('second')
    await expect(other.getByRole('log', { name: 'Messages' })).toContainText('second')
    await context.close()
  },
)
