/** How long ago what viewers see happened: what the console says, against the clock that is in the picture. */
import type { Locator } from '@playwright/test'
import type { Milliseconds } from '../../service/contract/units.ts'
import { readClock, sinceShown, TEST_PICTURE_SIZE } from '../support/burnt-clock.ts'
import { expect, test } from './fixture.ts'

/** What the page's player shows at this moment, how old the console says that is, and when that is. */
async function shown(figure: Locator): Promise<{ at: number; said: Milliseconds; luma: Uint8Array }> {
  // All of it in one turn of the page: on a busy computer the next one may be seconds later.
  const { text, ...rest } = await figure.evaluate((element, { width, height }) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const picture = canvas.getContext('2d')
    const video = document.querySelector('video')
    if (!picture || !video) throw new Error('no picture')
    const [at, said] = [Date.now(), Number(element.textContent) * 1000]
    picture.drawImage(video, 0, 0, width, height)
    const { data } = picture.getImageData(0, 0, width, height)
    let text = ''
    for (let i = 0; i < data.length; i += 4) text += String.fromCharCode(data[i + 1] ?? 0)
    return { at, said, text }
  }, TEST_PICTURE_SIZE)
  return { ...rest, luma: Uint8Array.from(text, (character) => character.charCodeAt(0)) }
}

test(
  'the player and the control room say how old the picture is, as the clock in it does',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    await page.goto(`${service.ready.console_page_url}/#/preview`)
    await page.getByRole('button', { name: 'Start test picture' }).click()
    const player = page.getByRole('region', { name: /^Preview of/ })
    await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
    const latency = player.locator('dl > div', { hasText: 'Latency' }).locator('strong')
    await expect(latency).toHaveText(/^\d+\.\d$/)
    const errors: number[] = []
    while (errors.length < 5) {
      const { at, said, luma } = await shown(latency)
      // A player that waits for pictures says no figure.
      if (!Number.isNaN(said)) errors.push(said - sinceShown(readClock({ ...TEST_PICTURE_SIZE, luma }), at))
      await expect.poll(async () => (await shown(latency)).at).toBeGreaterThan(at + 1000)
    }
    const middle = errors.map(Math.abs).toSorted((a, b) => a - b)[errors.length >> 1]
    expect(middle, `errors: ${errors.map(Math.round).join(' ')} ms`).toBeLessThan(200)

    await page.goto(`${service.ready.console_page_url}/#/`)
    const tile = page.getByRole('main').getByText(/^Viewers see what happened \d+\.\d\ss ago$/)
    const inBar = page.getByRole('contentinfo').getByTitle(/^Viewers see what happened/)
    // Each new segment may change the last place, of both.
    await expect(async () => {
      const [sentence, short] = await Promise.all([tile.textContent(), inBar.getAttribute('title')])
      expect(sentence).toBe(short)
    }).toPass()
  },
)
