/** What is told before a schedule starts, and after its end. */
import { bell, open } from './bell.ts'
import { expect, test } from './fixture.ts'
import { plan } from './plan.ts'

test.use({ own: 'start-and-end' })

test(
  'a start is told ten minutes ahead in every room, and an end that passed until it is moved',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const bar = page.getByRole('contentinfo')
    await plan(page, { name: 'Evening show', from: 590, to: 1200 })
    await open(page, service, 'users')
    await expect(bar.getByRole('link', { name: /Evening show\s*in 9:\d\d/ })).toBeVisible()
    await bell(page).click()
    const list = page.getByRole('dialog')
    await expect(list).toContainText(/Evening show\s*It starts at \d\d:\d\d/)
    await page.keyboard.press('Escape')

    const name = 'Morning show'
    const id = await plan(page, { name, from: -60, to: 400 })
    await open(page, service, '')
    const strip = page.getByRole('region', { name: 'Now and next' })
    await page.getByRole('listitem').getByRole('button', { name: 'Send test picture' }).click()
    await expect(strip).toContainText('elapsed', { timeout: 60_000 })
    await plan(page, { name, from: -60, to: 2, id })
    const item = bar.getByRole('link', { name: /Morning show\s*over by 0:\d\d/ })
    const finding = page
      .getByRole('region', { name: 'Findings' })
      .getByRole('listitem')
      .filter({ hasText: /Morning show\s*It was to end at .*\d\d:\d\d, and is still on air/ })
    await expect(finding).toBeVisible({ timeout: 60_000 })
    await expect(strip).toContainText(/Morning show.*over by 0:\d\d/)
    // What started late is over, and nobody has taken note: both have room.
    await expect(bar).toContainText('1 incident, not acknowledged')
    await expect(item).toBeVisible()
    await page.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(item).toBeVisible()

    await plan(page, { name, from: -90, to: 300, id })
    await expect(finding).toBeHidden()
    await expect(item).toBeHidden()
  },
)
