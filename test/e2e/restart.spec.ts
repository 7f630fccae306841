import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../support/service.ts'
import { expect, makeChannel, signInByForm, test } from './fixture.ts'

test('when the engine dies nothing is shown as on air; when it is back the console goes on', async ({
  page,
  encoder,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'airdesk-restart-'))
  const first = await startService({ dataDir })
  await signInByForm(page, first)
  const { id, url } = await makeChannel(first)
  await page.goto(`${first.ready.console_page_url}/#/channels/${id}`)
  await encoder(url)
  await expect(page.getByText(/^ON AIR/).first()).toBeVisible({ timeout: 60_000 })

  await first.kill()
  await expect(page.getByText(/^No contact with the engine since/)).toBeVisible()
  await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
  await expect(page).toHaveTitle(/^No contact/)

  const port = new URL(first.ready.console_url).port
  const second = await startService({ dataDir, args: ['--console-port', port] })
  try {
    await expect(page.getByText(/^No contact with the engine since/)).toBeHidden({ timeout: 60_000 })
    await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1, name: /channel/i })).toBeVisible()

    await page.goto(`${second.ready.console_page_url}/#/`)
    // The room has read what is there before it claims that nothing is on air.
    await expect(page.getByRole('heading', { name: 'Nothing is on air' })).toBeVisible()
    await expect(page.getByText(/^ON AIR/)).toHaveCount(0)
  } finally {
    await second.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
