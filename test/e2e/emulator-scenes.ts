import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { ClockMove, ClockState, Firing } from '../../service/contract/console/emulator/clock.ts'
import type { CoverageView } from '../../service/contract/console/emulator/coverage.ts'
import type { FaultView } from '../../service/contract/console/emulator/faults.ts'
import type { EmulatorView } from '../../service/contract/console/emulator/state.ts'
import { presetFaults } from '../../service/contract/fault-presets.ts'
import { fault, type FaultInput } from '../../service/contract/faults.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { setupPorts } from './first-run-scenes.ts'
import type { Scene } from './scene.ts'

const HOUR = 3_600_000
const NEXT = { kind: 'schedule.started', at: Date.parse('2026-11-18T05:30:00Z') }
/** Of what is shown the real time is not now: stand-ins say it once. */
const REAL = Date.parse('2026-11-18T07:20:00Z')

const real: EmulatorView['clock'] = {
  ...{ mode: 'real', now: SCENE_NOW, realNow: SCENE_NOW, since: SCENE_NOW },
  ...{ rate: 1, next: null },
}
const frozen: EmulatorView['clock'] = {
  ...{ mode: 'frozen', now: SCENE_NOW, realNow: REAL, since: REAL - 252_000 },
  ...{ rate: 0, next: NEXT },
}
const ahead: EmulatorView['clock'] = { ...frozen, mode: 'real', now: REAL + 30 * HOUR, rate: 1 }
const hurried: EmulatorView['clock'] = { ...frozen, mode: 'rate', rate: 60 }

const LAST: ClockMove = {
  ...{ from: SCENE_NOW - HOUR, to: SCENE_NOW, at: SCENE_NOW, durationMs: 412, stopped: false, total: 16 },
  counts: { 'schedule.started': 3, 'webhook.attempt': 12, 'session.ended': 1 },
}
const SYSTEM = '1'.repeat(26)
const FIRINGS: Firing[] = [
  ...[...Array(12).keys()].map((index): Firing => ({
    ...{
      kind: 'webhook.attempt',
      at: SCENE_NOW - HOUR + index * 60_000,
      systemId: SYSTEM,
      attempt: 2 + index,
    },
    ...{ eventId: 'evt_7', type: 'connection.created', url: 'http://localhost:3000/hooks' },
    ...(index === 11 ? { outcome: 'delivered', status: 200 } : { outcome: 'failed', status: null }),
  })),
  ...['Match day', '決算説明会', 'Evening show'].map((name, index): Firing => ({
    ...{ kind: 'schedule.started', at: SCENE_NOW - (3 - index) * 300_000, systemId: SYSTEM },
    ...{ scheduleId: String(index).repeat(26), name },
  })),
  { kind: 'session.ended', at: SCENE_NOW, systemId: SYSTEM, userId: 7 },
]

const view = (input: FaultInput, state: FaultView['state'], hits: number): FaultView => ({
  ...{ fault: fault.parse({ ...input, on: state !== 'off' }), state, hits, matched: hits * 3 },
  ...{
    armedAt: state === 'off' ? null : REAL - 300_000,
    until: null,
    lastHitAt: hits > 0 ? SCENE_NOW : null,
  },
})

const FAULTS: readonly FaultView[] = [
  view(
    {
      ...{ id: 'uploads', at: 'store', match: { method: 'put', every: 3 }, ends: { afterHits: 9 } },
      effect: { kind: 'answer', status: 503 },
    },
    'armed',
    7,
  ),
  view(
    {
      ...{ id: 'uplink', at: 'publisher', match: { channelId: mixed[0]?.channelId ?? '' } },
      ...{ effect: { kind: 'drop', awayMs: 20_000 }, ends: { afterHits: 1 } },
    },
    'armed',
    0,
  ),
  view(
    {
      ...{ id: 'lossy', at: 'webrtc', ends: { afterMs: 120_000 } },
      effect: { kind: 'impair', loss: 0.05, delayMs: 80 },
    },
    'over',
    1204,
  ),
  view(
    { id: 'billing', at: 'webhook', match: { url: 'https://billing-api' }, effect: { kind: 'unreachable' } },
    'off',
    0,
  ),
]

