/**
 * Takes the pictures of the README from the running service: its first run with the demo data, a show that runs from an
 * encoder, with words in its chat, a test picture, and an endpoint that does not take its webhooks. Takes about four
 * minutes; nothing else should run on the computer.
 *   node test/e2e/readme-pictures.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { startEndpoint } from '../support/http-endpoint.ts'
import { startService } from '../support/service.ts'
import { callOption, login, loginMaster } from '../support/option-client.ts'
import { entryLink, makeChannel, small } from './fixture.ts'
import { plan } from './plan.ts'

const OUT = join(import.meta.dirname, '../../docs/images')
const TIMEOUT = { timeout: 120_000 }

const take = async (page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
  await page.mouse.move(0, 0)
  // Without loss, and half as large as PNG: they are in the npm package.
  await page.screenshot({ path: join(OUT, `${name}-${colorScheme}.webp`) })
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

const SHOW = 'Harbour live'
/** What is said in its chat, by whom. */
const WORDS = [
  ['Mina Sato', 'Sound is good in the hall.'],
  ['Jon Ek', 'Camera 2 is a little dark.'],
  ['Mina Sato', 'Better now, thanks!'],
  ['Jon Ek', '次の出演者、準備できました。'],
] as const

async function talk(scheduleId: string): Promise<void> {
  const { option_base_url: base, access_code } = service.ready
  const master = await loginMaster(service.ready)
  const tokens = new Map<string, string>()
  for (const [name, body] of WORDS) {
    if (!tokens.has(name)) {
      const user = {
        email: `${name.split(' ')[0]}@example.test`.toLowerCase(),
        password: 'tiger42',
      }
      const permissions = { delivery: false, view: true, schedule: false, user: false }
      const json = { name, ...user, ...permissions }
      const made = await callOption(base, 'POST', '/api/user', { token: master, json })
      if (made.status !== 200) throw new Error(made.text)
      tokens.set(name, await login(base, { ...user, access_code }))
    }
    const token = tokens.get(name)
    await callOption(base, 'POST', '/api/chat', { token, json: { schedule_id: scheduleId, body } })
  }
}

/** Light that wanders, as a camera at dusk has it, and a quiet sound. */
const PICTURE =
  'gradients=s=640x360:r=25:speed=0.004:c0=0x14213d:c1=0x2a6f97:c2=0xf4a261:c3=0xe76f51:n=4:x0=0:y0=0:x1=640:y1=360'
const SOUND = 'anoisesrc=a=0.05:c=pink'
const H264 = '-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 50 -b:v 600k -maxrate 700k -bufsize 700k'
const encode = (url: string) => {
  const sources = [PICTURE, SOUND].flatMap((source) => ['-re', '-f', 'lavfi', '-i', source])
  const codecs = `${H264} -c:a aac -b:a 96k`.split(' ')
  return spawn('ffmpeg', ['-loglevel', 'error', ...sources, ...codecs, '-f', 'flv', url])
}

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
const hook = `${endpoint.url}/hooks/live`
let encoder: ReturnType<typeof encode> | null = null
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
  const { id, url } = await makeChannel(service, { ...small, event_webhook_url: hook })
  await call(page, 'PATCH', `/channels/${id}`, { name: 'Field camera 2' })
  encoder = encode(url)
  const show = await plan(page, { name: SHOW, from: -1500, to: 3900 })
  await talk(show)
  for (const [index, [name, from, to]] of PLAN.entries()) {
    const day = dayOf(index + 1).replaceAll('-', '/')
    const times = { start_datetime: `${day} ${from}:00`, end_datetime: `${day} ${to}:00` }
    await call(page, 'POST', '/option/schedule', { name, ...times, service_params: [] })
  }
  await open('/studio')
  await page.getByRole('button', { name: 'Hold to go live' }).waitFor()
  await page.getByText('The engine answers').waitFor()
  await take(page, 'studio', 'dark')

  await open('/')
  await page.getByRole('listitem').getByRole('button', { name: 'Send test picture' }).click()
  await page.getByRole('list', { name: 'Channels on air' }).getByText('ON AIR').nth(2).waitFor(TIMEOUT)

  await open(`/schedules?date=${dayOf(3)}`)
  await page.locator('[data-state=planned]').first().waitFor()
  await take(page, 'schedules', 'light')

  await open(`/webhooks?url=${encodeURIComponent(hook)}`)
  await page.getByRole('row', { name: /connection\.created/ }).click()
  await page
    .getByRole('complementary', { name: 'Details of the webhook' })
    .getByText('"busy"')
    .waitFor(TIMEOUT)
  await take(page, 'webhooks', 'light')

  await open(`/channels/${id}?view=preview`)
  await playing(page, 75)
  await take(page, 'preview', 'light')

  await open(`/channels/${id}?view=health`)
  await page.getByRole('slider').waitFor()
  await take(page, 'health', 'dark')

  await open('/')
  // Thumbnails are drawn every few seconds.
  await page.locator('canvas[data-picture=shown]').nth(2).waitFor(TIMEOUT)
  await page.getByText(WORDS[3][1]).waitFor(TIMEOUT)
  await take(page, 'control-room', 'dark')
} finally {
  if (encoder?.exitCode === null) {
    encoder.kill('SIGINT')
    await once(encoder, 'exit')
  }
  await browser.close()
  await endpoint.close()
  await service.stop()
}
