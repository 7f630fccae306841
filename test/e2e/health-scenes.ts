import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { HealthColumns, HealthView, Measure } from '../../service/contract/console/health.ts'
import { fieldCamera, mixed, SCENE_NOW, townHall, webRtcClients } from '../support/console-scenes.ts'
import { retrying, webhooks } from '../support/console-webhook-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const ago = (seconds: number) => SCENE_NOW - seconds * 1000
const GAP = { from: ago(125), to: ago(111) }

/** Noise that is the same each time, −1 to 1. */
const noise = (i: number, seed: number) => Math.sin(i * 0.7 + seed) * 0.5 + Math.sin(i * 2.3 + seed * 3) * 0.5

function columns(
  measures: Partial<Record<Measure, (i: number) => number | null>>,
  rows = 1800,
  step = 1,
): HealthColumns {
  const indices = Array.from({ length: rows }, (_, i) => rows - 1 - i)
  return {
    at: indices.map((i) => ago(i * step)),
    values: Object.fromEntries(
      Object.entries(measures).map(([name, at]) => [name, indices.map((i) => at(i * step))]),
    ),
  }
}

const dip = (i: number) => (i < 126 && i > 110 ? Math.sin(((i - 110) / 16) * Math.PI) : 0)
const measured = {
  video: (i: number) => 4_000_000 + noise(i, 1) * 500_000 - dip(i) * 2_700_000,
  audio: () => 128_000,
  frameRate: (i: number) => 29.8 + noise(i, 2) * 0.3 - dip(i) * 5,
  keyFrames: (i: number) => (i < 240 ? 8 : 2),
  drift: (i: number) =>
    18 + noise(i, 3) * 4 + (i < 123 ? 50 * Math.exp((i - 123) / 25) : 0) + Math.max(0, 300 - i) / 25,
}
const { findings } = fieldCamera
const [seldom, large] = findings

const ill: HealthView = {
  now: SCENE_NOW,
  kind: 'media',
  startedAt: ago(2635),
  endedAt: null,
  targets: { videoBps: 2_500_000, frameRate: 30, keyFrames: 2, drift: 200 },
  recent: columns(measured),
  session: columns(measured, 263, 10),
  events: [
    {
      id: 1,
      at: ago(2635),
      kind: 'connection-opened',
      connectionId: '01KB3Z5N8QCONNECT00000000A',
      remoteAddress: '192.168.1.57:50114',
    },
    { id: 2, at: ago(2635), kind: 'state', state: 'receiving' },
    { id: 3, at: ago(2631), kind: 'state', state: 'playable' },
    ...(large ? [{ id: 4, at: ago(2292), kind: 'finding-raised' as const, finding: large }] : []),
    ...(seldom ? [{ id: 5, at: ago(240), kind: 'finding-raised' as const, finding: seldom }] : []),
    {
      ...{ id: 6, at: GAP.from, kind: 'finding-raised' },
      finding: { code: 'network-gap', severity: 'warn', since: GAP.from, values: { length: 1.4 } },
    },
    {
      ...{ id: 7, at: GAP.to, kind: 'finding-cleared', withdrawn: false },
      finding: { code: 'network-gap', severity: 'warn', since: GAP.from, values: { length: 1.4 } },
    },
  ],
  findings: [
    {
      code: 'network-gap',
      severity: 'warn',
      since: GAP.from,
      values: { length: 1.4 },
      clearedAt: GAP.to,
      withdrawn: false,
    },
    ...findings.map((finding) => ({ ...finding, clearedAt: null, withdrawn: false })),
  ],
}

const well: HealthView = {
  ...ill,
  startedAt: ago(400),
  targets: { ...ill.targets, videoBps: 4_500_000 },
  recent: columns(
    {
      ...measured,
      video: (i) => 4_000_000 + noise(i, 1) * 300_000,
      frameRate: (i) => 30 + noise(i, 2) * 0.1,
      keyFrames: () => 2,
      drift: (i) => noise(i, 3) * 9,
    },
    400,
  ),
  session: columns({}, 0),
  events: [],
  findings: [],
}