const COVERAGE: CoverageView = {
  ...{ seen: 114, known: 160, percent: 71.2 },
  groups: [
    {
      ...{ group: 'operations', seen: 41, known: 44 },
      items: ['RotateIngestKey', 'ListArchives', 'DeleteDestination'].map((name) => ({ name, count: 0 })),
    },
    { group: 'endpoints', seen: 15, known: 15, items: [] },
    { group: 'refusals', seen: 58, known: 96, items: [] },
    { group: 'webhooks', seen: 9, known: 9, items: [] },
    { group: 'closes', seen: 6, known: 11, items: [] },
  ],
}
const NOTHING: CoverageView = {
  ...{ seen: 0, known: 160, percent: 0 },
  groups: COVERAGE.groups.map((group) => ({ ...group, seen: 0 })),
}

interface Shown {
  readonly clock?: EmulatorView['clock']
  readonly faults?: readonly FaultView[]
  readonly moving?: ClockState['moving']
  readonly last?: ClockMove | null
  readonly coverage?: CoverageView
}

function emulate(s: StandIn, shown: Shown = {}): void {
  const { clock = frozen, faults = FAULTS, moving = null, last = LAST, coverage = COVERAGE } = shown
  const armed = faults.filter(({ state }) => state === 'armed')
  const hits = armed.reduce((sum, one) => sum + one.hits, 0)
  s.show(mixed, { emulator: { clock, faults: { armed: armed.length, hits } } })
  s.answer(CONSOLE_API.setup.ports, 200, setupPorts(false))
  s.answer(CONSOLE_API.emulator.status, 200, { started: true, seed: 42 })
  s.answer(CONSOLE_API.emulatorClock.state, 200, { ...clock, moving, last })
  s.answer(CONSOLE_API.emulatorClock.firings, 200, { total: FIRINGS.length, firings: FIRINGS })
  s.answer(CONSOLE_API.emulatorFaults.list, 200, { faults })
  s.answer(CONSOLE_API.emulatorRuns.readCoverage, 200, coverage)
}

const path = '/settings?section=emulator'

export const EMULATOR_SCENES: readonly Scene[] = [
  { name: 'emulator', path, prepare: (s) => emulate(s) },
  {
    name: 'emulator-nothing-yet',
    path,
    prepare: (s) => emulate(s, { clock: real, faults: [], last: null, coverage: NOTHING }),
  },
  {
    name: 'emulator-advancing',
    path,
    prepare: (s) => {
      const moving = { from: SCENE_NOW, to: SCENE_NOW + 24 * HOUR, at: SCENE_NOW + 7 * HOUR }
      emulate(s, { moving, clock: hurried })
    },
  },
  {
    name: 'emulator-fired',
    path,
    prepare: (s) => emulate(s),
    after: async (page) => {
      await page.locator('section button[data-list]').click()
      await page.getByRole('dialog').locator('tbody tr').first().waitFor()
    },
  },
  {
    name: 'emulator-presets',
    path,
    prepare: (s) =>
      emulate(s, { faults: presetFaults('poor-network').map((one) => view(fault.parse(one), 'armed', 3)) }),
    after: async (page) => {
      await page.locator('[role=group] button').last().click()
    },
  },
  {
    name: 'emulator-editor',
    path,
    prepare: (s) => emulate(s),
    after: async (page) => {
      await page.locator('main header button').last().click()
      await page.getByRole('dialog').getByRole('textbox').fill('{"id": ')
      await page.getByRole('dialog').locator('button').last().click()
    },
  },
  {
    name: 'emulator-failed',
    path,
    prepare: (s) => {
      emulate(s)
      for (const route of [
        CONSOLE_API.emulatorClock.state,
        CONSOLE_API.emulatorFaults.list,
        CONSOLE_API.emulatorRuns.readCoverage,
      ])
        s.refuse(route, refusal('INTERNAL'))
    },
  },
  {
    name: 'emulator-not-started',
    path,
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.setup.ports, 200, setupPorts(false))
    },
  },
  { name: 'emulator-band-ahead', path: '/', prepare: (s) => emulate(s, { clock: ahead }) },
  { name: 'emulator-band', path: '/', prepare: (s) => emulate(s) },
  {
    name: 'emulator-band-viewer',
    path: '/',
    prepare: (s) => {
      emulate(s, { clock: hurried })
      s.signInAs({ view: true })
    },
  },
]
