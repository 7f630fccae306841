/**
 * Takes the pictures of the README from the running service: its first run with the demo data, its test
 * picture and an encoder on air, and an endpoint that does not take its webhooks. Takes about two minutes.
 *   node test/e2e/readme-pictures.ts
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { startEndpoint } from '../support/http-endpoint.ts'
import { startService } from '../support/service.ts'
import { startEncoder } from './encoder.ts'
import { entryLink, makeChannel, small } from './fixture.ts'

const OUT = join(import.meta.dirname, '../../docs/images')
const TIMEOUT = { timeout: 120_000 }

const take = async (page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.mouse.move(0, 0)
  await page.screenshot({ path: join(OUT, `${name}-${colorScheme}.png`) })
  console.log(name)
}

async function playing(page: Page, seconds: number): Promise<void> {
  await page.locator('[data-status=ready]').waitFor(TIMEOUT)
  const start = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await page.waitForFunction(
    (until) => (document.querySelector('video')?.currentTime ?? 0) > until,
    start + seconds,
    TIMEOUT,
  )
}

/** As the console calls its service. */
const call = (page: Page, method: string, path: string, body: object): Promise<void> =>
  page.evaluate(
    async ([method, path, body]) => {
      const headers = { 'Content-Type': 'application/json' }
      const { ok, status } = await fetch(`/console/api${path}`, { method, headers, body })
      if (!ok) throw new Error(`${path}: ${status}`)
    },
    [method, path, JSON.stringify(body)] as const,
  )

/** A broadcast a day from tomorrow on, in the zone of the system. */
const PLAN = [
  ['Morning briefing', '09:00', '10:00'],
  ['Product launch', '11:00', '13:00'],
  ['社内勉強会', '14:00', '15:30'],
  ['Partner webinar', '10:00', '11:30'],
  ['Match day', '13:00', '15:30'],
  ['Evening concert', '18:00', '20:00'],
] as const
/** The day in Tokyo, `days` from today. */
const dayOf = (days: number) =>
  new Date(Date.now() + 9 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)

await mkdir(OUT, { recursive: true })
const service = await startService({ firstRun: true, args: ['--time-zone', 'Asia/Tokyo'] })
const endpoint = await startEndpoint((_request, response) => response.writeHead(503).end('{"busy":true}'))
const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) })
const page = await browser.newPage({
  viewport: { width: 1280, height: 800 },
  colorScheme: 'dark',
  timezoneId: 'Asia/Tokyo',
})
const open = (path: string) => page.goto(`${service.ready.console_page_url}/#${path}`)
const hook = { event_webhook_url: `${endpoint.url}/hooks/live` }
const { id, url } = await makeChannel(service, { ...small, ...hook })
const encoder = await startEncoder(url)
try {
  await page.goto(await entryLink(service))
  for (const title of ['Language and zone', 'First user', 'Choose ports']) {
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    if (title === 'Choose ports') await take(page, 'first-run', 'dark')
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await page.getByRole('radio', { name: /^Demo data/ }).check()
  await page.getByRole('button', { name: 'Open the control room' }).click()
  await page.getByRole('heading', { level: 1, name: 'Control room' }).waitFor()
  await call(page, 'PATCH', `/channels/${id}`, { name: 'Field camera 2' })
  for (const [index, [name, from, to]] of PLAN.entries()) {
    const day = dayOf(index + 1).replaceAll('-', '/')
    const times = { start_datetime: `${day} ${from}:00`, end_datetime: `${day} ${to}:00` }
    await call(page, 'POST', '/option/schedule', { name, ...times, service_params: [] })
  }
  await page.getByRole('list', { name: 'Channels on air' }).getByText('ON AIR').nth(1).waitFor(TIMEOUT)
  // Thumbnails are drawn every few seconds.
  await page.locator('canvas[data-picture=shown]').nth(1).waitFor(TIMEOUT)
  await take(page, 'control-room', 'dark')

  await open(`/schedules?date=${dayOf(3)}`)
  await page.locator('[data-state=planned]').first().waitFor()
  await take(page, 'schedules', 'light')

  await open('/studio')
  await page.getByRole('button', { name: 'Hold to go live' }).waitFor()
  await page.getByText('The engine answers').waitFor()
  await take(page, 'studio', 'dark')

  await open(`/webhooks?url=${encodeURIComponent(hook.event_webhook_url)}`)
  await page.getByRole('row', { name: /connection\.created/ }).click()
  await page
    .getByRole('complementary', { name: 'Details of the webhook' })
    .getByText('"busy"')
    .waitFor(TIMEOUT)
  await take(page, 'webhooks', 'light')

  await open(`/channels/${id}?view=preview`)
  await playing(page, 40)
  await take(page, 'preview', 'light')

  await open(`/channels/${id}?view=health`)
  await page.getByRole('slider').waitFor()
  await take(page, 'health', 'dark')
} finally {
  await encoder.stop()
  await browser.close()
  await endpoint.close()
  await service.stop()
}
