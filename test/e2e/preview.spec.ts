import type { Page } from '@playwright/test'
import { fieldCamera, SCENE_NOW, townHall } from '../support/console-scenes.ts'
import { startConsoleStandIn } from '../support/console-stand-in.ts'
import type { RunningService } from '../support/service.ts'
import { showPictures } from './still.ts'
import { expect, live, makeChannel, test, videoTime } from './fixture.ts'

const wallVideo = (page: Page) => page.locator('[data-tile] video')

/** What is told of the small picture of a channel to who is signed in in the page. */
const askPicture = (page: Page, { ready }: RunningService, id: string) =>
  page.request.get(`${ready.console_url}/console/api/channels/${id}/picture.jpg`)

/** A JPEG file of what the channel shows now. */
async function picture(page: Page, service: RunningService, id: string): Promise<Buffer> {
  const response = await askPicture(page, service, id)
  expect(response.status()).toBe(200)
  expect(response.headers()['content-type']).toBe('image/jpeg')
  return response.body()
}

test('the room starts the test picture, shows the channel by itself, plays it without a click and pops it out', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/preview`)
  await expect(page.getByRole('heading', { name: 'Nothing is on air' })).toBeVisible()
  await page.getByRole('button', { name: 'Start test picture' }).click()

  const player = page.getByRole('region', { name: /^Preview of/ })
  await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
  const before = await videoTime(page)
  await expect.poll(() => videoTime(page)).toBeGreaterThan(before + 1)
  await expect(
    page
      .getByRole('banner')
      .or(page.locator('header'))
      .getByText(/^ON AIR/)
      .first(),
  ).toBeVisible()

  // Keys work while the picture has the focus.
  const stage = player.getByRole('group').first()
  await stage.focus()
  await page.keyboard.press(' ')
  await expect(player.getByRole('button', { name: 'Play' })).toBeVisible()
  await page.keyboard.press('l')
  await expect(player.getByRole('button', { name: 'Pause' })).toBeVisible()
  await page.keyboard.press('i')
  await expect(player.getByText('Playlist age')).toBeHidden()
  await page.keyboard.press('i')

  const opened = page.waitForEvent('popup')
  await page.keyboard.press('p')
  const popOut = await opened
  await expect(popOut).toHaveURL(/#\/pop-out\/[0-9A-Z]{26}$/)
  await expect(popOut.getByRole('region', { name: /^Preview of/ })).toHaveAttribute('data-status', 'ready')
  const popOutBefore = await videoTime(popOut)
  await expect.poll(() => videoTime(popOut)).toBeGreaterThan(popOutBefore + 1)
  await expect(popOut.getByText(/^ON AIR/)).toBeVisible()
  await expect(popOut.getByRole('navigation')).toHaveCount(0)
  const id = popOut.url().slice(-26)
  await popOut.close()

  // What was out of reach for a while comes back by itself, with the sound that was chosen.
  await page.bringToFront()
  await page.keyboard.press('m')
  await expect(player.getByRole('button', { name: 'Mute' })).toBeVisible()
  await page.route('**/*.m3u8*', (route) => route.fulfill({ status: 503 }))
  await expect(player).toHaveAttribute('data-status', 'failed')
  await expect(player.getByText('It is loaded again by itself. The broadcast is not affected.')).toBeVisible()
  await page.unrouteAll()
  await expect(player).toHaveAttribute('data-status', 'ready')
  await expect(player.getByRole('button', { name: 'Mute' })).toBeVisible()
  await live(service, 'Service_20180501.DeleteChannel', { channel_id: id })
})

test('the picture stays with its channel when that ends, and is deleted, while another is on air', async ({
  page,
}) => {
  const standIn = await startConsoleStandIn(() => SCENE_NOW)
  const other = { ...fieldCamera, findings: [] }
  standIn.show([townHall, other])
  await page.goto(`${standIn.url}/#/preview?channel=${townHall.channelId}`)
  const picker = page.getByRole('combobox', { name: 'Channel' })
  await expect(picker).toHaveValue('Autumn town hall')
  // As it is picked without one in the address.
  await page.goto(`${standIn.url}/#/preview`)
  await expect(picker).toHaveValue('Autumn town hall')
  const close = { reason: 'operator-closed' as const, said: null, failure: null, unsupported: null }
  const over = {
    ...townHall,
    onAirSince: null,
    pictureAge: null,
    connections: [],
    lastClose: { ...close, at: SCENE_NOW },
  }
  standIn.show([{ ...over, state: 'ended' }, other])
  const player = page.getByRole('region', { name: 'Preview of Autumn town hall' })
  await expect(player).toContainText(/This broadcast has ended.*An operator ended it\./)
  await expect(picker).toHaveValue('Autumn town hall')
  // Nothing is on air any more.
  standIn.show([{ ...over, state: 'idle' }])
  await expect(player).toContainText(/Nothing on air.*An operator ended it\./)
  standIn.show([other])
  await expect(page.getByRole('heading', { name: 'The channel shown here was deleted' })).toBeVisible()
  await picker.click()
  await page.getByRole('option', { name: 'Field camera 2' }).click()
  await expect(page.getByRole('region', { name: 'Preview of Field camera 2' })).toBeVisible()
  await standIn.close()
})