const together: HealthView = {
  ...well,
  kind: 'webrtc',
  targets: { videoBps: null, frameRate: null, keyFrames: null, drift: null },
  recent: columns(
    { received: (i) => 2_900_000 + noise(i, 1) * 200_000, sent: (i) => 5_700_000 + noise(i, 4) * 400_000 },
    300,
  ),
}

function show(s: StandIn, channelId: string, view: HealthView | null): void {
  s.show(mixed)
  s.answer(CONSOLE_API.webhooks.list, 200, {
    events: webhooks.filter((w) => w.channelId === channelId),
    before: null,
  })
  if (view) s.answer(CONSOLE_API.health.read, 200, view, { params: { id: channelId } })
  else s.answer(CONSOLE_API.health.read, 500, {}, { params: { id: channelId } })
}

const at = (channelId: string, search = '') => `/channels/${channelId}?view=health${search}`

const OBS = 'obs-output module (libobs version 32.0.1)'
const pastSessions = [
  ...[
    {
      id: 7,
      startedAt: ago(2635),
      endedAt: null,
      encoder: OBS,
      connections: 1,
      receivedBytes: 1.3e9,
      findings: 3,
    },
  ],
  ...[
    {
      id: 5,
      startedAt: ago(9000),
      endedAt: ago(8100),
      encoder: OBS,
      connections: 2,
      receivedBytes: 4.1e8,
      findings: 0,
    },
  ],
  ...[
    {
      id: 2,
      startedAt: ago(95_000),
      endedAt: ago(91_000),
      encoder: '',
      connections: 1,
      receivedBytes: 0,
      findings: 1,
    },
  ],
]

export const HEALTH_SCENES: readonly Scene[] = [
  {
    name: 'health',
    path: at(fieldCamera.channelId),
    prepare: (s) => show(s, fieldCamera.channelId, ill),
    after: async (page) => {
      await page.locator('canvas').nth(3).waitFor()
      const slider = page.getByRole('slider')
      await slider.focus()
      for (let i = 0; i < 66; i++) await slider.press('ArrowLeft')
    },
  },
  {
    name: 'health-session',
    path: at(fieldCamera.channelId, '&span=session'),
    prepare: (s) => show(s, fieldCamera.channelId, ill),
    after: (page) => page.locator('canvas').nth(3).waitFor(),
  },
  {
    name: 'health-well',
    path: at(townHall.channelId),
    prepare: (s) => show(s, townHall.channelId, well),
    after: (page) => page.locator('canvas').nth(3).waitFor(),
  },
  {
    name: 'health-table',
    path: at(fieldCamera.channelId),
    prepare: (s) => show(s, fieldCamera.channelId, ill),
    after: async (page) => {
      await page.getByRole('button', { name: /^(Show as table|表で表示)$/ }).click()
      await page.getByRole('columnheader').first().waitFor()
    },
  },
  {
    name: 'health-webrtc',
    path: at(webRtcClients.channelId),
    prepare: (s) => show(s, webRtcClients.channelId, together),
    after: (page) => page.locator('canvas').nth(1).waitFor(),
  },
  {
    name: 'health-empty',
    path: at(townHall.channelId),
    prepare: (s) => show(s, townHall.channelId, { ...well, startedAt: null }),
  },
  {
    name: 'health-failed',
    path: at(townHall.channelId),
    prepare: (s) => show(s, townHall.channelId, null),
    after: (page) => page.getByRole('button', { name: /^(Try again|再試行)$/ }).waitFor(),
  },
  {
    name: 'health-events',
    path: `/channels/${retrying.channelId}?view=events`,
    prepare: (s) => {
      show(s, retrying.channelId, ill)
      const params = { id: retrying.channelId }
      s.answer(CONSOLE_API.health.sessions, 200, { sessions: pastSessions }, { params })
      s.answer(
        CONSOLE_API.health.sessionEvents,
        200,
        { events: [...ill.events] },
        { params: { ...params, session: '7' } },
      )
    },
  },
]
