/** A schedule begins and nobody starts it: the control room says so until viewers get a segment. */
import { beginSchedule } from './begin-schedule.ts'
import { expect, test } from './fixture.ts'
import { saidAfter } from './said.ts'

const MOVE = /^Move to \d\d:\d[05]$/

test('a schedule that nobody starts is moved, and is then no longer late', async ({
  console: page,
  service,
}) => {
  const { scheduleId } = await beginSchedule(page, 'Morning show', 60)
  await page.goto(`${service.ready.console_page_url}/#/`)
  const move = page.getByRole('button', { name: MOVE })
  const told = await saidAfter(page.locator('body'), /“Morning show” moved to .*?\d\d:\d\d/, () =>
    move.click(),
  )
  const strip = page.getByRole('region', { name: 'Now and next' })
  await expect(strip).toContainText(new RegExp(`Next in.*Morning show.*${told.slice(-5)}–`))
  await expect(page.getByRole('contentinfo')).not.toContainText('late by')
  // It has not started any more.
  const removed = await page.evaluate(async (id) => {
    const { status } = await fetch(`/console/api/option/schedule?schedule_id=${id}`, { method: 'DELETE' })
    return status
  }, scheduleId)
  expect(removed).toBe(200)
})

test(
  'a schedule that nobody starts is late until the test picture is there',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const { channelId } = await beginSchedule(page, 'Town hall', 3)
    await page.goto(`${service.ready.console_page_url}/#/`)
    const strip = page.getByRole('region', { name: 'Now and next' })
    await expect(strip).toContainText(/Late by\s*[\d:]+\s*Town hall/)
    await expect(strip).not.toContainText('elapsed')

    const finding = page.getByRole('listitem').filter({ hasText: /Should be on air since .*\d\d:\d\d/ })
    await expect(finding).toContainText('Nothing is sent to its channel.')
    await expect(finding.getByRole('button', { name: MOVE })).toBeEnabled()
    const bar = page.getByRole('contentinfo')
    await expect(bar).toContainText(/Town hall\s*late by [\d:]+/)
    await finding.getByRole('button', { name: 'Go live…' }).click()
    await expect(page).toHaveURL(new RegExp(`#/studio\\?channel=${channelId}$`))
    await expect(page.getByRole('button', { name: 'Hold to go live' })).toBeVisible()
    await page.goBack()

    await finding.getByRole('button', { name: 'Send test picture' }).click()
    await expect(page.locator(`[data-tile][href*="${channelId}"]`)).toBeVisible()
    await expect(finding).toHaveCount(0, { timeout: 60_000 })
    await expect(strip).toContainText('elapsed')
    await expect(bar).toContainText('ON AIR')
    await expect(bar).not.toContainText('late by')
  },
)
