import { Webhook } from 'standardwebhooks'
import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { caught, caughtDetail, catchers } from '../support/console-catcher-scenes.ts'
import { retryingDetail } from '../support/console-webhook-scenes.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import type { Scene } from './scene.ts'

/** The one of the specification. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const { list, requests: caughtBy, request: caughtOne } = CONSOLE_API.catchers

function showCatchers(s: StandIn, requests = caught): void {
  s.show(mixed)
  s.answer(list, 200, { catchers })
  for (const { name } of catchers) s.answer(caughtBy, 200, { requests }, { params: { name } })
  const params = { name: 'live', sequence: caughtDetail.sequence }
  s.answer(caughtOne, 200, caughtDetail, { params })
  s.answer(CONSOLE_API.webhooks.find, 200, retryingDetail, { params: { id: retryingDetail.id } })
}

const secretOf = (page: Page) => page.locator('main input[type=password]')

export const CATCHER_SCENES: readonly Scene[] = [
  { name: 'catcher', path: '/webhooks/catcher?name=live', prepare: (s) => showCatchers(s) },
  {
    name: 'catcher-request',
    path: `/webhooks/catcher?name=live&request=${caughtDetail.sequence}`,
    prepare: (s) => showCatchers(s),
    after: async (page) => {
      await page.locator('aside footer').waitFor()
    },
  },
  {
    name: 'catcher-nothing-arrived',
    path: '/webhooks/catcher?name=slow-and-broken-for-the-big-rehearsal',
    prepare: (s) => showCatchers(s, []),
  },
  {
    name: 'catcher-new',
    path: '/webhooks/catcher',
    prepare: (s) => showCatchers(s),
    after: async (page) => {
      await page.keyboard.press('n')
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await page.locator('[aria-invalid=true]').waitFor()
    },
  },
  {
    name: 'catcher-edit',
    path: '/webhooks/catcher?name=slow-and-broken-for-the-big-rehearsal',
    prepare: (s) => showCatchers(s),
    after: async (page) => {
      await page.getByRole('button', { name: /^(Edit|編集)$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'catcher-empty',
    path: '/webhooks/catcher',
    prepare: (s) => s.show(mixed),
  },
  {
    name: 'catcher-loading',
    path: '/webhooks/catcher',
    prepare: (s) => s.show(mixed),
    after: async (page) => {
      await page.route('**/console/api/catchers', () => undefined)
      await page.reload()
      await page.getByRole('status', { name: /^(Loading catchers|キャッチャーを読み込み中)$/ }).waitFor()
    },
  },
  {
    name: 'catcher-failed',
    path: '/webhooks/catcher',
    prepare: (s) => {
      s.show(mixed)
      s.answer(list, 500, {})
    },
    after: async (page) => {
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'verify', path: '/webhooks/verify', prepare: (s) => showCatchers(s) },
  {
    name: 'verify-changed',
    path: `/webhooks/verify?event=${retryingDetail.id}`,
    prepare: (s) => showCatchers(s),
    after: async (page) => {
      await secretOf(page).fill(SECRET)
    },
  },
  {
    name: 'verify-valid',
    path: '/webhooks/verify',
    prepare: (s) => showCatchers(s),
    after: async (page) => {
      const { id, body } = retryingDetail
      const at = new Date(SCENE_NOW)
      const headers = [
        `webhook-id: ${id}`,
        `webhook-timestamp: ${Math.floor(SCENE_NOW / 1000)}`,
        `webhook-signature: ${new Webhook(SECRET).sign(id, at, body)}`,
      ]
      await page.locator('main textarea').first().fill(headers.join('\n'))
      await page.locator('main textarea:not([aria-hidden])').last().fill(body)
      await secretOf(page).fill(SECRET)
    },
  },
]
