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
}

const MEMBER = {
  user: {
    userId: 4,
    name: 'Chiara Rossi',
    email: 'chiara@studio.example',
    isMaster: false,
    permissions: { delivery: false, view: true, schedule: false, user: false },
  },
  system: { name: 'Demo studio', timeZone: 'Asia/Tokyo' },
}

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
      await page.locator('aside button[type=submit]').click()
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
      s.answer(CONSOLE_API.session.current, 200, MEMBER)
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
