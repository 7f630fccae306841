/** What findings say is what strip, navigation and status bar say at the same moment; on a stand-in. */
import { expect, test as base } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { destinations } from '../support/console-destination-scenes.ts'
import { SCENE_NOW, townHall, waiting } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { COMPUTER_SCENES } from './computer-scenes.ts'
import { engineView } from '../support/console-views.ts'

const test = base.extend<{ standIn: StandIn }>({
  standIn: async ({}, use) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    await use(standIn)
    await standIn.close()
  },
})

test('a schedule that is a moment late is no alarm yet, and nothing says that all is well', async ({
  page,
  standIn,
}) => {
  const awaited = {
    ...{ scheduleId: 'S', name: 'Town hall', channelId: townHall.channelId },
    ...{ startsAt: SCENE_NOW - 2_000, endsAt: SCENE_NOW + 1_800_000 },
  }
  await page.clock.setFixedTime(SCENE_NOW)
  standIn.show([{ ...townHall, findings: [] }], { awaited })
  await page.goto(`${standIn.url}/#/`)
  await expect(page.getByRole('region', { name: 'Now and next' })).toContainText('Late by')
  const findings = page.getByRole('region', { name: 'Findings' })
  await expect(findings).toContainText(/^Findings0 open.*Should be on air since /)
  await expect(findings).not.toContainText('Nothing to look after')
})

test('without contact what was late stays late everywhere, and what nobody saw begin is not said to run', async ({
  page,
  standIn,
}) => {
  const planned = { renditions: [], createdAt: 0, createdByName: '' }
  const late = {
    ...{ scheduleId: 'S', name: 'Town hall', channelId: townHall.channelId },
    ...{ startsAt: SCENE_NOW - 300_000, endsAt: SCENE_NOW + 600_000 },
  }
  const later = {
    ...late,
    scheduleId: 'T',
    name: 'Review',
    startsAt: late.endsAt,
    endsAt: SCENE_NOW + 1_200_000,
  }
  standIn.answer(CONSOLE_API.schedules.list, 200, {
    schedules: [late, later].map((one) => ({ ...one, ...planned })),
  })
  await page.clock.install({ time: SCENE_NOW })
  standIn.show([{ ...townHall, findings: [] }], { awaited: late })
  await page.goto(`${standIn.url}/#/`)
  const strip = page.getByRole('region', { name: 'Now and next' })
  await expect(strip).toContainText(/Late by5:\d\dTown hall/)
  standIn.away(true)
  await expect(page.getByText('Below is the last known state.')).toBeVisible()
  await expect(strip).toContainText(/Late since13:37Town hall.*Should be on air since 13:37/)
  await expect(strip).not.toContainText('elapsed')
  await expect(page.getByRole('contentinfo')).toContainText(/Town hall\s*late since 13:37/)
  await expect(page.getByRole('navigation')).toContainText(/Schedules\s*Late start/)
  await expect(page.getByRole('button', { name: 'Go live…' })).toBeDisabled()

  // The next one begins while nobody can see whether it does.
  await page.clock.fastForward(700_000)
  await expect(strip).toContainText(/Now.*Review.*Unknown: no contact/)
  await expect(strip).not.toContainText(/elapsed|Late/)
})

test('without contact what failed is told as last known, and the room on the disk not at all', async ({
  page,
  standIn,
}) => {
  const view = engineView()
  const archive = { ...view.archive, failing: 1 }
  standIn.show([{ ...townHall, findings: [] }], {
    archive,
    webhooks: { failing: 2, since: SCENE_NOW, waiting: 3, givenUp: 0 },
  })
  await page.goto(`${standIn.url}/#/channels`)
  const bar = page.getByRole('contentinfo')
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await expect(bar).toContainText('2 webhooks failing')
  await expect(bar).toContainText(/Disk\s*\d/)
  await expect(rooms).toContainText('2 webhooks failing')
  await expect(bar).not.toContainText('last known')
  standIn.away(true)
  for (const place of [bar, rooms]) {
    await expect(place).toContainText('2 webhooks failing, last known')
    await expect(place).toContainText(/destinations? failing(, .+ wait)?, last known/)
  }
  await expect(bar).toContainText(/Disk\s*–/)
})

test('without contact no room says that nothing is on air', async ({ page, standIn }) => {
  await page.clock.setFixedTime(SCENE_NOW)
  COMPUTER_SCENES[0]?.prepare(standIn)
  standIn.show([waiting])
  for (const path of [
    '/',
    '/preview',
    '/preview?view=wall',
    `/preview?channel=${waiting.channelId}`,
    '/computer',
  ]) {
    standIn.away(false)
    await page.goto('about:blank')
    await page.goto(`${standIn.url}/#${path}`)
    const nothing = page.getByRole('main').getByText(/^Nothing (is )?on air/)
    await expect(nothing).toBeVisible()
    standIn.away(true)
    await expect(page.getByRole('main').getByText('What is on air is unknown')).toBeVisible()
    await expect(nothing).toHaveCount(0)
  }
})

test('without contact the list of channels does not count what is on air, nor who watches', async ({
  page,
  standIn,
}) => {
  await page.clock.setFixedTime(SCENE_NOW)
  standIn.show([{ ...townHall, findings: [] }])
  await page.goto(`${standIn.url}/#/channels`)
  const chips = page.getByRole('group', { name: 'Filters of channels' })
  const row = page.getByRole('row', { name: /Autumn town hall/ })
  await expect(chips).toContainText(/On air\s*1/)
  await expect(row).toContainText('214')
  standIn.away(true)
  await expect(row).toContainText('Unknown')
  await expect(row).not.toContainText('214')
  await expect(row).not.toContainText('0:12:07')
  await expect(chips).not.toContainText(/On air\s*1/)
  await expect(chips).toContainText(/All\s*1/)
})

test(
  'archives that fail are found when the engine counts them, by name as soon as it is known',
  { tag: '@nightly' },
  async ({ page, standIn }) => {
    const failing = destinations.filter(({ trouble }) => trouble !== null).slice(0, 1)
    const archive = { ...engineView().archive, failing: 1 }
    // What was read before it failed.
    standIn.answer(CONSOLE_API.destinations.list, 200, {
      destinations: failing.map((one) => ({ ...one, trouble: null })),
    })
    const channels = [{ ...townHall, findings: [] }]
    standIn.show(channels)
    await page.goto(`${standIn.url}/#/`)
    const findings = page.getByRole('region', { name: 'Findings' })
    await expect(findings).toContainText('Nothing to look after')
    standIn.show(channels, { archive })
    await expect(findings).toContainText('Uploads to 1 archive destination fail.')
    standIn.answer(CONSOLE_API.destinations.list, 200, { destinations: failing })
    await expect(findings).toContainText(failing[0]?.bucketUri ?? '')
  },
)
