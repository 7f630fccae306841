/** What viewers hear and see is measured where it is decoded, and shown beside the picture. */
import type { Page } from '@playwright/test'
import type { RunningService } from '../support/service.ts'
import { expect, makeChannel, small, test } from './fixture.ts'
import { openStudio } from './studio-page.ts'

// Findings are those of the whole room.
test.use({ own: 'sound' })

/** Half the size, and less sound: what is sent has to be decoded. */
const smaller = {
  hls: small.hls.map((rendition) => ({
    ...rendition,
    video: { ...rendition.video, width: 320, height: 180 },
    audio: { bps: 64_000 },
  })),
}

async function tileOf(page: Page, service: RunningService, id: string) {
  await page.goto(`${service.ready.console_page_url}/#/`)
  const tile = page.getByRole('listitem').filter({ has: page.locator(`[data-tile][href*="${id}"]`) })
  await expect(tile.getByText(/^ON AIR/)).toBeVisible({ timeout: 60_000 })
  return tile
}

test('a tone has a level, a loudness and a word for it, in the control room and the preview', async ({
  console: page,
  service,
  encoder,
}) => {
  const { url, id } = await makeChannel(service, smaller)
  await encoder(url)
  const tile = await tileOf(page, service, id)
  const meter = tile.getByRole('meter', { name: 'Sound that arrives' })
  await expect(meter).toHaveAttribute('aria-valuetext', /^Good level, −[12]\d\.\d LUFS$/)
  await expect(tile.getByText(/^−[12]\d\.\d LUFS$/)).toBeVisible()
  const heights = () =>
    meter
      .locator('[data-channel] > :first-child')
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().height))
  // Of 62 px for 60 dB.
  await expect.poll(async () => Math.min(...(await heights()))).toBeGreaterThan(25)

  await page.goto(`${service.ready.console_page_url}/#/preview?channel=${id}`)
  await expect(page.getByRole('meter', { name: 'Sound that arrives' })).toHaveAttribute(
    'aria-valuetext',
    /^Good level/,
  )
  await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
  await expect(page.getByText('Picture and sound', { exact: true })).toBeVisible()
})

test(
  'black pictures without sound are found, for as long as they are sent',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { url, id } = await makeChannel(service, smaller)
    const dark = await encoder(url, { dark: true })
    const tile = await tileOf(page, service, id)
    const findings = page.getByRole('region', { name: 'Findings' })
    await expect(findings).toContainText(/Viewers hear nothing: digital silence for \d+ s\./)
    await expect(findings).toContainText(/Viewers see black, for \d+ s by now\./)
    await expect(findings).not.toContainText('still picture')
    await expect(tile.getByText('2 findings')).toBeVisible()
    const onPicture = tile.locator('[data-plate]')
    await expect(onPicture.getByText(/^Viewers see black for \d:\d\d$/)).toBeVisible()
    await expect(onPicture.getByText(/^Viewers hear nothing for \d:\d\d$/)).toBeVisible()
    await expect(tile.getByText(/^None \d+:\d\d$/)).toBeVisible()
    await expect(tile.getByRole('meter')).toHaveAttribute('aria-valuetext', 'None')

    await dark.stop()
    await encoder(url)
    await expect(tile.getByText(/^−[12]\d\.\d LUFS$/)).toBeVisible({ timeout: 60_000 })
    await expect(findings).not.toContainText('Viewers')
    await expect(onPicture).toHaveCount(0)
  },
)

test(
  'what is passed on as it comes is said to be not measured',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { url, id } = await makeChannel(service)
    await encoder(url)
    const tile = await tileOf(page, service, id)
    await expect(tile.getByText('Not measured', { exact: true })).toBeVisible()
    await expect(tile.getByRole('meter')).toHaveCount(0)
    await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
    await expect(page.getByText('Nothing is decoded', { exact: true })).toBeVisible()
  },
)

test(
  'the studio hears itself before anybody else does',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    await openStudio(page, service)
    const card = page.getByRole('region', { name: 'Sound and picture', exact: true })
    await expect(card.getByText('Good level', { exact: true })).toBeVisible()
    // The tone of its test picture: 1 kHz at −20 dBFS in both channels.
    await expect(card.getByText(/^−(19\.9|20\.[01]) LUFS$/)).toBeVisible()
    await card.getByRole('button', { name: 'Mute' }).click()
    await expect(card.getByText('Silent', { exact: true })).toBeVisible()
  },
)
