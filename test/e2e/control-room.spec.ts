import { expect, makeChannel, test } from './fixture.ts'
import { hear, type Heard } from './said.ts'

const STARVING_SECONDS = 3
const NO_SIGNAL_SECONDS = 12

/** What the console shows after the words, in seconds: `no data for 4 s`, `No signal for 0:13`. */
const seconds = (text: string): number => {
  const [, minutes = '0', rest = ''] = /(?:(\d+):)?(\d+)(?: s)?$/.exec(text.trim()) ?? []
  return Number(minutes) * 60 + Number(rest)
}

test('an encoder on air has a tile with figures, opened by keys; its silence is told to the second', async ({
  console: page,
  service,
  encoder,
}) => {
  const { url, id } = await makeChannel(service)
  const running = await encoder(url)
  await page.goto(`${service.ready.console_page_url}/#/`)
  const tile = page.getByRole('listitem').filter({ has: page.locator(`[data-tile][href*="${id}"]`) })
  await expect(tile.getByText(/^ON AIR/)).toBeVisible({ timeout: 60_000 })
  await expect(tile.getByText(/^[\d,.]+ (kbps|Mbps)$/)).toBeVisible()
  await expect(tile.getByText(/^2\d\.\d fps$/)).toBeVisible()
  await expect(tile.locator('canvas[data-picture=shown]')).toBeVisible()
  await expect(tile.locator('polyline')).toHaveAttribute('points', /^\d+\.\d,.* \d+\.\d,/)

  // A page that is opened again draws what the engine measured before.
  const points = async () => (await tile.locator('polyline').getAttribute('points'))?.split(' ').length ?? 0
  await expect.poll(points).toBeGreaterThanOrEqual(6)
  const before = await points()
  await page.reload()
  await expect(tile.locator('polyline')).toHaveAttribute('points', /./)
  await expect.poll(points).toBeGreaterThanOrEqual(before)

  // From the start of the page to the tile and into the channel, by keys alone.
  const link = tile.getByRole('link')
  await page.evaluate(() => document.body.focus())
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press('Tab')
    if (await link.evaluate((element) => element === document.activeElement)) break
  }
  await expect(link).toBeFocused()
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('p')
  const popOut = await opened
  await expect(popOut).toHaveURL(new RegExp(`#/pop-out/${id}$`))
  await popOut.close()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`#/channels/${id}`))
  await page.goBack()

  // Said for some seconds each, on the picture as beside it.
  const onPicture = tile.locator('[data-plate]')
  const at = `li:has([data-tile][href*="${id}"])`
  const hearIn = (selector: string, words: RegExp) => hear(page.getByRole('main'), words, selector)
  const starving = await hearIn(`${at} [data-plate]`, /Starving: no data for \d+ s/)
  const twice = await hearIn(at, /Starving: no data for \d+ s[^]*Starving: no data for \d+ s/)
  const noSignal = await hearIn(`${at} [data-plate]`, /No signal for [\d:]+/)
  const lastPicture = await hearIn(`${at} [data-plate]`, /Last picture \d\d:\d\d:\d\d/)
  running.pause()
  const pausedAt = Date.now()
  /** The seconds that are shown, once there are some: since the pause, or since the last media before it. */
  const silence = ({ text, at }: Heard, atLeast: number) => {
    const said = seconds(text)
    expect(said).toBeGreaterThanOrEqual(atLeast)
    // Silent for longer before the pause, it would have been starving by then.
    expect(said).toBeLessThanOrEqual((at - pausedAt) / 1000 + STARVING_SECONDS)
  }
  silence(await starving(), STARVING_SECONDS)
  await twice()
  await expect(tile.getByText('fps')).toHaveCount(0)
  silence(await noSignal(), NO_SIGNAL_SECONDS)
  await lastPicture()

  running.resume()
  await expect(tile.getByText(/ fps$/)).toBeVisible({ timeout: 60_000 })
  await expect(onPicture).toHaveCount(0)
})
