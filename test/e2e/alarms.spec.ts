/** The bell: what needs somebody is counted, listed and heard in every room, until somebody has heard it. */
import type { Page } from '@playwright/test'
import { bell, open } from './bell.ts'
import { expect, makeChannel, test } from './fixture.ts'

test.use({ own: 'alarms' })

/** Counts the tones that the page begins; nobody can hear them here. */
async function countTones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const begin = OscillatorNode.prototype.start
    Object.assign(globalThis, { tones: 0 })
    OscillatorNode.prototype.start = function (when) {
      ;(globalThis as unknown as { tones: number }).tones += 1
      begin.call(this, when)
    }
  })
}
const tones = (page: Page): Promise<number> =>
  page.evaluate(() => (globalThis as unknown as { tones: number }).tones)

const silence = (page: Page) => page.getByRole('button', { name: 'Silence' })

test('a picture that stops is heard again and again, in another room too, until it is silenced', async ({
  console: page,
  service,
  encoder,
}) => {
  await countTones(page)
  const { url, id } = await makeChannel(service)
  const running = await encoder(url)
  await open(page, service, 'channels')
  await expect(bell(page)).toHaveAccessibleName('No alarms')
  const row = page.getByRole('row').filter({ hasText: id.slice(0, 6) })
  await expect(row).toContainText('ON AIR', { timeout: 60_000 })
  running.pause()
  await expect(silence(page)).toBeVisible({ timeout: 60_000 })
  // First, as its connection is given up for its silence later.
  await bell(page).click()
  const list = page.getByRole('dialog')
  await expect(list.getByRole('listitem')).toHaveText(/viewers see a still picture since \d\d:\d\d:\d\d/)
  await page.keyboard.press('Escape')
  await expect.poll(() => tones(page), { timeout: 60_000 }).toBeGreaterThan(3)
  await expect(bell(page)).toHaveAccessibleName('1 alarm')

  await silence(page).click()
  await expect(silence(page)).toBeHidden()
  await bell(page).click()
  await list.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(list).toContainText('Acknowledged by')
  running.resume()
  await expect(list).toContainText('Nothing to look after', { timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(row).toContainText('ON AIR', { timeout: 60_000 })

  // Another one is another alarm; a page that is opened meanwhile takes it up.
  running.pause()
  await expect(silence(page)).toBeVisible({ timeout: 60_000 })
  await open(page, service, 'settings?section=notifications')
  await expect.poll(() => tones(page), { timeout: 60_000 }).toBeGreaterThan(0)
  await page.getByRole('switch', { name: 'Sound' }).press('Space')
  await expect(silence(page)).toBeHidden()
  await open(page, service, 'channels')
  await expect(bell(page)).toHaveAccessibleName('1 alarm, sound off')
  await expect(silence(page)).toBeHidden()
  expect(await tones(page)).toBe(0)
})
