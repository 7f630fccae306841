/**
 * Clients of the vendor's SDK in Chromium connect to the real service, wait for a picture's first packet and
 * leave, again and again. Exits with 1 where one failed.
 *
 *   node test/soak/connects.ts --connects 1000 --parallel 4
 */
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { WEBRTC_FLAGS, findChromium } from '../../scripts/lib/chromium.mjs'
import { callLive } from '../support/live-client.ts'
import { startService } from '../support/service.ts'
import type { Churned, ClientRequest } from '../webrtc/page/clients.ts'
import { startSite } from '../webrtc/site.ts'

const { values } = parseArgs({
  options: {
    connects: { type: 'string', default: '1000' },
    parallel: { type: 'string', default: '4' },
    codec: { type: 'string', default: 'VP8' },
  },
})
/** A page keeps something of each connection; a new one begins with none. */
const PER_PAGE = 100

const service = await startService()
const site = await startSite()
const executablePath = findChromium()
const browser = await chromium.launch({
  args: WEBRTC_FLAGS,
  ...(executablePath !== undefined && { executablePath }),
})
const openPage = async () => {
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.waitForFunction(() => 'clients' in window)
  return page
}
const all: Churned = { times: [], failures: [] }
try {
  const { channel_id: channelId } = await callLive(
    service.ready,
    'Service_20200316.CreateMultistreamChannel',
    { auth_webhook_url: '', event_webhook_url: '' },
  )
  const request: ClientRequest = {
    url: service.ready.signaling_url,
    role: 'sendonly',
    channelId,
    options: { videoCodecType: values.codec as 'VP8' },
    media: { audio: true, video: { width: 320, height: 180 } },
  }
  const text = JSON.stringify(request)
  const sender = await openPage()
  await sender.evaluate((r) => window.clients.open('sender', JSON.parse(r) as ClientRequest), text)
  for (let done = 0; done < Number(values.connects); done += PER_PAGE) {
    const count = Math.min(PER_PAGE, Number(values.connects) - done)
    const page = await openPage()
    const { times, failures } = await page.evaluate(
      ([r, n, parallel]) =>
        window.clients.churn({ ...(JSON.parse(r) as ClientRequest), options: {} }, n, parallel),
      [text, count, Number(values.parallel)] as const,
    )
    await page.close()
    all.times.push(...times)
    all.failures.push(...failures)
  }
} finally {
  await browser.close()
  site.close()
  await service.stop()
}
const sorted = all.times.toSorted((a, b) => a - b)
const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? NaN).toFixed(0)
console.log(
  `${sorted.length} connected, ${all.failures.length} failed; ms to the first packet of a picture: ` +
    `p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(0.9999)}`,
)
for (const failure of all.failures) console.error(failure)
process.exit(all.failures.length === 0 ? 0 : 1)