test('a tile keeps its last picture, as old, when there is no contact', async ({ page }) => {
  const standIn = await startConsoleStandIn(() => SCENE_NOW)
  standIn.show([townHall])
  await page.clock.setFixedTime(SCENE_NOW)
  for (const path of ['/', '/preview?view=wall']) {
    standIn.away(false)
    await page.goto(`${standIn.url}/#${path}`)
    await showPictures(page)
    const tile = page.getByRole('listitem').filter({ has: page.locator('canvas') })
    await page.unrouteAll()
    standIn.away(true)
    await expect(tile).toContainText(/Unknown: no contact\s*Last picture 13:42:07/)
    await expect(tile.locator('canvas')).toBeVisible()
    await expect(tile.locator('[data-plate]')).toHaveAttribute('data-old', 'true')
    await expect(tile).not.toContainText('No picture yet')
  }
  await standIn.close()
})

test(
  'the wall shows thumbnails of what is on air; by keys alone one plays, sounds and stops',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const [clear, encrypted] = [
      await makeChannel(service),
      await makeChannel(service, {
        encrypt_key_uri: 'https://keys.example/key',
        hls: [
          {
            ...{ durationSeconds: 2, startTimeOffset: -6, audio: { bps: 96_000 } },
            video: { width: 640, height: 360, fps: 25, bps: 700_000 },
          },
        ],
      }),
    ]
    const missing = await askPicture(page, service, clear.id)
    expect(missing.status()).toBe(404)
    await encoder(clear.url)
    await encoder(encrypted.url)
    await page.goto(`${service.ready.console_page_url}/#/preview?view=wall`)
    const tiles = page.getByRole('list', { name: 'Channels on air' }).getByRole('listitem')
    await expect(tiles).toHaveCount(2, { timeout: 60_000 })
    const width = (picture: Element) => (picture instanceof HTMLCanvasElement ? picture.width : 0)
    for (const tile of [0, 1]) {
      await expect.poll(() => tiles.nth(tile).locator('canvas[data-picture=shown]').evaluate(width)).toBe(480)
    }
    for (const { id } of [clear, encrypted]) {
      const first = await picture(page, service, id)
      expect([...first.subarray(0, 2), ...first.subarray(-2)]).toEqual([0xff, 0xd8, 0xff, 0xd9])
      await expect.poll(async () => (await picture(page, service, id)).equals(first)).toBe(false)
    }

    // One tab stop; the arrows lead from tile to tile.
    const first = page.locator('[data-tile="0"]')
    const second = page.locator('[data-tile="1"]')
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await expect(second).toBeFocused()
    expect(await page.locator('[data-tile][tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect(second).toHaveAttribute('aria-pressed', 'true')
    await expect(wallVideo(page)).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
    await expect(page.getByRole('status').filter({ hasText: '1 of 4 pictures play' })).toBeVisible()
    // The encoder sends a tone, which the meter shows although the tile is muted.
    const level = () => second.locator('[data-level]').getAttribute('data-level').then(Number)
    await expect.poll(level).toBeGreaterThan(0.3)
    const muted = (video: Element) => video instanceof HTMLVideoElement && video.muted
    expect(await wallVideo(page).evaluate(muted)).toBe(true)
    await page.keyboard.press('2')
    await expect.poll(() => wallVideo(page).evaluate(muted)).toBe(false)
    await page.keyboard.press('0')
    await expect.poll(() => wallVideo(page).evaluate(muted)).toBe(true)
    await page.keyboard.press('Enter')
    await expect(wallVideo(page)).toHaveCount(0)
  },
)
