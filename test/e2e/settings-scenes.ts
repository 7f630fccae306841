import { refusal } from '../../service/contract/refusal/refusal.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { QuotaView } from '../../service/contract/console/quotas.ts'
import type { Snapshot } from '../../service/contract/console/state.ts'
import { DEFAULT_QUOTAS, QUOTA_NAMES } from '../../service/contract/quotas.ts'
import type { QuotaLimits } from '../../service/contract/quotas.ts'
import type { Diagnostics } from '../../service/contract/console/diagnostics.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import { setupPorts } from './first-run-scenes.ts'
import type { Scene } from './scene.ts'

const DIAGNOSTICS: Diagnostics = {
  madeAt: SCENE_NOW,
  application: { version: '0.1.0', node: 'v24.21.0', platform: 'linux', arch: 'x64', uptime: 754_000 },
  settings: {
    ...{ dataDir: '/home/aiko/.local/share/airdesk', host: '127.0.0.1', portMode: 'next' },
    ...{ portOverrides: {}, logLevel: 'warn', overloadAt: 0.85, azblobEndpoint: null, gsEndpoint: null },
  },
  log: ['{"level":30,"msg":"ready"}', '{"level":40,"channelId":"7F3A…","msg":"no signal"}'],
}

function settle(s: StandIn, ports = setupPorts(false)): void {
  s.show(mixed)
  s.answer(CONSOLE_API.setup.ports, 200, ports)
  s.answer(CONSOLE_API.system.read, 200, {
    name: 'Demo studio',
    timeZone: 'Asia/Tokyo',
    passwordMinLength: null,
  })
  s.answer(CONSOLE_API.system.webhookSecret, 200, {
    webhookSecret: 'whsec_c2NlbmUgb25seSBub3QgYSByZWFs',
  })
  s.answer(CONSOLE_API.installation.origins, 200, {
    origins: ['http://localhost:3000', 'https://app.example'],
  })
  s.answer(CONSOLE_API.lowLatency.readInstallation, 200, { on: true })
  s.answer(CONSOLE_API.installation.recordingFolders, 200, {
    fixed: ['file:///home/aiko/.local/share/airdesk/archive'],
    folders: ['file:///mnt/%E9%8C%B2%E7%94%BB', 'file:///srv/recordings'],
  })
  s.answer(CONSOLE_API.installation.diagnostics, 200, DIAGNOSTICS)
  s.answer(CONSOLE_API.installation.systems, 200, {
    systems: ['Demo studio', '大阪支社', 'Staging'].map((name, i) => ({
      ...{ id: String(i), name, timeZone: i === 2 ? 'UTC' : 'Asia/Tokyo' },
      ...{ createdAt: SCENE_NOW - 86_400_000 * (9 - i), users: 7 - i, channels: 4 * i },
      reach: i === 1 ? ('network' as const) : i === 2 ? ('public' as const) : ('computer' as const),
    })),
  })
}

/** Of a user who is no master. */
function asOperator(s: StandIn): void {
  settle(s)
  s.signInAs({ delivery: true, view: true, schedule: true })
}

const BASE = '7'.repeat(26)
const COUNTS = { systems: 1, users: 7, channels: 12, schedules: 9, recordings: 31 }
const SNAPSHOTS: readonly Snapshot[] = [
  { id: '6'.repeat(26), name: 'before-restore', automatic: true },
  { id: BASE, name: 'base', automatic: false },
  { id: '8'.repeat(26), name: '本番前のリハーサル用', automatic: false },
].map((known, i) => ({
  ...known,
  of: 'own',
  createdAt: SCENE_NOW - 3_600_000 * (20 * i + 1),
  bytes: 262_144 * (3 - i),
  counts: { ...COUNTS, channels: 12 - 3 * i },
}))

function settleState(s: StandIn, snapshots = SNAPSHOTS, onAir: readonly string[] = []): void {
  settle(s)
  s.answer(CONSOLE_API.state.read, 200, { now: COUNTS, snapshots, onAir: { channels: onAir, others: 0 } })
  const counts = {
    chat: 412,
    recordings: 31,
    schedules: 9,
    channels: 3,
    users: 6,
    webhooks: 1204,
    incidents: 3,
    catchers: 2,
  }
  s.answer(CONSOLE_API.state.readReset, 200, { counts: { ...counts, requests: null }, onAir })
}

const USED: QuotaLimits = {
  ...{
    channels: 120,
    schedules: 38,
    users: 12,
    tokens: 3,
    destinations: 2,
    exports: 0,
    webhooks: 9,
    calls: 412,
  },
}
/** @param own null for the first system, which has no limits */
const quotasOf = (used: Partial<QuotaLimits>, own: Partial<QuotaLimits> | null): QuotaView =>
  Object.fromEntries(
    QUOTA_NAMES.map((name) => {
      const standard = own && DEFAULT_QUOTAS[name]
      const set = own?.[name] ?? null
      return [name, { used: used[name] ?? USED[name], limit: set ?? standard, own: set, standard }]
    }),
  ) as QuotaView

