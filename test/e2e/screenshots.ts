/**
 * Takes every room and state of the console in both themes and languages into out/screenshots/.
 *   node test/e2e/screenshots.ts [part of a name …]
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from '@playwright/test'
import type { WebhookAttempt } from '../../service/contract/console/webhooks.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { failingOf } from '../support/console-views.ts'
import {
  accessTokens,
  fieldCamera,
  many,
  mixed,
  packaging,
  refused,
  SCENE_NOW,
  townHall,
  unusable,
  waiting,
  webRtcClients,
  webRtcHls,
  webRtcOnAir,
  webRtcPlain,
} from '../support/console-scenes.ts'
import {
  denied,
  deniedDetail,
  endpointFigures,
  givenUp,
  givenUpDetail,
  manyWebhooks,
  retrying,
  retryingDetail,
  webhookEndpoints,
  webhooks,
} from '../support/console-webhook-scenes.ts'
import { AUDIT_SCENES } from './audit-scenes.ts'
import { ACCESS_SCENES } from './access-scenes.ts'
import { ALARM_SCENES } from './alarm-scenes.ts'
import { CHANNEL_LIST_SCENES } from './channel-list-scenes.ts'
import { CONTROL_ROOM_SCENES } from './control-room-scenes.ts'
import { SCHEDULES_SCENES } from './schedules-scenes.ts'
import { PREVIEW_SCENES } from './preview-scenes.ts'
import { CHAT_SCENES } from './chat-scenes.ts'
import { LIMITED_SCENES } from './limited-scenes.ts'
import { STUDIO_SCENES } from './studio-scenes.ts'
import { USERS_SCENES } from './users-scenes.ts'
import { FIRST_RUN_SCENES } from './first-run-scenes.ts'
import { SETTINGS_SCENES } from './settings-scenes.ts'
import { REQUESTS_SCENES } from './requests-scenes.ts'
import { CATCHER_SCENES } from './catcher-scenes.ts'
import { COMPUTER_SCENES } from './computer-scenes.ts'
import { DESTINATION_SCENES } from './destination-scenes.ts'
import { EMULATOR_SCENES } from './emulator-scenes.ts'
import { HEALTH_SCENES } from './health-scenes.ts'
import { LOW_LATENCY_SCENES } from './low-latency-scenes.ts'
import { OBS_SCENES } from './obs-scenes.ts'
import { offerUpdates, UPDATES_SCENES } from './updates-scenes.ts'
import { RECORDING_SCENES } from './recording-scenes.ts'
import type { Scene } from './scene.ts'
import { STOPPED_SCENES } from './stopped-scenes.ts'

const OUT = join(import.meta.dirname, '../../out/screenshots')

function showTokens(s: StandIn): void {
  s.show(mixed)
  s.answer(CONSOLE_API.accessTokens.list, 200, { accessTokens })
  s.answer(CONSOLE_API.accessTokens.create, 200, {
    id: '6B20C4E9KQ5T0C3N8X6W4E1R9Y',
    token: 'zq3Yx0d8b7cVt1sLkP5wR2mN9uHjE6aGfQiTnXoUy4M',
  })
}

function showWebhooks(s: StandIn, events = webhooks, before: number | null = null): void {
  s.show(mixed, { webhooks: failingOf(webhookEndpoints) })
  s.answer(CONSOLE_API.webhooks.list, 200, { events, before })
  s.answer(CONSOLE_API.webhooks.endpoints, 200, { endpoints: webhookEndpoints })
  s.answer(CONSOLE_API.webhooks.endpoint, 200, endpointFigures)
  s.answer(CONSOLE_API.webhooks.givenUp, 200, { count: 1204, underWay: 0 })
  for (const detail of [retryingDetail, givenUpDetail, deniedDetail])
    s.answer(CONSOLE_API.webhooks.find, 200, detail, { params: { id: detail.id } })
}

export const SCENES: readonly Scene[] = [
  { name: 'sign-in', path: '/', prepare: (s) => (s.signedIn = false) },
  {
    name: 'sign-in-errors',
    path: '/',
    prepare: (s) => (s.signedIn = false),
    after: async (page) => {
      await page.locator('input[type=email]').fill('aiko@')
      await page.locator('button[type=submit]').click()
    },
  },
  { name: 'channels-empty', path: '/channels', prepare: (s) => s.show([]) },
  {
    name: 'channels',
    path: '/channels',
    prepare: (s) => s.show(mixed, { webhooks: failingOf(webhookEndpoints) }),
  },
  {
    name: 'channels-many',
    path: '/channels?q=Channel',
    prepare: (s) => s.show(many(10_000)),
    after: (page) => page.getByRole('grid').waitFor(),
  },
  { name: 'channels-no-match', path: '/channels?q=zzz', prepare: (s) => s.show(mixed) },
  {
    name: 'channels-away',
    path: '/channels',
    prepare: (s) => s.show(mixed),
    after: async (page, s) => {
      s.away(true)
      await page.getByRole('alert').waitFor()
    },
  },
  ...CHANNEL_LIST_SCENES,
  ...ACCESS_SCENES,
  ...LOW_LATENCY_SCENES,
  { name: 'new-channel', path: '/channels/new', prepare: (s) => s.show([]) },
  {
    name: 'new-channel-errors',
    path: '/channels/new',
    prepare: (s) => s.show([]),
    after: async (page) => {
      await page.locator('main button[aria-expanded]').click()
      await page.locator('fieldset input[type=text]').nth(0).fill('100')
      await page.locator('fieldset input[type=text]').nth(4).fill('100000')
      await page.locator('button[type=submit]').click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'detail-waiting', path: `/channels/${waiting.channelId}`, prepare: (s) => s.show([waiting]) },
  ...OBS_SCENES,
  { name: 'detail-refused', path: `/channels/${refused.channelId}`, prepare: (s) => s.show([refused]) },
  { name: 'detail-unusable', path: `/channels/${unusable.channelId}`, prepare: (s) => s.show([unusable]) },
  { name: 'detail-packaging', path: `/channels/${packaging.channelId}`, prepare: (s) => s.show([packaging]) },
  { name: 'detail-webrtc', path: `/channels/${webRtcHls.channelId}`, prepare: (s) => s.show([webRtcHls]) },
  {
    name: 'detail-webrtc-plain',
    path: `/channels/${webRtcPlain.channelId}`,
    prepare: (s) => s.show([webRtcPlain]),
  },
  {
    name: 'detail-webrtc-clients',
    path: `/channels/${webRtcClients.channelId}`,
    prepare: (s) => s.show([webRtcClients], { sfu: ['running', 'running'] }),
  },
  {
    name: 'detail-webrtc-on-air',
    path: `/channels/${webRtcOnAir.channelId}`,
    prepare: (s) => s.show([webRtcOnAir]),
  },
  {
    name: 'detail-webrtc-connections',
    path: `/channels/${webRtcOnAir.channelId}?view=connections`,
    prepare: (s) => s.show([webRtcOnAir]),
  },
  {
    name: 'detail-webrtc-restart',
    path: `/channels/${webRtcClients.channelId}`,
    prepare: (s) => s.show([webRtcClients], { sfu: ['running', 'running'] }),
    after: async (page) => {
      await page.getByRole('button', { name: /^(Restart environment|環境を再起動)…$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'new-channel-webrtc', path: '/channels/new?kind=webrtc', prepare: (s) => s.show([]) },
  { name: 'new-channel-webrtc-hls', path: '/channels/new?kind=webrtc-hls', prepare: (s) => s.show([]) },
  { name: 'detail-on-air', path: `/channels/${townHall.channelId}`, prepare: (s) => s.show(mixed) },
  { name: 'detail-findings', path: `/channels/${fieldCamera.channelId}`, prepare: (s) => s.show(mixed) },
  {
    name: 'detail-preview',
    path: `/channels/${townHall.channelId}?view=preview`,
    prepare: (s) => s.show(mixed),
  },
  {
    name: 'detail-connections',
    path: `/channels/${townHall.channelId}?view=connections`,
    prepare: (s) => s.show(mixed),
  },
  {
    name: 'detail-delete',
    path: `/channels/${townHall.channelId}`,
    prepare: (s) => s.show(mixed),
    after: async (page) => {
      await page.locator('header [aria-haspopup=menu]').last().click()
      await page.getByRole('menuitem').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'api', path: '/developer/api', prepare: (s) => s.show(mixed) },
  {
    name: 'api-schedule',
    path: '/developer/api?op=option.postSchedule',
    prepare: (s) => s.show(mixed),
  },
  { name: 'api-channel', path: '/developer/api?op=live.CreateRTMPChannel', prepare: (s) => s.show(mixed) },
  { name: 'api-webhook', path: '/developer/api?op=webhooks.eventWebhook', prepare: (s) => s.show(mixed) },
  {
    name: 'api-search',
    path: '/developer/api?q=schedule',
    prepare: (s) => s.show(mixed),
  },
  { name: 'api-no-match', path: '/developer/api?q=zzz', prepare: (s) => s.show(mixed) },
  { name: 'api-unknown', path: '/developer/api?op=option.none', prepare: (s) => s.show(mixed) },
  {
    name: 'api-failed',
    path: '/developer/api',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.documents.live, 500, {})
    },
  },
  { name: 'tokens', path: '/developer/tokens', prepare: showTokens },
  {
    name: 'tokens-empty',
    path: '/developer/tokens',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.accessTokens.list, 200, { accessTokens: [] })
    },
  },
  {
    name: 'tokens-failed',
    path: '/developer/tokens',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.accessTokens.list, 500, {})
    },
  },
  {
    name: 'tokens-made',
    path: '/developer/tokens',
    prepare: showTokens,
    after: async (page) => {
      await page.locator('header button[data-variant=filled]').click()
      await page.getByRole('dialog').locator('input').fill('match-day')
      await page.getByRole('dialog').locator('button[type=submit]').click()
      await page.getByRole('dialog').locator('output').waitFor()
    },
  },
  { name: 'webhooks', path: '/webhooks', prepare: (s) => showWebhooks(s) },
  { name: 'webhooks-retrying', path: `/webhooks?event=${retrying.id}`, prepare: (s) => showWebhooks(s) },
  { name: 'webhooks-given-up', path: `/webhooks?event=${givenUp.id}`, prepare: (s) => showWebhooks(s) },
  { name: 'webhooks-denied', path: `/webhooks?event=${denied.id}`, prepare: (s) => showWebhooks(s) },
  {
    name: 'webhooks-unknown',
    path: `/webhooks?event=${townHall.channelId}`,
    prepare: (s) => {
      showWebhooks(s)
      s.answer(CONSOLE_API.webhooks.find, 404, { ok: false }, { params: { id: townHall.channelId } })
    },
  },
  {
    name: 'webhooks-new',
    path: `/webhooks?event=${retrying.id}`,
    prepare: (s) => showWebhooks(s, manyWebhooks(90).slice(2), 300),
    after: async (page, s) => {
      await page.getByRole('grid').waitFor()
      showWebhooks(s, manyWebhooks(90), 300)
      await page.getByRole('button', { name: /^2 new$|^新着 2 件$/ }).waitFor()
    },
  },
  {
    name: 'webhooks-facets',
    path: '/webhooks?state=dead&url=http://127.0.0.1:3000/hooks/live',
    prepare: (s) => showWebhooks(s, [givenUp]),
    after: async (page) => {
      const folded = page.getByRole('button', { name: /^(Filters|絞り込み)/ })
      if (await folded.isVisible()) await folded.click()
    },
  },
  {
    name: 'webhooks-redeliver-all',
    path: '/webhooks',
    prepare: (s) => {
      showWebhooks(s)
    },
    after: async (page) => {
      await page.getByRole('button', { name: /^(Redeliver all|再送終了分をすべて)/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'webhooks-redelivering',
    path: '/webhooks',
    prepare: (s) => {
      showWebhooks(s)
      s.answer(CONSOLE_API.webhooks.givenUp, 200, { count: 0, underWay: 798 })
    },
    after: async (page) => {
      await page.getByRole('button', { name: /^(Redeliver all|再送終了分をすべて)/ }).click()
      await page.getByRole('button', { name: /^(Stop|中止)$/ }).waitFor()
    },
  },
  {
    name: 'webhooks-forwarded',
    path: `/webhooks?event=${retrying.id}`,
    prepare: (s) => {
      showWebhooks(s)
      const { number: _, askedBy: __, ...attempt } = retryingDetail.attemptsMade[0] as WebhookAttempt
      s.answer(CONSOLE_API.webhooks.forward, 200, attempt, { params: { id: retrying.id } })
    },
    after: async (page) => {
      await page.getByRole('button', { name: /^(Send a copy|複製を送信)/ }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Send|送信)$/ })
        .click()
      await page.getByRole('dialog').getByRole('status').waitFor()
    },
  },
  { name: 'webhooks-empty', path: '/webhooks', prepare: (s) => showWebhooks(s, []) },
  { name: 'webhooks-no-match', path: '/webhooks?q=zzz', prepare: (s) => showWebhooks(s, []) },
  {
    name: 'webhooks-failed',
    path: '/webhooks',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.webhooks.list, 500, {})
    },
  },
  { name: 'webhook-endpoints', path: '/webhooks/endpoints', prepare: (s) => showWebhooks(s) },
  {
    name: 'webhook-endpoints-failed',
    path: '/webhooks/endpoints',
    prepare: (s) => {
      s.show(mixed)
      s.answer(CONSOLE_API.webhooks.endpoints, 500, {})
    },
  },
  ...CATCHER_SCENES,
  ...COMPUTER_SCENES,
  ...RECORDING_SCENES,
  ...HEALTH_SCENES,
  ...CONTROL_ROOM_SCENES,
  ...ALARM_SCENES,
  ...SCHEDULES_SCENES,
  ...PREVIEW_SCENES,
  ...CHAT_SCENES,
  ...STUDIO_SCENES,
  ...LIMITED_SCENES,
  ...USERS_SCENES,
  ...FIRST_RUN_SCENES,
  ...SETTINGS_SCENES,
  ...EMULATOR_SCENES,
  ...AUDIT_SCENES,
  ...UPDATES_SCENES,
  ...REQUESTS_SCENES,
  ...DESTINATION_SCENES,
  ...STOPPED_SCENES,
  {
    name: 'palette',
    path: '/channels',
    prepare: (s) => s.show(mixed),
    after: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'shortcuts',
    path: '/channels',
    prepare: (s) => s.show(mixed),
    after: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'preferences',
    path: '/channels',
    prepare: (s) => s.show(mixed),
    after: async (page) => {
      await page.locator('header [aria-haspopup=dialog]').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
]

export type Look = { readonly scheme: 'light' | 'dark'; readonly language: 'en' | 'ja' }

/** A page for scenes of one look, with a clock that stands at {@link SCENE_NOW} and no motion. */
export async function openStage(context: BrowserContext, look: Look): Promise<Page> {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: look.scheme, reducedMotion: 'reduce' })
  await page.clock.setFixedTime(SCENE_NOW)
  await page.addInitScript((language) => {
    if (location.protocol === 'about:') return
    sessionStorage.clear()
    localStorage.clear()
    localStorage.setItem(
      'airdesk.preferences',
      JSON.stringify({ state: { language, showFigures: true }, version: 0 }),
    )
  }, look.language)
  return page
}

