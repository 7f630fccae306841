/** The room of users in every state. */
import { refusal } from '../../service/contract/refusal/refusal.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

const MINUTE = 60_000
const NAMES = [
  'Aiko Tanaka',
  'Ben Okafor',
  '佐藤 ひなた',
  'Chiara Rossi',
  'David Lindqvist',
  '田中 健',
  'Elena Petrova',
  'Farid Haddad',
]
const GRANTED = ['1111', '1100', '0110', '0100', '1110', '0000', '0111', '1100']

const users = (count: number) =>
  Array.from({ length: count }, (_, i) => {
    const [delivery, view, schedule, user] = [...(GRANTED[i % 8] ?? '')].map(Number)
    return {
      user_id: i + 1,
      name: i < 8 ? NAMES[i] : `${NAMES[i % 8] ?? ''} ${i}`,
      email: `${['aiko', 'ben', 'hinata', 'chiara', 'david', 'ken', 'elena', 'farid'][i % 8] ?? ''}${i < 8 ? '' : i}@studio.example`,
      is_master: i === 0,
      created_datetime: `2026-${String((i % 9) + 1).padStart(2, '0')}-14 09:30:00`,
      permissions: { delivery, view, schedule, user },
    }
  })

const CHAT = ['GET /api/chat', 'POST /api/chat']
const overview = (count: number) => ({
  activity: Array.from({ length: count }, (_, i) => i)
    .filter((i) => i % 4 !== 3)
    .map((i) => ({
      userId: i + 1,
      lastLoginAt: SCENE_NOW - (i * 700 + 90) * MINUTE,
      lastSeenAt: SCENE_NOW - (i * 690 + 1) * MINUTE,
      optionSessions: i % 3,
      consoleSessions: i % 2,
    })),
  grants: {
    delivery: ['GET /api/delivery', ...CHAT, 'operate'],
    view: ['GET /api/view', ...CHAT],
    schedule: ['POST /api/schedule', 'PATCH /api/schedule', 'DELETE /api/schedule'],
    user: ['GET /api/user', 'POST /api/user', 'PATCH /api/user', 'DELETE /api/user'],
  },
  accessCodeChangedAt: SCENE_NOW - 40 * 24 * 60 * MINUTE,
})

function show(s: StandIn, count = 8): void {
  s.show(mixed)
  s.answer(CONSOLE_API.option.listUsers, 200, users(count))
  s.answer(CONSOLE_API.users.overview, 200, overview(count))
  s.answer(CONSOLE_API.users.passwordRule, 200, { minLength: null })
  for (const id of [1, 2])
    s.answer(CONSOLE_API.users.sessions, 200, { sessions: openSessions(id) }, { params: { id: String(id) } })
}

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const openSessions = (userId: number) => [
  {
    ...{ id: '0c4f1d2e3a5b6978', kind: 'console', openedAt: SCENE_NOW - 3_600_000, isOwn: userId === 1 },
    ...{ expiresAt: SCENE_NOW + 82_800_000, remoteAddress: '127.0.0.1', client: BROWSER },
  },
  {
    ...{ id: '1c4f1d2e3a5b6978', kind: 'option', openedAt: SCENE_NOW - 7_200_000, isOwn: false },
    ...{ expiresAt: SCENE_NOW + 79_200_000, remoteAddress: '192.168.1.57', client: 'python-requests/2.32.5' },
  },
]

/** As it comes from a table program, with lines that are left out. */
const TABLE = [
  ['name', 'email', 'password', 'team'],
  ['Gil Moreno', 'gil@studio.example', '', 'Camera'],
  ['鈴木 さくら', 'sakura@studio.example', '', 'Sound'],
  ['Hana Novak', 'hana@studio.example', 'lion-17', ''],
  ['Ivo', 'ivo@studio', 'far too long', ''],
  ['Ben Okafor', 'ben@studio.example', '', ''],
  ['Jun', 'jun@studio.example', '', ''],
]
  .map((cells) => cells.join('\t'))
  .join('\n')

const cell = (column: number, row: number) =>
  `[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`

