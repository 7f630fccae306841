/** Each broadcast of a channel stays listed with what happened in it, after the next one too. */
import { expect, makeChannel, test } from './fixture.ts'

test(
  'a broadcast that is over is looked at again while the next one runs',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { url, id } = await makeChannel(service)
    const first = await encoder(url)
    await page.goto(`${service.ready.console_page_url}/#/channels/${id}?view=events`)
    const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('row')
    const events = page.getByRole('region', { name: 'Events, newest first' }).getByRole('listitem')
    await expect(sessions).toHaveCount(2)
    await expect(sessions.nth(1)).toContainText(/Runs \d:\d\d:\d\d/)
    await expect(events.filter({ hasText: 'State: playable' })).toBeVisible({ timeout: 60_000 })

    await first.stop()
    await expect(sessions.nth(1)).not.toContainText('Runs', { timeout: 60_000 })
    await encoder(url)
    await expect(sessions).toHaveCount(3, { timeout: 60_000 })
    await expect(sessions.nth(1)).toContainText('Runs')
    await expect(events.last()).toContainText('opened from 127.0.0.1')
    await expect(events.filter({ hasText: 'closed' })).toHaveCount(0)

    await sessions.nth(2).getByRole('link').click()
    await expect(events.filter({ hasText: /Connection .* closed: / })).toHaveCount(1)
    await page.reload()
    await expect(events.filter({ hasText: /Connection .* closed: / })).toHaveCount(1)
    await expect(sessions.nth(2).getByRole('link')).toHaveAttribute('aria-current', 'page')
  },
)
