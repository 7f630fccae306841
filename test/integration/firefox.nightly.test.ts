/** Firefox as a client of the SDK. Of what it gets it reports the video only, and it encodes in its own way. */
import type { Browser, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchFirefox, whyNoFirefox } from '../support/firefox.ts'
import { callLive, listPlaylistUrls, RENDITION_360 } from '../support/live-client.ts'
import { validatePlaylists } from '../support/hls.ts'
import { CREATE_HLS, CREATE_WEBRTC } from '../support/live-api.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'
import type { ClientRequest, Inbound } from '../webrtc/page/clients.ts'
import { startSite } from '../webrtc/site.ts'
import type { Site } from '../webrtc/site.ts'

const NO_WEBHOOKS = { auth_webhook_url: '', event_webhook_url: '' }

let service: RunningService
let site: Site
let browser: Browser
beforeAll(async () => {
  if (whyNoFirefox !== null) return
  service = await startService()
  site = await startSite()
  browser = await launchFirefox()
})
afterAll(async () => {
  if (whyNoFirefox !== null) return
  await browser.close()
  site.close()
  await service.stop()
})

/** A page with one client of the name `it`. */
async function join(request: Omit<ClientRequest, 'url'>): Promise<Page> {
  const page = await browser.newPage()
  await page.goto(site.url)
  await page.waitForFunction(() => 'clients' in window)
  const whole = JSON.stringify({ ...request, url: service.ready.signaling_url })
  const opened = await page.evaluate(
    (text) => window.clients.open('it', JSON.parse(text) as ClientRequest),
    whole,
  )
  expect(opened).toEqual({ connectionId: expect.any(String) as unknown })
  return page
}

const videoOf = async (page: Page): Promise<Inbound | undefined> =>
  (await page.evaluate(() => window.clients.inbound('it'))).find(({ kind }) => kind === 'video')

// It has H.264 from a plugin, which it downloads.
test.skipIf(whyNoFirefox !== null).each(['VP8', 'VP9', 'AV1'] as const)(
  'Firefox sees what Firefox sends, for as long as it is sent: %s',
  async (videoCodecType) => {
    const { channel_id: channelId } = await callLive(service.ready, CREATE_WEBRTC, NO_WEBHOOKS)
    const options = { videoCodecType }
    const sender = await join({ role: 'sendonly', channelId, options })
    const receiver = await join({ role: 'recvonly', channelId, options })
    // Sound that counted as lost had taken the picture after half a minute.
    await waitFor(
      async () => ((await videoOf(receiver))?.framesDecoded ?? 0) > 1200,
      '1200 pictures',
      100_000,
    )
    expect(await videoOf(receiver)).toMatchObject({ mimeType: `video/${videoCodecType}` })
    await sender.close()
    await receiver.close()
  },
)

test.skipIf(whyNoFirefox !== null)('what Firefox sends is watched by HLS', async () => {
  const hls = [{ ...RENDITION_360, durationSeconds: 1 }]
  const settings = { ...NO_WEBHOOKS, hls, encrypt_key_uri: '' }
  const { channel_id: channelId } = await callLive(service.ready, CREATE_HLS, settings)
  const sender = await join({ role: 'sendonly', channelId, options: { videoCodecType: 'VP8' } })
  const url = await waitFor(
    async () => (await listPlaylistUrls(service.ready, channelId)).hls[0]?.playlist_url,
    'an address of its playlist',
  )
  const access = { ca: service.ready.ca_cert_file }
  const { faults, media } = await waitFor(async () => {
    const report = await validatePlaylists(url, access)
    return report.media.every(({ text }) => (text.match(/#EXTINF/g)?.length ?? 0) >= 5) && report
  }, 'five segments')
  expect(faults).toEqual([])
  expect(media.map(({ text }) => text).join('')).not.toContain('DISCONTINUITY\n')
  await sender.close()
})
