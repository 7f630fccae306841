/** What is told before a schedule starts, and after its end. */
import type { Page } from '@playwright/test'
import { bell, open } from './bell.ts'
import { expect, small, test } from './fixture.ts'

test.use({ own: 'start-and-end' })

interface Plan {
  readonly name: string
  /** Seconds from now. */
  readonly from: number
  readonly to: number
  /** Of one that is changed. */
  readonly id?: string
}

/** Makes or changes a schedule by the option API. @returns its id */
const plan = (page: Page, wanted: Plan): Promise<string> =>
  page.evaluate(
    async ([{ name, from, to, id }, hls]) => {
      const session = (await (await fetch('/console/api/session')).json()) as { system: { timeZone: string } }
      const { timeZone } = session.system
      const at = (seconds: number) =>
        new Date(Date.now() + seconds * 1000).toLocaleString('sv', { timeZone }).replaceAll('-', '/')
      const service_params = hls.map((rendition) => ({ ...rendition, durationSeconds: 1 }))
      const times = { name, start_datetime: at(from), end_datetime: at(to) }
      const body = id === undefined ? { ...times, service_params } : { ...times, schedule_id: id }
      const answer = await fetch('/console/api/option/schedule', {
        ...{ method: id === undefined ? 'POST' : 'PATCH', headers: { 'content-type': 'application/json' } },
        body: JSON.stringify(body),
      })
      if (!answer.ok) throw new Error(await answer.text())
      return id ?? ((await answer.json()) as { schedule_id: string }).schedule_id
    },
    [wanted, small.hls] as const,
  )

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
