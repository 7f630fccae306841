import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import type { ScheduleView } from '../../service/contract/console/schedules.ts'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import type { WebhookEndpoint } from '../../service/contract/console/webhooks.ts'
import {
  fieldCamera,
  mixed,
  refused,
  SCENE_NOW,
  townHall,
  unusable,
  waiting,
  webRtcClients,
  webRtcHls,
} from '../support/console-scenes.ts'
import {
  dark,
  failedTogether,
  frozen,
  behind,
  past,
  silentClients,
  silentNow,
  still,
  stopped,
  stoppedTogether,
} from '../support/console-incident-scenes.ts'
import { engineView, failingOf, rendition720 } from '../support/console-views.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'
import { showPictures } from './still.ts'

const MINUTE = 60_000

export const schedule = (fields: Partial<ScheduleView>): ScheduleView => ({
  scheduleId: '1S91B7KQ5T0C3N8X6W4E1R9YHA',
  name: 'Autumn town hall',
  startsAt: SCENE_NOW - 12 * MINUTE - 7000,
  endsAt: SCENE_NOW + 32 * MINUTE + 53_000,
  channelId: townHall.channelId,
  renditions: [rendition720],
  createdAt: 0,
  createdByName: 'Aiko Tanaka',
  ...fields,
})
export const next = schedule({
  scheduleId: '2S91B7KQ5T0C3N8X6W4E1R9YHA',
  name: 'Product launch rehearsal',
  startsAt: SCENE_NOW + 47 * MINUTE + 53_000,
  endsAt: SCENE_NOW + 107 * MINUTE + 53_000,
  channelId: waiting.channelId,
})

const said = [
  [13, 36, 2, 'Emma Lindqvist', 'Good morning from Stockholm'],
  [13, 37, 3, 'Daichi Ono', 'よろしくお願いします'],
  [13, 39, 4, 'M. Weber', 'Slides are readable from Berlin'],
  [13, 40, 5, 'Kenji Mori', '資料のリンクはどこですか？'],
  [13, 40, 1, 'Aiko Tanaka', 'Link is in the calendar invite.'],
  [13, 41, 6, 'Priya Nair', 'Could you repeat the Q3 number please?'],
] as const

const endpoint = (url: string, failing: boolean): WebhookEndpoint => ({
  url,
  pending: failing ? 3 : 0,
  givenUp: failing ? 2 : 0,
  failingSince: failing ? SCENE_NOW - 231_000 : null,
  lastAttemptAt: SCENE_NOW - 9000,
  lastStatus: failing ? 500 : 200,
  lastErrorClass: failing ? 'status' : null,
  lastSuccessAt: SCENE_NOW - 300_000,
  pausedAt: null,
  pausedBy: null,
  deliveredOfDay: 300,
  failedOfDay: 11,
})

/** Nobody has started it. */
const late = schedule({
  startsAt: SCENE_NOW - 5 * MINUTE - 7000,
  endsAt: SCENE_NOW + 37 * MINUTE + 53_000,
  channelId: webRtcHls.channelId,
})

function showLate(s: StandIn): void {
  showRoom(s, [webRtcHls, waiting])
  s.answer(CONSOLE_API.schedules.list, 200, { schedules: [late, next] })
  const { scheduleId, name, startsAt, endsAt, channelId } = late
  s.show([webRtcHls, waiting], { awaited: { scheduleId, name, startsAt, endsAt, channelId } })
}

/** Its sound is passed on as it comes. */
const passedOn: ChannelView = {
  ...townHall,
  connections: townHall.connections.map((one) => ({
    ...one,
    stats: one.stats && { ...one.stats, passthrough: true, sound: null, picture: null },
  })),
}
const hear = (s: StandIn) =>
  s.hear(() => [
    [townHall.channelId, -14, -17],
    [fieldCamera.channelId, -120, -120],
  ])

export function showRoom(
  s: StandIn,
  channels: readonly ChannelView[],
  failing = false,
  waits: Partial<WebhookEndpoint> = {},
  incidents: readonly IncidentView[] = [],
): void {
  const archive = { ...engineView().archive, recording: 1, recordingBps: 5_000_000, pendingBytes: 84_000_000 }
  s.answer(CONSOLE_API.schedules.list, 200, { schedules: [schedule({}), next] })
  const endpoints = [
    ...(failing ? [{ ...endpoint('https://billing-api.example/hooks/live', true), ...waits }] : []),
    endpoint('http://127.0.0.1:3000/hooks/live', false),
  ]
  s.answer(CONSOLE_API.webhooks.endpoints, 200, { endpoints })
  s.answer(CONSOLE_API.option.listChat, 200, {
    ok: true,
    messages: said.map(([hour, minute, user, name, body], index) => ({
      message_id: String(index),
      schedule_id: schedule({}).scheduleId,
      user_id: user,
      user_name: name,
      body,
      created_datetime: `2026-11-18T${hour}:${minute}:00`,
    })),
  })
  s.show(channels, { archive, webhooks: failingOf(endpoints), incidents })
}

