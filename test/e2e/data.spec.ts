import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startService, type RunningService } from '../support/service.ts'
import { armed } from './armed.ts'
import { expect, live, makeChannel, signInByForm, test } from './fixture.ts'

test.use({ own: 'data' })

const channels = async (service: RunningService) =>
  (await live(service, 'Service_20200729.ListChannelIDs', {}))['channel_ids'] as unknown as string[]
const openData = (page: Page, { ready }: RunningService) =>
  page.goto(`${ready.console_page_url}/#/settings?section=data`)

/** Confirms what is asked. */
async function confirm(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await (await armed(dialog.getByRole('button', { name, exact: true }))).click()
  await expect(dialog).toBeHidden()
}

test('a snapshot is saved and restored: all is as it was, and who asked stays signed in', async ({
  console: page,
  service,
}) => {
  const { id: before } = await makeChannel(service)
  await openData(page, service)
  await page.getByLabel('Name of the new snapshot').fill('base')
  await page.keyboard.press('Enter')
  const row = page.getByRole('row', { name: /^base/ })
  await expect(row).toContainText('1 channels')
  await makeChannel(service)
  expect(await channels(service)).toHaveLength(2)

  await row.getByRole('button', { name: 'Restore base' }).click()
  await confirm(page, 'Restore')
  await expect(page.getByRole('row', { name: /^Before a restore/ })).toContainText('2 channels', {
    timeout: 60_000,
  })
  expect(await channels(service)).toEqual([before])
})

// Files of the state are tested by their commands too.
test(
  'an exported file makes a second installation the same; a wrong file is refused in words',
  { tag: '@nightly' },
  async ({ console: page, service, browser }) => {
    await openData(page, service)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export file' }).click()
    const download = await saving
    expect(download.suggestedFilename()).toMatch(/^airdesk-.*\.airdesk$/)
    const buffer = await readFile(await download.path())

    const second = await startService()
    const other = await browser.newPage()
    try {
      await signInByForm(other, second)
      await openData(other, second)
      const choose = async (name: string, content: Buffer) => {
        const chooser = other.waitForEvent('filechooser')
        await other.getByRole('button', { name: 'Choose file…' }).click()
        await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer: content })
      }
      await choose('wrong.txt', Buffer.from('no state at all'))
      const refusal = other.getByText('This is no file that Airdesk exported.')
      const importIt = other.getByRole('dialog').getByRole('button', { name: 'Import', exact: true })
      await (await armed(importIt)).click()
      await expect(refusal).toBeVisible()
      await other.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()

      await choose('state.airdesk', buffer)
      await confirm(other, 'Import')
      // Its users are others.
      await expect(other.getByLabel('E-mail')).toBeVisible({ timeout: 60_000 })
      const { console_page_url } = second.ready
      await other.goto('about:blank')
      const { email, password, access_code, access_token } = service.ready
      await signInByForm(other, { ...second, ready: { ...second.ready, email, password, access_code } })
      expect(new URL(other.url()).origin).toBe(console_page_url)
      const moved = { ...second, ready: { ...second.ready, access_token } }
      expect(await channels(moved)).toEqual(await channels(service))
    } finally {
      await other.close()
      await second.stop()
    }
  },
)

test('only what is chosen is reset, by a typed word', async ({ console: page, service }) => {
  await openData(page, service)
  await page.getByRole('button', { name: 'Load demo data' }).click()
  await expect(page.getByText('Demo data was added')).toBeVisible()
  const kept = await channels(service)
  await page.getByRole('checkbox', { name: 'Users' }).check()
  await expect(page.getByText('Goes: Users 2. The state before is kept as a snapshot')).toBeVisible()
  await expect(page.getByText('for good')).toHaveCount(0)
  await page.getByRole('button', { name: 'Type instead of holding' }).click()
  await page.getByRole('textbox', { name: 'Type RESET' }).fill('reset')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Removed: Users 2')).toBeVisible()
  await expect(page.getByRole('row', { name: /^Before a reset/ })).toContainText('3 users')
  expect(await channels(service)).toEqual(kept)
})
