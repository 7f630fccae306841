import type { AccessView } from '../../service/contract/console/access.ts'
import type { PublishingView, PublishStatus } from '../../service/contract/console/publishing.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { bucket, destinations } from '../support/console-destination-scenes.ts'
import { fieldCamera, mixed, SCENE_NOW, webRtcOnAir } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const { access, destinations: stores, publishing } = CONSOLE_API
const ago = (seconds: number) => SCENE_NOW - seconds * 1000
const OBS = 'FMLE/3.0 (compatible; FMSc/1.0; libobs version 32.0.1)'
const larix = { name: 'Larix 1.4', remoteAddress: '192.168.1.71' }
const handed = (id: string, label: string, endsAt: number, watching: number) => ({
  ...{ id, label, endsAt, watching, madeAt: ago(7200), madeBy: 'Aiko Tanaka' },
  ...{ ended: endsAt < SCENE_NOW, turnedAway: 0 },
})

const keyed: AccessView = {
  key: { tail: 'w7Qd', canBeShown: true },
  requireKey: true,
  schedule: null,
  onAirWithKey: OBS,
  recent: { total: 20, withoutKey: 2, names: [larix] },
  keyInClear: false,
  addressesExpire: false,
  watching: 37,
  watchingByAddress: 4,
  addresses: [
    handed('01KB3Z5N8QADDRESS00000000A', 'Press', ago(-2873), 2),
    handed('01KB3Z5N8QADDRESS00000000B', 'Sponsor preview', ago(-11873), 2),
    handed('01KB3Z5N8QADDRESS00000000C', 'Aiko’s phone', ago(-69473), 0),
    { ...handed('01KB3Z5N8QADDRESS00000000D', 'Yesterday’s guests', ago(56527), 0), turnedAway: 11 },
  ],
  door: [
    {
      ...{ kind: 'player', outcome: 'address-ended', name: 'Mozilla/5.0' },
      ...{ remoteAddress: '192.168.1.90', times: 1, at: ago(55) },
    },
    { kind: 'encoder', outcome: 'wrong-key', ...larix, times: 3, at: ago(69) },
    {
      kind: 'encoder',
      outcome: 'with-key',
      name: OBS,
      remoteAddress: '192.168.1.57',
      times: 1,
      at: ago(2631),
    },
  ],
  changed: { at: ago(86_400), by: 'Aiko Tanaka' },
}
const open: AccessView = {
  ...keyed,
  ...{ requireKey: false, keyInClear: true, onAirWithKey: null, addresses: [], changed: null },
}
const ofSchedule: AccessView = {
  ...open,
  ...{
    key: null,
    requireKey: true,
    keyInClear: false,
    schedule: { byAddress: false, openUntil: ago(-86_400) },
  },
}

const toCdn: PublishingView = {
  mode: 'own',
  target: {
    ...{ destinationId: bucket.id, bucketUri: bucket.bucketUri },
    ...{ prefix: 'tv', publicBase: 'https://cdn.studio.example/tv', keep: false },
  },
  ...{ system: null, addressesExpire: false, changed: { at: ago(86_400), by: 'Aiko Tanaka' } },
}
const current: PublishStatus = {
  ...{ state: 'current', behindSegments: 0, behindSeconds: 0, gaps: 0, fault: null, nextTryAt: null },
}
const failing: PublishStatus = {
  ...{ state: 'failing', behindSegments: 11, behindSeconds: 22, gaps: 1, nextTryAt: ago(-8) },
  fault: {
    ...{ kind: 'forbidden', status: 403, code: 'AccessDenied', message: 'HTTP 403: AccessDenied' },
    retryAfterMs: null,
  },
}

/** As an operator sees it who publishes the channel. */
const published = (status: PublishStatus) => (s: StandIn) => {
  showOpen(s)
  const url = `https://cdn.studio.example/tv/${fieldCamera.channelId}/index.m3u8`
  s.show([
    {
      ...{ ...fieldCamera, publish: status },
      rtmp: fieldCamera.rtmp && { ...fieldCamera.rtmp, playlistUrl: url },
    },
  ])
  s.answer(stores.list, 200, { destinations })
  s.answer(publishing.read, 200, toCdn, { params: { id: fieldCamera.channelId } })
}

const show = (view: AccessView) => (s: StandIn) => {
  s.show([...mixed, webRtcOnAir])
  s.answer(access.read, 200, view, { params: { id: fieldCamera.channelId } })
  s.answer(access.read, 200, view, { params: { id: webRtcOnAir.channelId } })
  for (const { channelId } of [fieldCamera, webRtcOnAir]) {
    s.answer(publishing.read, 200, { ...toCdn, mode: 'system', target: null }, { params: { id: channelId } })
  }
  s.answer(
    access.makeAddress,
    200,
    {
      signedUrl: `https://192.168.1.24:8443/signed/01KB3Z5N8QADDRESS00000000A.tif0w0.${'x'.repeat(43)}/${fieldCamera.channelId}/index.m3u8`,
      endsAt: ago(-14_400),
    },
    { params: { id: fieldCamera.channelId } },
  )
}
/** As everybody may send and watch. */
export const showOpen = show(open)
const path = `/channels/${fieldCamera.channelId}?view=access`

export const ACCESS_SCENES: readonly Scene[] = [
  { name: 'publish-current', path, prepare: published(current) },
  {
    name: 'publish-behind',
    path,
    prepare: published({ ...current, state: 'behind', behindSegments: 4, behindSeconds: 8 }),
  },
  { name: 'publish-failing', path, prepare: published(failing) },
  {
    name: 'access',
    path,
    prepare: show(keyed),
    after: (page) => page.getByRole('button', { name: /^(Rotate…|更新…)$/ }).click(),
  },
  { name: 'access-open', path, prepare: showOpen },
  {
    name: 'access-made',
    path,
    prepare: show(keyed),
    after: async (page) => {
      await page.getByRole('textbox').last().fill('Press')
      await page.locator('button[type=submit]').click()
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'access-schedule',
    path: `/channels/${webRtcOnAir.channelId}?view=access`,
    prepare: show(ofSchedule),
  },
]
