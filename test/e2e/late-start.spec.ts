/** A schedule begins and nobody starts it: the control room says so until viewers get a segment. */
import type { Page } from '@playwright/test'
import { expect, small, test } from './fixture.ts'

const MOVE = /^Move to \d\d:\d[05]$/

/** A schedule of half an hour that began some seconds ago, with segments of 1 s. */
const begin = (page: Page, name: string, seconds: number) =>
  page.evaluate(
    async ([name, seconds, hls]) => {
      const call = async (path: string, init?: RequestInit): Promise<unknown> => {
        const answer = await fetch(`/console/api/${path}`, init)
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        return answer.json()
      }
      const { system } = (await call('session')) as { system: { timeZone: string } }
      const at = (ms: number) =>
        new Date(Date.now() + ms).toLocaleString('sv', { timeZone: system.timeZone }).replaceAll('-', '/')
      const service_params = hls.map((rendition) => ({ ...rendition, durationSeconds: 1 }))
      const body = { name, start_datetime: at(-seconds * 1000), end_datetime: at(1_800_000), service_params }
      const headers = { 'content-type': 'application/json' }
      const { schedule_id } = (await call('option/schedule', {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      })) as { schedule_id: string }
      const { schedules } = (await call('schedules')) as {
        schedules: { scheduleId: string; channelId: string }[]
      }
      const channelId = schedules.find(({ scheduleId }) => scheduleId === schedule_id)?.channelId ?? ''
      return { scheduleId: schedule_id, channelId }
    },
    [name, seconds, small.hls] as const,
  )

test('a schedule that nobody starts is moved, and is then no longer late', async ({
  console: page,
  service,
}) => {
  const { scheduleId } = await begin(page, 'Morning show', 60)
  await page.goto(`${service.ready.console_url}/#/`)
  await page.getByRole('button', { name: MOVE }).click()
  const told = await page.getByText(/^“Morning show” moved to /).innerText()
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

test('a schedule that nobody starts is late until the test picture is there', async ({
  console: page,
  service,
}) => {
  const { channelId } = await begin(page, 'Town hall', 3)
  await page.goto(`${service.ready.console_url}/#/`)
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
  await expect(finding).toHaveCount(0, { timeout: 30_000 })
  await expect(strip).toContainText('elapsed')
  await expect(bar).toContainText('ON AIR')
  await expect(bar).not.toContainText('late by')
})
