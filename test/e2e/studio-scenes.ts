import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { SCENE_NOW, mixed, waiting, webRtcHls, webRtcOnAir } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const withSchedule = (s: StandIn) =>
  s.answer(CONSOLE_API.schedules.list, 200, {
    schedules: [
      {
        scheduleId: '01JD0000000000000000000000',
        name: 'Product launch rehearsal',
        startsAt: SCENE_NOW + 210_000,
        endsAt: SCENE_NOW + 3_810_000,
        channelId: webRtcHls.channelId,
        renditions: webRtcHls.renditions,
        createdAt: SCENE_NOW - 86_400_000,
        createdByName: 'Aiko Tanaka',
      },
    ],
  })

const picture = async (page: Page) => {
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
}

export const STUDIO_SCENES: readonly Scene[] = [
  {
    name: 'studio',
    path: '/studio',
    prepare: (s) => {
      s.show(mixed)
      withSchedule(s)
    },
    after: picture,
  },
  {
    name: 'studio-typed',
    path: '/studio',
    prepare: (s) => s.show([webRtcHls]),
    after: async (page) => {
      await picture(page)
      await page.locator('section button[aria-expanded]').click()
    },
  },
  { name: 'studio-on-air', path: '/studio', prepare: (s) => s.show([webRtcOnAir]), after: picture },
  {
    name: 'studio-channel-gone',
    path: '/studio?channel=01JD0000000000000000000000',
    prepare: (s) => s.show([webRtcHls]),
    after: async (page) => page.getByRole('alert').waitFor(),
  },
  { name: 'studio-no-channel', path: '/studio', prepare: (s) => s.show([waiting]) },
  {
    name: 'studio-not-allowed',
    path: '/studio',
    prepare: (s) => {
      s.show(mixed)
      s.signInAs({ view: true, schedule: true })
    },
  },
]