export const USERS_SCENES: readonly Scene[] = [
  { name: 'users', path: '/users', prepare: (s) => show(s) },
  { name: 'users-first', path: '/users', prepare: (s) => show(s, 1) },
  {
    name: 'users-changes',
    path: '/users',
    prepare: (s) => {
      show(s)
      s.refuse(CONSOLE_API.option.changeUser, refusal('PERMISSION_NEEDED', { permission: 'user' }))
    },
    after: async (page) => {
      for (const [column, row] of [
        [3, 3],
        [5, 4],
        [4, 6],
      ] as const)
        await page.locator(cell(column, row)).click()
      await page.keyboard.press('Control+s')
      await page.getByRole('region').getByRole('button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'users-head',
    path: '/users',
    prepare: (s) => show(s),
    after: async (page) => {
      await page.locator('[role=columnheader][aria-colindex="3"]').focus()
      await page.locator('[role=tooltip]').waitFor()
    },
  },
  {
    name: 'users-details',
    path: '/users?user=2',
    prepare: (s) => show(s),
    after: async (page) => page.locator('aside footer').waitFor(),
  },
  {
    name: 'users-details-self',
    path: '/users?user=1',
    prepare: (s) => show(s),
    after: async (page) => page.locator('aside footer').waitFor(),
  },
  {
    name: 'users-delete',
    path: '/users?user=2',
    prepare: (s) => show(s),
    after: async (page) => {
      await page.locator('aside footer button').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'users-gone',
    path: '/users?user=99',
    prepare: (s) => show(s),
  },
  {
    name: 'users-new',
    path: '/users?pane=new',
    prepare: (s) => show(s),
    after: async (page) => {
      await page.locator('aside input[type=email]').fill('nobody')
      await page.locator('aside form button[type=submit]').click()
    },
  },
  {
    name: 'users-new-made',
    path: '/users?pane=new',
    prepare: (s) => {
      show(s)
      s.answer(CONSOLE_API.option.createUser, 200, { ok: true, user_id: 9 })
    },
    after: async (page) => {
      const form = page.locator('aside form')
      await form.locator('input[type=email]').fill('gil@studio.example')
      await form.locator('input:not([type])').first().fill('Gil')
      await form.locator('input[autocomplete=new-password]').fill('lion-17')
      await form.locator('button[type=submit]').click()
      await page.locator('aside output').first().waitFor()
    },
  },
  { name: 'users-table', path: '/users?pane=many', prepare: (s) => show(s) },
  {
    name: 'users-table-read',
    path: '/users?pane=many',
    prepare: (s) => show(s),
    after: (page) => page.locator('aside textarea:visible').fill(TABLE),
  },
  {
    name: 'users-table-added',
    path: '/users?pane=many',
    prepare: (s) => {
      show(s)
      s.answer(CONSOLE_API.option.createUser, 200, { ok: true, user_id: 9 })
    },
    after: async (page) => {
      await page.locator('aside textarea:visible').fill(TABLE)
      await page.locator('aside footer button[type=submit]').click()
      await page.locator('aside output').nth(2).waitFor()
    },
  },
  {
    name: 'users-table-failed',
    path: '/users?pane=many',
    prepare: (s) => {
      show(s)
      s.refuse(CONSOLE_API.option.createUser, refusal('PERMISSION_NEEDED', { permission: 'user' }))
    },
    after: async (page) => {
      await page.locator('aside textarea:visible').fill(TABLE)
      await page.locator('aside footer button[type=submit]').click()
      await page.locator('aside section li').first().waitFor()
      await page.locator('aside footer').waitFor()
    },
  },
  { name: 'users-code', path: '/users?pane=code', prepare: (s) => show(s) },
  { name: 'users-own-password', path: '/users?pane=password', prepare: (s) => show(s) },
  {
    name: 'users-many',
    path: '/users',
    prepare: (s) => show(s, 10_000),
    after: async (page) => page.getByRole('grid').waitFor(),
  },
  { name: 'users-no-match', path: '/users?q=zzz', prepare: (s) => show(s) },
  {
    name: 'users-not-yours',
    path: '/users',
    prepare: (s) => {
      show(s)
      s.signInAs({ view: true })
    },
  },
  {
    name: 'users-failed',
    path: '/users',
    prepare: (s) => {
      show(s)
      s.answer(CONSOLE_API.option.listUsers, 500, {})
    },
    after: async (page) => page.getByRole('alert').waitFor(),
  },
]