/** Shows a scene in place of the one before: what the page has loaded and compiled it need not again. */
export async function openScene(page: Page, standIn: StandIn, scene: Scene): Promise<void> {
  // An address that differs behind its # only is not loaded anew.
  await page.goto('about:blank')
  await page.unrouteAll()
  standIn.reset()
  scene.prepare(standIn)
  const bridge = scene.updates && (await page.addInitScript(offerUpdates, scene.updates))
  await page.goto(`${standIn.url}/#${scene.path}`)
  await bridge?.dispose()
  await page.locator('h1').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  await scene.after?.(page, standIn)
  await settled(page)
}

/** Waits until nothing fades or slides any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
}

const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 800 },
] as const

async function main(wanted: readonly string[]): Promise<void> {
  await mkdir(OUT, { recursive: true })
  const executablePath = findChromium()
  const browser = await chromium.launch({
    args: CHROMIUM_FLAGS,
    ...(executablePath ? { executablePath } : {}),
  })
  const standIn = await startConsoleStandIn(() => SCENE_NOW)
  for (const viewport of SIZES) {
    for (const scheme of ['dark', 'light'] as const) {
      for (const language of ['en', 'ja'] as const) {
        const context = await browser.newContext({ viewport })
        const page = await openStage(context, { scheme, language })
        for (const scene of SCENES) {
          const name = `${scene.name}-${scheme}-${language}-${viewport.width}`
          if (wanted.length > 0 && !wanted.some((part) => name.includes(part))) continue
          await openScene(page, standIn, scene)
          await page.screenshot({ path: join(OUT, `${name}.png`) })
          console.log(name)
        }
        await context.close()
      }
    }
  }
  await browser.close()
  await standIn.close()
}

if (process.argv[1] === import.meta.filename) await main(process.argv.slice(2))
