/** The calendar of schedules in every state. */
import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { RecordingView } from '../../service/contract/console/recordings.ts'
import type { ScheduleSession, ScheduleView } from '../../service/contract/console/schedules.ts'
import { mixed, SCENE_NOW, townHall } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const HOUR = 3_600_000
/** Monday of the scene's week, 0:00 in Tokyo. */
const MONDAY = Date.parse('2026-11-16T00:00:00+09:00')

const idOf = (id: string) => id.padEnd(26, '0')

/** @param day of the week, 0 is Monday @param from @param to hours of that day */
function schedule(id: string, name: string, day: number, from: number, to: number): ScheduleView {
  const begins = MONDAY + day * 24 * HOUR
  return {
    scheduleId: idOf(id),
    name,
    startsAt: begins + from * HOUR,
    endsAt: begins + to * HOUR,
    channelId: name === 'Autumn town hall' ? townHall.channelId : null,
    renditions: townHall.renditions,
    createdAt: SCENE_NOW - 90 * HOUR,
    createdByName: 'Aiko Tanaka',
  }
}

/** Those of the scene's week. */
export const week = [
  ...[0, 1, 2, 3, 4].map((day) => schedule(`B${day}`, 'Morning briefing', day, 9, 9.5)),
  schedule('S1', 'Investor Q&A', 0, 15, 16.5),
  schedule('S2', '製品トレーニング', 1, 13, 15),
  schedule('S3', 'Autumn town hall', 2, 13.5, 14.25),
  schedule('S4', 'Product launch rehearsal', 2, 14.5, 15.5),
  schedule('S5', 'Berlin partner call', 2, 17, 18),
  schedule('S6', 'Product launch', 3, 11, 12.5),
  schedule('S7', '社内勉強会', 3, 16, 17.5),
  schedule('S8', 'Partner webinar', 4, 10.25, 11.25 + 1 / 12),
  schedule('S9', 'Match day', 4, 13, 15.5),
  schedule('SA', 'Evening concert', 4, 18, 19.75),
  schedule('SB', 'Match day 2', 5, 14, 16.5),
  schedule('SC', 'Highlights', 5, 17, 17.5),
  schedule('SD', 'Family stream', 6, 17, 18),
].sort((a, b) => a.startsAt - b.startsAt)

const many = Array.from({ length: 2000 }, (_, index) =>
  schedule(`M${index}`, `Slot ${index + 1}`, 2, index * 0.75, index * 0.75 + 0.5),
)

function show(s: StandIn, schedules: readonly ScheduleView[]): void {
  s.show(mixed)
  s.answer(CONSOLE_API.schedules.list, 200, { schedules })
}

const WEDNESDAY = MONDAY + 2 * 24 * HOUR
const hours = (from: number, to: number | null) => ({
  startedAt: WEDNESDAY + from * HOUR,
  endedAt: to === null ? null : WEDNESDAY + to * HOUR,
})
const sessions: readonly ScheduleSession[] = [
  { id: 11, scheduleId: idOf('B2'), ...hours(8.9, 9.55) },
  { id: 12, scheduleId: idOf('S3'), ...hours(11, 11.2) },
  { id: 13, scheduleId: idOf('S3'), ...hours(13.45, null) },
]

/** @param of the schedule */
function recorded(
  of: string,
  connectionId: string,
  rendition: number,
  more: Partial<RecordingView>,
): RecordingView {
  return {
    ...{
      sequence: rendition,
      id: `${connectionId}${rendition}`,
      channelId: '',
      channelName: '',
    },
    ...{ connectionId, schedule: { id: idOf(of), name: '' }, rendition, size: null, destinationId: 'D' },
    ...{ bucketUri: 's3://archive', path: 'p/', state: 'available', startedAt: 0, endedAt: null },
    ...{
      durationMs: 0,
      bytes: 0,
      uploadedBytes: 0,
      lostMs: 0,
      failures: 0,
      nextTryAt: null,
      lastFault: null,
    },
    ...{ local: false, ...more },
  }
}
const recordings = [
  ...[0, 1, 2].map((r) => recorded('S3', 'K2', r, { ...hours(13.45, null), state: 'recording' })),
  recorded('S3', 'K1', 0, { ...hours(11, 11.2), state: 'failed' }),
  ...[0, 1].map((r) => recorded('B2', 'K0', r, hours(8.9, 9.55))),
]

