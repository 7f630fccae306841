import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import {
  fieldCamera,
  mixed,
  packaging,
  SCENE_NOW,
  townHall,
  waiting,
  webRtcClients,
} from '../support/console-scenes.ts'
import { dark, frozen, still, stopped } from '../support/console-incident-scenes.ts'
import type { Scene } from './scene.ts'
import { showPictures } from './still.ts'

/** Four of them, so that the wall is full. */
const wall = [
  ...mixed,
  { ...townHall, channelId: '3F91B7KQ5T0C3N8X6W4E1R9YHA', name: '手話通訳つき中継' },
  {
    ...fieldCamera,
    channelId: '4F3A91D8KQ5T0C3N8X6W4E1R9Y',
    name: 'Stadium, east gate, the long way round to the car park',
    findings: [],
  },
]

const ended: ChannelView = {
  ...townHall,
  ...{ state: 'ended', onAirSince: null, pictureAge: null, connections: [], stateSince: SCENE_NOW },
  lastClose: { reason: 'client-closed', said: null, failure: null, unsupported: null, at: SCENE_NOW },
}

export const PREVIEW_SCENES: readonly Scene[] = [
  { name: 'preview', path: '/preview', prepare: (s) => s.show(mixed) },
  {
    name: 'preview-slow',
    path: '/preview',
    prepare: (s) => s.show(mixed),
    after: async (page) => {
      const menu = page.getByRole('button', { name: /^(Simulate a slow network|低速なネットワークを模擬)$/ })
      await menu.click()
      await page.getByRole('menuitemradio').last().click()
      await page.getByRole('menuitemradio').last().waitFor({ state: 'detached' })
      await menu.click()
      await page.getByRole('menuitemradio', { checked: true }).waitFor()
    },
  },
  {
    name: 'preview-ended',
    path: '/preview',
    prepare: (s) => s.show([townHall]),
    after: async (page, s) => {
      await page.locator('section[data-status]').waitFor()
      s.show([ended, { ...fieldCamera, findings: [] }])
      await page.locator('section[data-status=none]').waitFor()
    },
  },
  {
    name: 'preview-away',
    path: '/preview',
    prepare: (s) => s.show([townHall]),
    after: async (page, s) => {
      await page.locator('section[data-status]').waitFor()
      s.away(true)
      await page.getByRole('alert').waitFor()
      await page.locator('section[data-status=failed]').waitFor()
    },
  },
  { name: 'preview-coming', path: '/preview', prepare: (s) => s.show([packaging]) },
  { name: 'preview-nothing', path: '/preview', prepare: (s) => s.show([waiting]) },
  { name: 'preview-without-hls', path: '/preview', prepare: (s) => s.show([webRtcClients]) },
  {
    name: 'preview-picker',
    path: '/preview',
    prepare: (s) => s.show(wall),
    after: async (page) => {
      await page.getByRole('combobox').click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'preview-wall', path: '/preview?view=wall', prepare: (s) => s.show(wall), after: showPictures },
  {
    name: 'preview-wall-playing',
    path: '/preview?view=wall',
    prepare: (s) => s.show(wall),
    after: async (page) => {
      await showPictures(page)
      // One without HLS has nothing to play.
      for (const tile of await page.locator('[data-tile]:not([aria-disabled])').all()) await tile.click()
      await page.keyboard.press('1')
    },
  },
  {
    name: 'preview-wall-lacking',
    path: '/preview?view=wall',
    prepare: (s) =>
      s.show([frozen, { ...dark, channelId: townHall.channelId }, still], { incidents: [stopped] }),
    after: showPictures,
  },
  { name: 'preview-wall-nothing', path: '/preview?view=wall', prepare: (s) => s.show([waiting]) },
  { name: 'pop-out', path: `/pop-out/${townHall.channelId}`, prepare: (s) => s.show(mixed) },
  { name: 'pop-out-gone', path: '/pop-out/0000000000', prepare: (s) => s.show(mixed) },
]
