/** The bell with what it lists, and what of the plan the clock is about to reach, or has passed. */
import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { PlannedSchedule, ScheduleView } from '../../service/contract/console/schedules.ts'
import { fieldCamera, mixed, SCENE_NOW, townHall, waiting } from '../support/console-scenes.ts'
import { failedTogether, frozen, past, stopped, stoppedTogether } from '../support/console-incident-scenes.ts'
import { engineView } from '../support/console-views.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { next, schedule, showRoom, withPictures } from './control-room-scenes.ts'
import type { Scene } from './scene.ts'

const MINUTE = 60_000

const planned = ({ scheduleId, name, startsAt, endsAt, channelId }: ScheduleView): PlannedSchedule => ({
  ...{ scheduleId, name, startsAt, endsAt, channelId },
})
const coming = { ...next, startsAt: SCENE_NOW + 9 * MINUTE + 12_000 }
const over = schedule({
  startsAt: SCENE_NOW - 64 * MINUTE - 12_000,
  endsAt: SCENE_NOW - 4 * MINUTE - 12_000,
})

const late = schedule({ startsAt: SCENE_NOW - 5 * MINUTE - 7000, channelId: waiting.channelId })

const openBell = (page: Page) =>
  page.getByRole('button', { name: /^(\d+ alarms?|No alarms|アラーム)/ }).click()

function showPlan(s: StandIn, schedules: readonly ScheduleView[]): void {
  showRoom(s, [townHall, waiting])
  s.answer(CONSOLE_API.schedules.list, 200, { schedules: [...schedules] })
}

/** Everything that the status bar can tell, at once. */
export const CROWDED: Scene = {
  name: 'status-bar-crowded',
  path: '/channels',
  prepare: (s) => {
    const { load, archive } = engineView()
    s.show([...failedTogether, ...mixed], {
      ...{
        incidents: stoppedTogether,
        overrun: [planned(over)],
        awaited: planned(late),
        soon: planned(coming),
      },
      load: { ...load, cpu: 0.98, overload: { since: SCENE_NOW - 170_000, of: 'cpu' } },
      archive: { ...archive, pendingBytes: 5e9, failing: 2 },
      webhooks: { failing: 12, since: SCENE_NOW - 231_000, waiting: 3, givenUp: 2 },
    })
  },
  updates: {
    ...{ state: { phase: 'waiting', version: '0.6.0', restartsAt: null }, automatic: false },
    ...{ from: 'updates.example', onAir: true },
  },
}

export const ALARM_SCENES: readonly Scene[] = [
  CROWDED,
  {
    name: 'alarms',
    path: '/channels',
    prepare: (s) => {
      const { load, archive } = engineView()
      s.show([frozen, townHall, { ...fieldCamera, channelId: waiting.channelId, name: 'Court 2' }], {
        ...{ incidents: [stopped, ...past.slice(2)], soon: planned(coming), overrun: [planned(over)], load },
        webhooks: { failing: 1, since: SCENE_NOW - 231_000, waiting: 3, givenUp: 2 },
        archive: { ...archive, failing: 1 },
      })
    },
    after: async (page) => {
      await openBell(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'alarms-none',
    path: '/channels',
    prepare: (s) => s.show(mixed.slice(0, 1)),
    after: async (page) => {
      await openBell(page)
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'alarms-ringing',
    path: '/',
    prepare: (s) => showRoom(s, [frozen, townHall, waiting], true, {}, [stopped]),
    after: async (page) => {
      await withPictures(page)
      await page.locator('h1').click()
      await page.getByRole('button', { name: /^(Silence|音を止める)$/ }).waitFor()
    },
  },
  {
    name: 'control-room-soon',
    path: '/',
    prepare: (s) => {
      showPlan(s, [coming])
      s.show([townHall, waiting], { soon: planned(coming) })
    },
    after: (page) => page.getByRole('timer').waitFor(),
  },
  {
    name: 'control-room-overrun',
    path: '/',
    prepare: (s) => {
      showPlan(s, [over, next])
      s.show([townHall, waiting], { overrun: [planned(over)] })
    },
    after: withPictures,
  },
]
