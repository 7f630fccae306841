/** What could not be read is said, and read again; on a stand-in. */
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { expect, type Page } from '@playwright/test'
import { SCENE_NOW, waiting, webRtcHls } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { openScene } from './screenshots.ts'
import { stage } from './stage.ts'

const LOOK = { scheme: 'dark', language: 'en' } as const
const { list } = CONSOLE_API.schedules
const scheduled = (name: string) => ({
  schedules: [
    {
      ...{ scheduleId: name, name, channelId: webRtcHls.channelId, renditions: [] },
      ...{
        startsAt: SCENE_NOW + 36_000_000,
        endsAt: SCENE_NOW + 39_600_000,
        createdAt: 0,
        createdByName: '',
      },
    },
  ],
})

const rooms = (page: Page) =>
  [
    { path: '/studio', name: 'Studio', control: page.getByRole('button', { name: 'Rehearse' }) },
    { path: '/chat', name: 'Chat', control: page.getByRole('button', { name: 'Export' }) },
  ] as const
const unread = (page: Page) => page.getByRole('alert').filter({ hasText: 'Schedules could not be loaded.' })
const prepareUnread = (standIn: StandIn) => {
  standIn.show([webRtcHls])
  standIn.answer(list, 500, {})
}

stage('where schedules were not read, the button reads them', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOK)
  for (const { name, control } of rooms(page)) {
    // There is contact before the room is entered: nothing else reads what was not read.
    await openScene(page, standIn, { name: 'contact', path: '/channels', prepare: prepareUnread })
    await expect(page.getByRole('row', { name: new RegExp(webRtcHls.channelId.slice(0, 6)) })).toBeVisible()
    await page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name }).click()
    await expect(unread(page)).toBeVisible()
    standIn.answer(list, 200, scheduled('Review'))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(control).toBeVisible()
    await expect(unread(page)).toHaveCount(0)
  }
})

stage('where schedules were not read, they are read when contact is back', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOK)
  for (const { path, control } of rooms(page)) {
    await openScene(page, standIn, { name: path, path, prepare: prepareUnread })
    await expect(unread(page)).toBeVisible()
    standIn.away(true)
    await expect(page.getByText('Below is the last known state.')).toBeVisible()
    standIn.answer(list, 200, scheduled('Review'))
    standIn.away(false)
    await expect(control).toBeVisible()
    await expect(unread(page)).toHaveCount(0)
  }
})

stage('schedules are read again by themselves after they were not once', async ({ standIn, browser }) => {
  const page = await browser.newPage()
  await page.clock.install({ time: SCENE_NOW })
  standIn.reset()
  standIn.show([waiting])
  standIn.answer(list, 200, scheduled('Review'))
  await page.goto(`${standIn.url}/#/`)
  const strip = page.getByRole('region', { name: 'Now and next' })
  await expect(strip).toContainText('Review')
  const asked = () => standIn.requests.filter(({ request }) => request.includes('/schedules?')).length
  const before = asked()
  standIn.answer(list, 500, {})
  await page.clock.fastForward(11_000)
  await expect.poll(asked).toBeGreaterThan(before)
  standIn.answer(list, 200, scheduled('Finale'))
  // The answer that failed comes before the next question.
  await expect(async () => {
    await page.clock.fastForward(11_000)
    await expect(strip).toContainText('Finale', { timeout: 1000 })
  }).toPass()
  await page.close()
})

stage('what was not read is read again when contact is back', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOK)
  const prepare = () => {
    standIn.show([waiting])
    standIn.answer(CONSOLE_API.recordings.list, 500, {})
  }
  await openScene(page, standIn, { name: 'unread', path: '/archives', prepare })
  const recordings = page.getByText('The recordings were not read.')
  await expect(recordings).toBeVisible()
  standIn.away(true)
  await expect(page.getByText('Below is the last known state.')).toBeVisible()
  standIn.answer(CONSOLE_API.recordings.list, 200, { recordings: [], before: null })
  standIn.away(false)
  await expect(page.getByText('Below is the last known state.')).toBeHidden()
  await expect(recordings).toHaveCount(0)
})

stage('where a log was not read again nothing says that there is nothing', async ({ standIn, stageOf }) => {
  const page = await stageOf(LOOK)
  const prepare = () => {
    standIn.show([waiting])
    standIn.answer(CONSOLE_API.webhooks.list, 200, { events: [], before: null })
  }
  await openScene(page, standIn, { name: 'nothing-sent', path: '/webhooks', prepare })
  const nothing = page.getByRole('heading', { name: 'Nothing sent yet' })
  await expect(nothing).toBeVisible()
  standIn.answer(CONSOLE_API.webhooks.list, 500, {})
  const rooms = page.getByRole('navigation', { name: 'Rooms' })
  await rooms.getByRole('link', { name: 'Channels' }).click()
  await rooms.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page.getByText('The webhook log was not read.')).toBeVisible()
  await expect(nothing).toHaveCount(0)
})