export async function withPictures(page: Page): Promise<void> {
  await showPictures(page)
  await page.getByRole('log').waitFor()
}

const crowd: readonly ChannelView[] = [
  ...mixed,
  ...Array.from({ length: 8 }, (_, index) => ({
    ...townHall,
    channelId: `6M00000${index}KQ5T0C3N8X6W4E1R9YA`,
    name: `Court ${index + 1}`,
    viewers: 12 * (index + 3),
  })),
]

/** Three tiles, and what took their pictures away. */
export const SEVERAL: Scene = {
  name: 'control-room-incident-several',
  path: '/',
  prepare: (s) => showRoom(s, [...failedTogether, waiting], true, {}, [...stoppedTogether, ...past]),
  after: withPictures,
}

export const CONTROL_ROOM_SCENES: readonly Scene[] = [
  { name: 'control-room-empty', path: '/', prepare: (s) => s.show([]) },
  {
    name: 'control-room-loading',
    path: '/',
    prepare: () => undefined,
    after: (page) => page.getByRole('status').first().waitFor(),
  },
  { name: 'control-room-quiet', path: '/', prepare: (s) => s.show([waiting]) },
  {
    name: 'control-room-one',
    path: '/',
    prepare: (s) => showRoom(s, [townHall, waiting]),
    after: withPictures,
  },
  {
    name: 'control-room-two',
    path: '/',
    prepare: (s) => showRoom(s, [townHall, fieldCamera, waiting], true),
    after: withPictures,
  },
  {
    name: 'control-room-dark',
    path: '/',
    prepare: (s) => {
      showRoom(s, [dark, still, waiting])
      hear(s)
    },
    after: withPictures,
  },
  {
    name: 'control-room-passed-on',
    path: '/',
    prepare: (s) => showRoom(s, [passedOn, waiting]),
    after: withPictures,
  },
  {
    name: 'control-room-given-up',
    path: '/',
    prepare: (s) => showRoom(s, [townHall, waiting], true, { pending: 0 }),
    after: withPictures,
  },
  {
    name: 'control-room-mixed',
    path: '/',
    prepare: (s) => {
      showRoom(s, mixed, true)
      hear(s)
    },
    after: withPictures,
  },
  {
    name: 'control-room-incident',
    path: '/',
    prepare: (s) => showRoom(s, [frozen, townHall, waiting], true, {}, [stopped, ...past.slice(1, 2)]),
    after: withPictures,
  },
  SEVERAL,
  {
    name: 'control-room-webrtc-silent',
    path: '/',
    prepare: (s) => showRoom(s, [silentClients, webRtcClients, behind], false, {}, [silentNow]),
    after: (page) => page.getByRole('log').waitFor(),
  },
  {
    name: 'control-room-incident-acknowledged',
    path: '/',
    prepare: (s) => {
      const acknowledged = { at: SCENE_NOW - 1000, by: 'Aiko Tanaka' }
      showRoom(s, [frozen, townHall, waiting], false, {}, [{ ...stopped, acknowledged }])
    },
    after: withPictures,
  },
  {
    name: 'control-room-overload',
    path: '/',
    prepare: (s) => {
      showRoom(s, [townHall, fieldCamera, waiting], true)
      const load = {
        ...engineView().load,
        cpu: 0.98,
        overload: { since: SCENE_NOW - 170_000, of: 'cpu' },
      } as const
      s.show([townHall, { ...fieldCamera, findings: [] }, waiting], { load })
    },
    after: withPictures,
  },
  {
    name: 'control-room-incidents-past',
    path: '/',
    prepare: (s) => showRoom(s, [fieldCamera, townHall, waiting], false, {}, past),
    after: withPictures,
  },
  {
    name: 'control-room-many',
    path: '/',
    prepare: (s) => showRoom(s, crowd, true),
    after: (page) => page.getByRole('grid').waitFor(),
  },
  {
    name: 'control-room-refused',
    path: '/',
    prepare: (s) => showRoom(s, [townHall, refused, unusable]),
    after: withPictures,
  },
  {
    name: 'control-room-late',
    path: '/',
    prepare: showLate,
    after: (page) => page.getByRole('log').waitFor(),
  },
  {
    name: 'control-room-late-only-looking',
    path: '/',
    prepare: (s) => {
      s.signInAs({ view: true })
      showLate(s)
    },
    after: (page) => page.getByRole('log').waitFor(),
  },
  {
    name: 'control-room-late-away',
    path: '/',
    prepare: showLate,
    after: async (page, s) => {
      await page.getByRole('log').waitFor()
      s.away(true)
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'control-room-away',
    path: '/',
    prepare: (s) => showRoom(s, [townHall, fieldCamera, waiting], true),
    after: async (page, s) => {
      await withPictures(page)
      await page.unroute('**/picture.jpg')
      s.away(true)
      await page.getByRole('alert').waitFor()
      await page.locator('canvas[data-picture=old]').first().waitFor()
    },
  },
]
