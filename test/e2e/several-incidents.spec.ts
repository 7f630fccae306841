/** Channels that fail together do not bury each other: one is told in full, each can be noted after it was seen. */
import { expect, makeChannel, test } from './fixture.ts'

// What is listed is that of the whole room.
test.use({ own: 'several' })

test(
  'of three that fail together one is told in full; a key notes it and opens the next',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const channels = await Promise.all(Array.from({ length: 3 }, () => makeChannel(service)))
    const encoders = await Promise.all(channels.map(({ url }) => encoder(url)))
    await page.goto(`${service.ready.console_page_url}/#/`)
    await expect(page.getByRole('main').getByText(/^ON AIR/)).toHaveCount(3, { timeout: 60_000 })
    for (const running of encoders) running.pause()

    const findings = page.getByRole('region', { name: 'Findings' })
    const heads = findings.getByRole('heading', { level: 3 }).getByRole('button')
    await expect(heads).toHaveCount(3, { timeout: 60_000 })
    await expect(findings).toContainText('3 incidents')
    const isOpen = (number: number, expanded: boolean) =>
      expect(heads.nth(number)).toHaveAttribute('aria-expanded', String(expanded))
    await isOpen(0, true)
    await isOpen(1, false)
    await isOpen(2, false)
    const note = findings.getByRole('button', { name: /^Acknowledge A$/ })
    await expect(note).toHaveCount(1)

    // Who looks at another one keeps it, and the key is for what is looked at.
    await heads.nth(2).click()
    await isOpen(2, true)
    await isOpen(0, false)
    await page.keyboard.press('a')
    await isOpen(0, true)
    await expect(page.getByRole('contentinfo')).toContainText('2 incidents, not acknowledged')
    await page.keyboard.press('a')
    await isOpen(1, true)
    await expect(page.getByRole('contentinfo')).toContainText('1 incident, not acknowledged')
    await page.keyboard.press('a')
    await expect(page.getByRole('contentinfo')).not.toContainText('not acknowledged')
    await expect(note).toHaveCount(0)
    await expect(heads).toHaveCount(3)
  },
)

test('all are noted by one key', { tag: '@nightly' }, async ({ console: page, service, encoder }) => {
  const channels = await Promise.all(Array.from({ length: 2 }, () => makeChannel(service)))
  const encoders = await Promise.all(channels.map(({ url }) => encoder(url)))
  await page.goto(`${service.ready.console_page_url}/#/`)
  const tiles = channels.map(({ id }) =>
    page.getByRole('listitem').filter({ has: page.locator(`[data-tile][href*="${id}"]`) }),
  )
  for (const tile of tiles) await expect(tile.getByText(/^ON AIR/)).toBeVisible({ timeout: 60_000 })
  for (const running of encoders) running.kill()
  const bar = page.getByRole('contentinfo')
  await expect(bar).toContainText('2 incidents, not acknowledged', { timeout: 60_000 })
  await page.keyboard.press('Shift+A')
  await expect(bar).not.toContainText('not acknowledged')
})
