/** The calendar of schedules in every state. */
import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { ScheduleView } from '../../service/contract/console/schedules.ts'
import { mixed, SCENE_NOW, townHall } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const HOUR = 3_600_000
/** Monday of the scene's week, 0:00 in Tokyo. */
const MONDAY = Date.parse('2026-11-16T00:00:00+09:00')

/** @param day of the week, 0 is Monday @param from @param to hours of that day */
function schedule(id: string, name: string, day: number, from: number, to: number): ScheduleView {
  const begins = MONDAY + day * 24 * HOUR
  return {
    scheduleId: id.padEnd(26, '0'),
    name,
    startsAt: begins + from * HOUR,
    endsAt: begins + to * HOUR,
    channelId: name === 'Autumn town hall' ? townHall.channelId : null,
    renditions: townHall.renditions,
    createdAt: SCENE_NOW - 90 * HOUR,
    createdByName: 'Aiko Tanaka',
  }
}

const week = [
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

const block = (page: Page, id: string) => page.locator(`button[data-id="${id.padEnd(26, '0')}"]`)

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
    name: 'schedules-failed',
    path: '/schedules',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.schedules.list, 500, {})
    },
    after: async (page) => page.getByRole('alert').waitFor(),
  },
]
