/** The room of recordings on a stand-in: a store that fails and many recordings would take long to bring about. */
import { refusal } from '../../service/contract/refusal/refusal.ts'
import { expect, test as base, type Request } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import {
  available,
  blocked,
  manyRecordings,
  recordingDetail,
  recordings,
} from '../support/console-recording-scenes.ts'
import { recordingView } from '../support/console-views.ts'
import { armed } from './armed.ts'

const test = base.extend<{ standIn: StandIn }>({
  standIn: async ({}, use) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    await use(standIn)
    await standIn.close()
  },
})

const IDLE = { recording: 0, recordingBps: 0, pendingBytes: 0, failing: 0, reserveBytes: 0 }
const asked = ({ requests }: StandIn, start: string) =>
  requests.map(({ request }) => request).filter((request) => request.startsWith(start))

test('what waits for its store is found from the status bar, tried again and deleted by keys', async ({
  page,
  standIn,
}) => {
  standIn.show([], { archive: { ...IDLE, pendingBytes: 1_900_000_000, failing: 1 } })
  standIn.answer(CONSOLE_API.recordings.list, 200, { recordings, before: null })
  standIn.answer(CONSOLE_API.recordings.find, 200, recordingDetail(blocked), { params: { id: blocked.id } })
  await page.goto(`${standIn.url}/#/channels`)
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: '1 destination failing, 1.9 GB wait' })
    .click()

  const row = page.getByRole('row', { name: /Field camera 2.*1920 × 1080.*Waiting, next try in \d:\d\d/ })
  await row.focus()
  await page.keyboard.press('Enter')
  const details = page.getByRole('complementary', { name: 'Details of the recording' })
  await expect(details).toBeFocused()
  await expect(details.getByText('The bucket or container does not exist, after 4 tries')).toBeVisible()
  await expect(details.getByText('Create it, or check its name and region.')).toBeVisible()
  await expect(details.getByRole('progressbar')).toHaveAttribute('aria-valuetext', '1.2 GB of 3.1 GB')
  await expect(details.getByText('1,655 of 2,703')).toBeVisible()

  await page.keyboard.press('r')
  await expect
    .poll(() => asked(standIn, 'POST'))
    .toEqual([`POST /console/api/recordings/${blocked.id}/retry`])

  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete the recording of Field camera 2, 1920 × 1080?' })
  await expect(dialog.getByText('1.9 GB of it are on this computer only and will be lost.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: 'Also delete from the store' }).check()
  const words = '403 AccessDenied.'
  standIn.refuse(CONSOLE_API.recordings.remove, refusal('STORE_FAILED', { words }), {
    params: { id: blocked.id },
  })
  const refused = dialog.getByText('The store refused or failed: 403 AccessDenied. Nothing was deleted here.')
  await (await armed(dialog.getByRole('button', { name: 'Delete recording' }))).click()
  await expect(refused).toBeVisible()
  expect(asked(standIn, 'DELETE')).toEqual([`DELETE /console/api/recordings/${blocked.id}?fromStore=true`])

  standIn.answer(CONSOLE_API.recordings.remove, 200, {}, { params: { id: blocked.id } })
  standIn.answer(CONSOLE_API.recordings.list, 200, {
    recordings: recordings.filter(({ id }) => id !== blocked.id),
    before: null,
  })
  await dialog.getByRole('button', { name: 'Delete recording' }).click()
  await expect(details).toHaveCount(0)
  await expect(row).toHaveCount(0)
})

test('progress is read again only while something is unfinished', async ({ page, standIn }) => {
  const uploading = recordingView({ sequence: 1, state: 'uploading', uploadedBytes: 100_000_000 })
  standIn.show([], { archive: { ...IDLE, pendingBytes: 1 } })
  standIn.answer(CONSOLE_API.recordings.list, 200, { recordings: [uploading], before: null })
  await page.clock.install()
  const reads = new Set<Request>()
  page.on('request', (read) => read.url().includes('/console/api/recordings') && reads.add(read))
  page.on('requestfinished', (read) => reads.delete(read))
  await page.goto(`${standIn.url}/#/archives`)
  const grid = page.getByRole('grid')
  await expect(grid).toContainText('Uploading 10 %')
  standIn.answer(CONSOLE_API.recordings.list, 200, {
    recordings: [{ ...uploading, state: 'available', uploadedBytes: uploading.bytes }],
    before: null,
  })
  standIn.show([], { archive: IDLE })
  await page.clock.runFor(2000)
  await expect(grid).toContainText('Available')
  await expect(page.getByRole('contentinfo')).not.toContainText('Uploading')
  // One more may have begun before this was known.
  await expect.poll(() => reads.size).toBe(0)
  const before = asked(standIn, 'GET /console/api/recordings').length
  await page.clock.runFor(20_000)
  expect(asked(standIn, 'GET /console/api/recordings').length).toBe(before)
})

test('older recordings come by scrolling', { tag: '@nightly' }, async ({ page, standIn }) => {
  const all = manyRecordings(240)
  const answer = (older: number | null, from: number) => {
    const page = all.slice(from, from + 100)
    const before = from + 100 < all.length ? (page.at(-1)?.sequence ?? null) : null
    standIn.answer(
      CONSOLE_API.recordings.list,
      200,
      { recordings: page, before },
      { query: { limit: 100, before: older ?? undefined } },
    )
    return before
  }
  standIn.show([])
  const second = answer(null, 0)
  const third = answer(second, 100)
  answer(third, 200)
  await page.goto(`${standIn.url}/#/archives`)
  const foot = page.getByText(/^\d+ (shown|recordings)$/)
  await expect(foot).toHaveText('100 shown')
  await page.getByRole('grid').getByRole('row').nth(1).focus()
  await expect(async () => {
    await page.keyboard.press('End')
    await expect(foot).toHaveText(`${all.length} recordings`, { timeout: 500 })
  }).toPass()
})

test('a recording is played in a dialog', async ({ page, standIn }) => {
  standIn.show([])
  standIn.answer(CONSOLE_API.recordings.list, 200, { recordings: [available], before: null })
  standIn.answer(
    CONSOLE_API.recordings.play,
    200,
    {
      url: `${standIn.url}/nothing.mp4`,
    },
    { params: { id: available.id } },
  )
  await page.goto(`${standIn.url}/#/archives`)
  await page.getByRole('row', { name: /製品発表リハーサル/ }).focus()
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: '製品発表リハーサル, 1920 × 1080' })
  // The stand-in has no movie.
  await expect(dialog.getByText('The movie could not be played')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
})

test('without a destination, the way to one is shown', { tag: '@nightly' }, async ({ page, standIn }) => {
  standIn.show([])
  standIn.answer(CONSOLE_API.recordings.list, 200, { recordings: [], before: null })
  standIn.answer(CONSOLE_API.destinations.list, 200, { destinations: [] })
  await page.goto(`${standIn.url}/#/archives`)
  await expect(
    page.getByRole('heading', { name: 'Recordings are off until you add a destination' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Add a destination' }).click()
  await expect(page).toHaveURL(/#\/archives\/destinations$/)
})
