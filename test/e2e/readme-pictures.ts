/**
 * Takes the pictures of the README from the running service with its test picture on air.
 *   node test/e2e/readme-pictures.ts
 */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { startService } from '../support/service.ts'
import { entryLink, makeChannel } from './fixture.ts'

const OUT = join(import.meta.dirname, '../../docs/images')

async function playing(page: Page, seconds: number): Promise<void> {
  await page.locator('[data-status=ready]').waitFor({ timeout: 30_000 })
  const start = await page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)
  await page.waitForFunction(
    (until) => (document.querySelector('video')?.currentTime ?? 0) > until,
    start + seconds,
    { timeout: 90_000 },
  )
}

await mkdir(OUT, { recursive: true })
const service = await startService({ args: ['--time-zone', 'Asia/Tokyo'] })
const executablePath = findChromium()
const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath ? { executablePath } : {}) })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' })
  await page.goto(entryLink(service))
  await page.getByRole('button', { name: /^Use the test picture/ }).click()
  await playing(page, 6)
  await page.screenshot({ path: join(OUT, 'channel-dark.png') })

  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('tab', { name: 'Preview' }).click()
  await playing(page, 40)
  await page.screenshot({ path: join(OUT, 'preview-light.png') })

  await makeChannel(service)
  const { id } = await makeChannel(service)
  await page.goto(`${service.ready.console_url}/#/channels/${id}`)
  await page.getByRole('heading', { name: 'Waiting for your encoder' }).waitFor()
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.mouse.move(640, 700)
  await page.screenshot({ path: join(OUT, 'waiting-dark.png') })
} finally {
  await browser.close()
  await service.stop()
}
