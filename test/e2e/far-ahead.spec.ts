/** Schedules that are longer ahead than what rooms are about to show. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

/** Makes one by the console's own way to the option API, with its channel. @returns both ids */
const makeSchedule = (page: Page, name: string, daysAhead: number) =>
  page.evaluate(
    async ([given, days]) => {
      const text = (at: number) =>
        new Date(at).toISOString().slice(0, 19).replace('T', ' ').replaceAll('-', '/')
      const start = Date.now() + days * 86_400_000
      const headers = { 'Content-Type': 'application/json' }
      const times = { start_datetime: text(start), end_datetime: text(start + 3_600_000) }
      const body = JSON.stringify({ name: given, ...times, service_params: [] })
      const made = await fetch('/console/api/option/schedule', { method: 'POST', headers, body })
      const { schedule_id: id } = (await made.json()) as { schedule_id: string }
      const delivery = await fetch(`/console/api/option/delivery?schedule_id=${id}`)
      return { id, channel: ((await delivery.json()) as { channel_id: string }).channel_id }
    },
    [name, daysAhead] as const,
  )

test('a schedule a year ahead, or long ago, is known to the chat, and to the studio', async ({
  console: page,
  service,
}) => {
  const ahead = await makeSchedule(page, 'Next summer', 300)
  const go = (path: string) => page.goto(`${service.ready.console_page_url}/#${path}`)
  const chosen = (label: string) => page.getByRole('combobox', { name: label })
  await go('/chat')
  await expect(chosen('Schedule')).toHaveValue(/^Next summer · /)
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible()
  await go(`/studio?channel=${ahead.channel}`)
  await expect(chosen('Schedule or channel')).toHaveValue(/^Next summer, /)
  const past = await makeSchedule(page, 'Last summer', -300)
  await go(`/chat?schedule=${past.id}`)
  await expect(chosen('Schedule')).toHaveValue(/^Last summer · /)
})
