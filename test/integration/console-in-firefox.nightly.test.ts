/** The console in Firefox, which opens it where that is a computer's usual browser. */
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEncoder } from '../e2e/encoder.ts'
import type { Encoder } from '../e2e/encoder.ts'
import { launchFirefox, whyNoFirefox } from '../support/firefox.ts'
import { callLive, createRtmpChannel, RENDITION_360 } from '../support/live-client.ts'
import { CREATE_HLS } from '../support/live-api.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

let service: RunningService
let encoder: Encoder
let browser: Browser
let page: Page
const thrown: string[] = []
beforeAll(async () => {
  if (whyNoFirefox !== null) return
  service = await startService()
  const { ingest_url: ingest } = await createRtmpChannel(service.ready, { hls: [RENDITION_360] })
  encoder = await startEncoder(ingest)
  browser = await launchFirefox()
  page = await browser.newPage()
  page.on('pageerror', (error) => thrown.push(String(error)))
})
afterAll(async () => {
  if (whyNoFirefox !== null) return
  await browser.close()
  await encoder.stop()
  await service.stop()
})

const go = (room: string) => page.goto(`${service.ready.console_page_url}/#/${room}`)
const seen = () => page.evaluate(() => document.body.innerText)

test.skipIf(whyNoFirefox !== null)('who signs in by the form sees what is on air, and it plays', async () => {
  const { email, password, access_code: accessCode } = service.ready
  await go('preview')
  await page.waitForSelector('form input')
  const fields = await page.$$('form input')
  for (const [i, value] of [email, password, accessCode].entries()) await fields[i]?.type(value)
  await page.keyboard.press('Enter')
  const played = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const before = await waitFor(played, 'a picture')
  await waitFor(async () => (await played()) > before + 3, 'three seconds of it')
  expect(thrown).toEqual([])
})

test.skipIf(whyNoFirefox !== null)('Studio goes live from it, and viewers have its picture', async () => {
  const settings = { hls: [RENDITION_360], encrypt_key_uri: '', auth_webhook_url: '', event_webhook_url: '' }
  await callLive(service.ready, CREATE_HLS, settings)
  await go('studio')
  const hold = await page.waitForSelector('xpath/.//button[contains(., "Hold to go live")]')
  await hold?.focus()
  await page.keyboard.down('Enter')
  await waitFor(async () => /VP8 480p, [1-9]\d* kbps/.test(await seen()), 'what goes up')
  await page.keyboard.up('Enter')
  expect(thrown).toEqual([])
})
