import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

/** A schedule that runs now, made by the console's own way to the option API. */
async function makeSchedule(page: Page, name: string): Promise<void> {
  await page.evaluate(async (given) => {
    const text = (at: number) =>
      new Date(at).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
    // Wide enough to hold now in every zone that the system may keep its clocks by.
    const [start, end] = [Date.now() - 26 * 3_600_000, Date.now() + 26 * 3_600_000]
    const response = await fetch('/console/api/option/schedule', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        ...{ name: given, start_datetime: text(start), end_datetime: text(end), service_params: [] },
      }),
    })
    if (!response.ok) throw new Error(await response.text())
  }, name)
}

test('a message is written by keys alone, never by the Enter of a conversion, and read by others', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/chat`)
  await expect(page.getByRole('heading', { name: 'No schedule, no chat' })).toBeVisible()
  await makeSchedule(page, 'Town hall')
  await page.reload()
  const field = page.getByLabel('Message', { exact: true })
  const log = page.getByRole('log', { name: 'Messages' })
  const hello = page.getByRole('button', { name: 'Say hello' })
  // Where messages cannot be read, nobody knows whether something was said.
  await expect(hello).toBeVisible()
  await page.route(/\/console\/api\/option\/chat\?/, (route) => route.abort())
  await expect(page.getByText(/^Messages could not be read\. /)).toBeVisible()
  await expect(hello).toBeHidden()
  await expect(page.getByText('Nothing said yet.')).toBeHidden()
  await page.unrouteAll()
  await page.route('**/console/api/option/chat', (route) => route.abort(), { times: 1 })
  await hello.click()
  await expect(page.getByText(/^Not sent\. /)).toBeVisible()
  await hello.click()
  await expect(log).toContainText('Hello')

  // A conversion by the browser's own input method: the text under way, then Enter, then the converted text.
  const input = await page.context().newCDPSession(page)
  await field.focus()
  await input.send('Input.imeSetComposition', { text: 'こんにちわ', selectionStart: 5, selectionEnd: 5 })
  await expect(field).toHaveValue('こんにちわ')
  await page.keyboard.press('Enter')
  await input.send('Input.insertText', { text: '今日は' })
  await expect(field).toHaveValue('今日は')
  await expect(log).not.toContainText('こんにちわ')
  await page.keyboard.press('Enter')
  await expect(log).toContainText('今日は')
  await expect(field).toHaveValue('')

  await page.keyboard.insertText('x'.repeat(51))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Not sent: 51 of 50 characters. Your text is kept.')).toBeVisible()
  await expect(field).toHaveValue('x'.repeat(51))
  await expect(log).not.toContainText('xxx')

  const other = await page.context().newPage()
  await other.goto(`${service.ready.console_page_url}/#/chat`)
  await expect(other.getByRole('log', { name: 'Messages' })).toContainText('今日は')
  await field.fill('I am 👩‍💻')
  await field.press('Enter')
  await expect(other.getByRole('log', { name: 'Messages' })).toContainText('I am 👩‍💻')
  await other.close()

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^chat-.+\.csv$/)

  await page.goto(`${service.ready.console_page_url}/#/chat?schedule=GONE`)
  await expect(page.getByText('This schedule does not exist. It was deleted, or')).toBeVisible()
  await expect(field).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
})
