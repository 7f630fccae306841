import { expect, makeChannel, small, test } from './fixture.ts'

/** What is sent passes through as the upper level; the lower one needs a seventh of its rate. */
const LADDER = [
  ...small.hls,
  {
    ...{ durationSeconds: 2, startTimeOffset: -6 },
    video: { width: 284, height: 160, fps: 5, bps: 60_000 },
    audio: { bps: 32_000 },
  },
]

test(
  'over a slow network, made out for one picture, the player takes the lower level, and comes back',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { id, url } = await makeChannel(service, { hls: LADDER })
    await encoder(url)
    await page.goto(page.url().replace(/#.*/, `#/channels/${id}?view=preview`))
    const player = page.getByRole('region', { name: /^Preview of/ })
    await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
    const level = player.getByRole('definition').filter({ hasText: 'auto' })
    await expect(level).toContainText('360p', { timeout: 60_000 })

    const menu = player.getByRole('button', { name: 'Simulate a slow network' })
    await menu.click()
    await page.getByRole('menuitemradio', { name: '250 kbps' }).click()
    const mark = player.getByText('Simulated slow network: 250 kbps, for this picture only')
    await expect(mark).toBeVisible()
    await expect(level).toContainText('160p', { timeout: 60_000 })
    // A new player is on the same network.
    await player.getByRole('button', { name: 'Reload' }).click()
    await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
    await expect(mark).toBeVisible()

    await menu.click()
    await page.getByRole('menuitemradio', { name: 'Off' }).click()
    await expect(mark).toHaveCount(0)
    await expect(level).toContainText('360p', { timeout: 60_000 })
  },
)
