/** A day of schedules as rows: what was planned, sent and recorded, beside each other. */
import type { Locator } from '@playwright/test'
import type { DestinationList } from '../../service/contract/console/destinations.ts'
import { beginSchedule } from './begin-schedule.ts'
import { expect, read, test } from './fixture.ts'

// The only schedule, and a zone in which its day lasts while the test runs.
const ZONE = `Etc/GMT${new Date().getUTCHours() < 12 ? '-' : '+'}6`
test.use({ own: 'timeline', serviceArgs: ['--time-zone', ZONE] })

test(
  'a schedule that runs stands above its session and its recording, up to the present',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const { console_page_url } = service.ready
    await page.goto(`${console_page_url}/#/archives/destinations`)
    await page.getByRole('button', { name: /^Use built-in local storage/ }).click()
    await page.getByRole('article', { name: /^file:\/\/\// }).waitFor()
    const { destinations } = await read<DestinationList>(page, 'archive/destinations')
    const { channelId } = await beginSchedule(page, 'Town hall', 600, destinations[0]?.id)

    await page.goto(`${console_page_url}/#/schedules?view=timeline`)
    const row = page.getByRole('group', { name: 'Town hall' })
    const planIs = (state: string) => row.getByRole('button', { name: new RegExp(`^Town hall, .*${state}$`) })
    const plan = planIs('on air')
    const session = row.getByRole('link', { name: /^Session since \d\d:\d\d, runs$/ })
    const recording = row.getByRole('link', { name: /^Recording .* 1 rendition, Recording$/ })
    await expect(planIs('running now')).toBeVisible()
    await expect(row.getByRole('link')).toHaveCount(0)

    await page.goto(`${console_page_url}/#/`)
    const finding = page.getByRole('listitem').filter({ hasText: /Should be on air since/ })
    await finding.getByRole('button', { name: 'Send test picture' }).click()
    await expect(page.locator(`[data-tile][href*="${channelId}"]`)).toBeVisible()
    await page.goto(`${console_page_url}/#/schedules`)
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Timeline').click()
    await expect(session).toBeVisible({ timeout: 60_000 })
    await expect(recording).toBeVisible({ timeout: 60_000 })
    await expect(plan).toBeVisible({ timeout: 60_000 })
    // All on one axis: what began later stands further right, within the half hour that is planned.
    const placeOf = async (bar: Locator) => (await bar.boundingBox()) ?? { x: NaN, width: NaN }
    const planned = await placeOf(plan)
    const sent = await placeOf(session)
    const recorded = await placeOf(recording)
    expect(sent.x).toBeGreaterThan(planned.x)
    expect(sent.x).toBeLessThan(planned.x + planned.width)
    expect(Math.abs(recorded.x - sent.x)).toBeLessThan(3)

    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page.getByText('Nothing is scheduled on this day')).toBeVisible()
    await page.goBack()
    await session.click()
    await expect(page).toHaveURL(new RegExp(`#/channels/${channelId}\\?view=events`))
    await page.goBack()
    await recording.click()
    await expect(page).toHaveURL(/#\/archives\?connection=/)
    await page.goBack()
    await plan.click()
    await expect(page.getByRole('complementary').getByLabel('Name')).toHaveValue('Town hall')
  },
)
