import type { SessionView } from '../../service/contract/console/session.ts'
import type { HealthView } from '../../service/contract/console/health.ts'
import { bitRate, plain, timeOfDay } from '../../renderer/i18n/format.ts'
import { expect, makeChannel, read, test } from './fixture.ts'

test(
  'findings stand in the graph that proves them, which is read out by keys; a gap clears by itself',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { id, url } = await makeChannel(service)
    const sender = await encoder(url, { keyFrameSeconds: 8 })
    await page.goto(`${service.ready.console_page_url}/#/channels/${id}`)
    await page.getByRole('tab', { name: 'Health' }).click({ timeout: 60_000 })

    const seldom = page
      .getByRole('listitem')
      .filter({ hasText: 'Keyframes arrive every 8 s; segments need 2 s.' })
    await expect(seldom.getByRole('button')).toHaveText('On graph', { timeout: 60_000 })
    const proof = page.locator('[data-proof]')
    await expect(proof).toHaveCount(1)
    await expect(page.locator('[data-graph=keyFrames]').filter({ has: proof })).toContainText('4 × target')

    const slider = page.getByRole('slider', { name: 'Moment that is read out' })
    await slider.focus()
    const newest = (await slider.getAttribute('aria-valuetext')) ?? ''
    await page.keyboard.press('ArrowLeft')
    await expect(slider).not.toHaveAttribute('aria-valuetext', newest)
    const readOut = (await slider.getAttribute('aria-valuetext')) ?? ''
    const { system } = await read<SessionView>(page, 'session')
    const { recent, targets } = await read<HealthView>(page, `channels/${id}/health`)
    const row = recent.at.findIndex((at) => readOut.startsWith(timeOfDay(at, system.timeZone)))
    expect(readOut).toContain(`Bitrate ${plain(bitRate(recent.values.video?.[row] ?? 0))}`)
    expect(readOut).toContain(`Frame rate ${recent.values.frameRate?.[row]?.toFixed(1) ?? ''} fps`)
    expect(targets).toEqual({ videoBps: 700_000, frameRate: 25, keyFrames: 2, drift: 200 })
    await page.keyboard.press('Shift+ArrowLeft')
    await expect(page.getByText(/^mean of \d\d:\d\d:\d\d–\d\d:\d\d:\d\d$/)).toHaveCount(4)

    sender.pause()
    await expect(page.getByText(/^Starving/).first()).toBeVisible()
    sender.resume()
    const gap = page.getByRole('listitem').filter({ hasText: /Network gap of [3-9]\.\d s\./ })
    await expect(gap).toContainText('since')
    await gap.getByRole('button').click()
    await expect(page.locator('[data-graph=bitrate]').filter({ has: proof })).toContainText('Network gap')
    await expect(gap).toContainText('Cleared by itself.', { timeout: 60_000 })

    await page.getByRole('tab', { name: 'Events' }).click()
    const events = page.getByRole('tabpanel', { name: 'Events' }).getByRole('listitem')
    await expect(events.first()).toContainText(/Cleared: Network gap|State: playable/)
    await expect(events.last()).toContainText(/^[\d:]+Connection .* opened from 127\.0\.0\.1/)
  },
)