/** @param count of systems */
function settleQuotas(s: StandIn, count = 3): void {
  settle(s)
  const full = { channels: 200, webhooks: 10_000, users: 31 }
  const systems = [
    { name: 'Demo studio', quotas: quotasOf({ channels: 2412 }, null) },
    { name: '大阪支社', quotas: quotasOf({}, {}) },
    { name: 'Staging', quotas: quotasOf(full, { channels: 200, users: 25, calls: 60 }) },
  ].map((system, i) => ({ id: String(i).repeat(26), ...system }))
  s.answer(CONSOLE_API.quotas.list, 200, { systems: systems.slice(0, count) })
}

/** Of a master of a further system. */
function asFurtherMaster(s: StandIn): void {
  settle(s)
  s.refuse(CONSOLE_API.setup.ports, refusal('OWNERS_ONLY'))
  s.answer(CONSOLE_API.quotas.read, 200, quotasOf({ webhooks: 10_000 }, { channels: 200 }))
}

const at = (section: string) => `/settings?section=${section}`

export const SETTINGS_SCENES: readonly Scene[] = [
  { name: 'settings-general', path: '/settings', prepare: (s) => settle(s) },
  { name: 'settings-general-operator', path: '/settings', prepare: asOperator },
  { name: 'settings-service', path: at('service'), prepare: (s) => settle(s, setupPorts(true)) },
  { name: 'settings-service-operator', path: at('service'), prepare: asOperator },
  {
    name: 'settings-service-failed',
    path: at('service'),
    prepare: (s) => {
      settle(s)
      s.refuse(CONSOLE_API.installation.origins, refusal('INTERNAL'))
    },
  },
  { name: 'settings-systems', path: at('systems'), prepare: (s) => settle(s) },
  {
    name: 'settings-systems-new',
    path: at('systems'),
    prepare: (s) => settle(s),
    after: async (page) => {
      await page.locator('main section button').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'settings-quotas', path: at('quotas'), prepare: (s) => settleQuotas(s) },
  { name: 'settings-quotas-empty', path: at('quotas'), prepare: (s) => settleQuotas(s, 1) },
  { name: 'settings-quotas-further', path: at('quotas'), prepare: asFurtherMaster },
  {
    name: 'settings-quotas-failed',
    path: at('quotas'),
    prepare: (s) => {
      settle(s)
      s.refuse(CONSOLE_API.quotas.list, refusal('INTERNAL'))
    },
  },
  {
    name: 'settings-quotas-refused',
    path: at('quotas'),
    prepare: (s) => settleQuotas(s),
    after: async (page) => {
      const fields = page.locator('main form').first().getByRole('textbox')
      await fields.first().fill('0')
      await fields.nth(1).fill('12000')
    },
  },
  { name: 'settings-notifications', path: at('notifications'), prepare: (s) => settle(s) },
  { name: 'settings-shortcuts', path: at('shortcuts'), prepare: (s) => settle(s) },
  { name: 'settings-storage', path: at('storage'), prepare: (s) => settle(s) },
  { name: 'settings-data', path: at('data'), prepare: (s) => settleState(s) },
  { name: 'settings-data-empty', path: at('data'), prepare: (s) => settleState(s, []) },
  { name: 'settings-data-operator', path: at('data'), prepare: asOperator },
  {
    name: 'settings-data-failed',
    path: at('data'),
    prepare: (s) => {
      settleState(s)
      s.refuse(CONSOLE_API.state.read, refusal('INTERNAL'))
    },
  },
  {
    name: 'settings-data-restore',
    path: at('data'),
    prepare: (s) => {
      settleState(s)
      s.refuse(CONSOLE_API.state.restore, refusal('STATE_NEWER', { found: 9, known: 6 }), {
        params: { id: BASE },
      })
    },
    after: async (page) => {
      await page.locator('tbody tr', { hasText: 'base' }).locator('button').first().click()
      // The button takes nothing in its first second.
      const refused = () => {
        const dialog = document.querySelector('[role=dialog]')
        if (dialog?.querySelector('[role=alert]')) return true
        if (dialog) [...dialog.querySelectorAll('button')].at(-1)?.click()
        return false
      }
      await page.getByRole('dialog').waitFor()
      await page.waitForFunction(refused, null, { polling: 200 })
    },
  },
  {
    name: 'settings-data-reset',
    path: at('data'),
    prepare: (s) => settleState(s, undefined, ['Gate']),
    after: async (page) => {
      for (const kind of [0, 1, 4, 7]) await page.getByRole('checkbox').nth(kind).check()
      await page.getByRole('checkbox').nth(7).scrollIntoViewIfNeeded()
    },
  },
  { name: 'settings-privacy', path: at('privacy'), prepare: (s) => settle(s) },
  { name: 'settings-about', path: at('about'), prepare: (s) => settle(s) },
]
