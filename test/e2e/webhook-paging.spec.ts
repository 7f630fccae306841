/** Many webhooks, on a stand-in: real ones would take long to bring about. */
import { expect, test } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn } from '../support/console-stand-in.ts'
import { manyWebhooks } from '../support/console-webhook-scenes.ts'

const PAGE = 100

test(
  'older webhooks come by scrolling; new ones wait, and nothing jumps',
  { tag: '@nightly' },
  async ({ page }) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    const all = manyWebhooks(290)
    const answer = (older: number | null, from: number) => {
      const events = all.slice(from, from + PAGE)
      const before = from + PAGE < all.length ? (events.at(-1)?.sequence ?? null) : null
      standIn.answer(
        CONSOLE_API.webhooks.list,
        200,
        { events, before },
        { query: { limit: PAGE, before: older ?? undefined } },
      )
      return before
    }
    standIn.show([])
    const second = answer(null, 2)
    const third = answer(second, 2 + PAGE)
    answer(third, 2 + 2 * PAGE)
    await page.goto(`${standIn.url}/#/webhooks`)

    const grid = page.getByRole('grid')
    const foot = page.getByText(/^\d+ (shown|webhooks)$/)
    // Row 0 is the header.
    const first = grid.getByRole('row').nth(1)
    await expect(foot).toHaveText('100 shown')
    await first.focus()
    const total = String(all.length - 2)
    await expect(async () => {
      await page.keyboard.press('End')
      await expect(foot).toHaveText(`${total} webhooks`, { timeout: 500 })
    }).toPass()
    await page.keyboard.press('End')
    const last = grid.locator(`[aria-rowindex="${total}"]`)
    await expect(last).toBeVisible()
    const position = () => last.evaluate((row) => row.getBoundingClientRect().top)
    const before = await position()

    answer(null, 0)
    await page.getByRole('button', { name: '2 new' }).waitFor()
    expect(await position()).toBe(before)
    await page.getByRole('button', { name: '2 new' }).click()
    await expect(foot).toHaveText(`${all.length} webhooks`)
    await expect(grid.locator('[aria-rowindex="2"]')).toContainText('Waiting')
    await standIn.close()
  },
)
