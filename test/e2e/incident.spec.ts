/** What takes pictures from viewers stays in front of the operator until it is over and somebody has taken note. */
import type { Page } from '@playwright/test'
import type { RunningService } from '../support/service.ts'
import type { Encoder } from './encoder.ts'
import { expect, makeChannel, test } from './fixture.ts'
import { hear } from './said.ts'
import { openStudio, typeWord } from './studio-page.ts'

/** A channel that a real encoder sends to, with its tile. */
async function onAir(page: Page, service: RunningService, encoder: (url: string) => Promise<Encoder>) {
  const { url, id } = await makeChannel(service)
  const running = await encoder(url)
  await page.goto(`${service.ready.console_page_url}/#/`)
  const tile = page.getByRole('listitem').filter({ has: page.locator(`[data-tile][href*="${id}"]`) })
  await expect(tile.getByText(/^ON AIR/)).toBeVisible({ timeout: 60_000 })
  return { running, name: new RegExp(`Unnamed channel ${id.slice(0, 6)}`) }
}

const findings = (page: Page) => page.getByRole('region', { name: 'Findings' })
const bar = (page: Page) => page.getByRole('contentinfo')

test('an encoder that freezes is an incident; noted by a key it stays until viewers see it again', async ({
  console: page,
  service,
  encoder,
}) => {
  const { running, name } = await onAir(page, service, encoder)
  const incident = findings(page).getByRole('listitem').filter({ hasText: name })
  // Each is said for some seconds.
  const hearFinding = (words: RegExp) => hear(page.getByRole('main'), words, '[data-place=findings]')
  const silent = await hearFinding(/FFmpeg \(Lavf[\d.]+\) sends nothing any more/)
  const noSignal = await hearFinding(/is still connected, without signal/)
  running.pause()
  await expect(incident.getByRole('heading')).toHaveText(
    /: viewers see a still picture since \d\d:\d\d:\d\d$/,
  )
  await expect(bar(page)).toContainText('1 incident, not acknowledged')
  await expect(page.getByRole('link', { name: /^Control room.*1 incident/ })).toBeVisible()
  await expect(findings(page)).not.toContainText('Nothing to look after')
  await silent()

  // Before its connection is given up for its silence: noted, it would be gone with it.
  await page.keyboard.press('a')
  await expect(incident).toContainText(/Acknowledged by .* \d\d:\d\d:\d\d/)
  await expect(bar(page)).not.toContainText('not acknowledged')
  await noSignal()
  running.resume()
  await expect(incident).toHaveCount(0)
})

test(
  'an encoder that is killed leaves an incident in every room, after its broadcast too',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { running, name } = await onAir(page, service, encoder)
    running.kill()
    const incident = findings(page).getByRole('listitem').filter({ hasText: name })
    await expect(incident.getByRole('button', { name: 'Send test picture' })).toBeVisible()
    await expect(incident.getByRole('heading')).toHaveText(/: the broadcast broke off at /, {
      timeout: 60_000,
    })
    await expect(incident).toContainText('The connection to the encoder broke off.')
    await page.goto(`${service.ready.console_page_url}/#/settings`)
    await bar(page).getByRole('link', { name: '1 incident, not acknowledged' }).click()
    await incident.getByRole('button', { name: 'Acknowledge' }).click()
    await expect(incident).toHaveCount(0)
    await expect(bar(page)).not.toContainText('not acknowledged')
  },
)

test(
  'an encoder that ends its broadcast leaves none',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { running, name } = await onAir(page, service, encoder)
    await running.stop()
    await expect(page.getByText('Nothing is on air', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect(findings(page).filter({ hasText: name })).toHaveCount(0)
    await expect(bar(page)).not.toContainText('not acknowledged')
  },
)

test(
  'the test picture takes the place of who is silent, and ends the incident',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { running, name } = await onAir(page, service, encoder)
    running.pause()
    const incident = findings(page).getByRole('listitem').filter({ hasText: name })
    // Later than a pause that players bridge.
    await expect(incident).toContainText('is still connected, without signal', { timeout: 60_000 })
    await incident.getByRole('button', { name: 'Send test picture' }).click()
    await expect(incident.getByRole('heading')).toHaveText(/: viewers saw a still picture from /, {
      timeout: 60_000,
    })
    await expect(incident).toContainText('Viewers have it again')
  },
)

test(
  'a client without HLS whose browser dies while it sends leaves an incident',
  { tag: '@nightly' },
  async ({ console: page, service, context }) => {
    const studio = await context.newPage()
    const id = await openStudio(studio, service, 'webrtc')
    await typeWord(studio, 'LIVE')
    await page.goto(`${service.ready.console_page_url}/#/`)
    const tile = page.getByRole('listitem').filter({ has: page.locator(`[data-tile][href*="${id}"]`) })
    await expect(tile.getByText('WebRTC: viewers see it at once')).toBeVisible({ timeout: 60_000 })
    const crashed = studio.waitForEvent('crash')
    await Promise.all([crashed, studio.goto('chrome://crash').catch(() => undefined)])
    const name = new RegExp(`Unnamed channel ${id.slice(0, 6)}`)
    const incident = findings(page).getByRole('listitem').filter({ hasText: name })
    await expect(incident.getByRole('heading')).toHaveText(/: the broadcast broke off at /)
    await expect(incident).toContainText('The signaling connection of the client broke off.')
  },
)