const IMPORTED = [
  'name,start,end,quality',
  'Winter season opening with all of the orchestra,2026-11-24 18:00,20:00,1080p',
  'Rehearsal,2026-11-24 10:00,12:00,720p',
  'Match day replay,2026-11-20 14:00,15:00,720p',
  'Sound check,2026-11-24 noon,13:00,audio',
].join('\n')

const block = (page: Page, id: string) => page.locator(`button[data-id="${idOf(id)}"]`)

/** Drags the webinar onto the match. */
async function dragIntoMatch(page: Page): Promise<void> {
  const box = await block(page, 'S8').boundingBox()
  if (box === null) throw new Error('the block is not drawn')
  await page.mouse.move(box.x + 20, box.y + 10)
  await page.mouse.down()
  await page.mouse.move(box.x + 20, box.y + 60, { steps: 4 })
  await page.mouse.move(box.x + 20, box.y + 10 + 120, { steps: 4 })
  await page.mouse.up()
  await page.locator('aside').waitFor()
}

const shown = async (page: Page) => block(page, 'S9').waitFor()

export const SCHEDULES_SCENES: readonly Scene[] = [
  { name: 'schedules', path: '/schedules', prepare: (s) => show(s, week), after: shown },
  { name: 'schedules-refused', path: '/schedules', prepare: (s) => show(s, week), after: dragIntoMatch },
  {
    name: 'schedules-day',
    path: '/schedules?view=day&date=2026-11-20',
    prepare: (s) => show(s, week),
    after: shown,
  },
  { name: 'schedules-empty', path: '/schedules', prepare: (s) => show(s, []) },
  {
    name: 'schedules-month',
    path: '/schedules?view=month',
    prepare: (s) => show(s, [...week, ...many.slice(16, 400)]),
    after: async (page) => page.locator('main li').first().waitFor(),
  },
  {
    name: 'schedules-agenda',
    path: '/schedules?view=agenda',
    prepare: (s) => show(s, many),
    after: async (page) => page.getByRole('grid').waitFor(),
  },
  {
    name: 'schedules-timeline',
    path: '/schedules?view=timeline',
    prepare: (s) => {
      show(s, week)
      s.answer(CONSOLE_API.schedules.sessions, 200, { sessions })
      s.answer(CONSOLE_API.recordings.list, 200, { recordings, before: null })
    },
    after: async (page) => page.locator('a[title]').nth(5).waitFor(),
  },
  {
    name: 'schedules-timeline-empty',
    path: '/schedules?view=timeline',
    prepare: (s) => show(s, []),
    after: async (page) => page.getByRole('heading', { level: 2 }).first().waitFor(),
  },
  {
    name: 'schedules-failed',
    path: '/schedules',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.schedules.list, 500, {})
    },
    after: async (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'schedules-exchange',
    path: '/schedules',
    prepare: (s) => show(s, week),
    after: async (page) => {
      await shown(page)
      await page.getByRole('button', { name: /^(Import and export|取り込みと書き出し)$/ }).click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'schedules-import',
    path: '/schedules',
    prepare: (s) => show(s, week),
    after: async (page) => {
      await page.getByRole('button', { name: /^(Import and export|取り込みと書き出し)$/ }).click()
      await page.getByRole('menuitem').first().click()
      const chooser = page.waitForEvent('filechooser')
      await page.getByRole('dialog').getByRole('button').first().click()
      await (
        await chooser
      ).setFiles({
        name: 'winter-season.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(IMPORTED),
      })
      await page.getByRole('dialog').getByRole('list').first().waitFor()
    },
  },
]
