/** Archive destinations on the real service, by keys alone where there is one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { freePort } from '../support/free-port.ts'
import { armed } from './armed.ts'
import { expect, test } from './fixture.ts'

const toDestinations = async (page: Page) => {
  await page.getByRole('link', { name: 'Archives' }).press('Enter')
  await page.getByRole('link', { name: 'Destinations' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Archives' }).waitFor()
}
const steps = (page: Page) => page.getByRole('list', { name: 'Steps of the test' }).getByRole('listitem')
const field = (page: Page, member: string) => page.getByLabel(new RegExp(`${member}$`))

test('from nothing to a recorded channel: local storage in one step, chosen for a channel, kept while in use', async ({
  console: page,
}) => {
  await toDestinations(page)
  await expect(page.getByText('Recordings are off until you add a destination')).toBeVisible()
  await page.getByRole('button', { name: /^Use built-in local storage/ }).press('Enter')
  const item = page.getByRole('article', { name: /^file:\/\/\// })
  await expect(item).toContainText('This computer')
  await expect(item).toContainText('Works')
  await expect(item).toContainText('No channel')
  const uri = (await item.getByRole('heading').textContent()) ?? ''
  await item.getByRole('button', { name: `Test ${uri} again` }).press('Enter')
  await expect(steps(page).filter({ hasText: 'Passed' })).toHaveCount(9)
  await expect(steps(page).filter({ hasText: 'Find or make the folder' })).toHaveCount(1)

  await page.goto(page.url().replace(/#.*/, '#/channels/new'))
  await page.getByLabel('Name (optional)').fill('Kept')
  await page.getByRole('combobox', { name: 'Record to' }).press('Enter')
  // The list may still be opening: only who looks knows where an arrow led.
  await expect(async () => {
    const option = page.getByRole('option', { name: uri })
    const isThere = (await option.getAttribute('data-combobox-selected', { timeout: 5000 })) === 'true'
    if (!isThere) await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('data-combobox-selected', 'true', { timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('group', { name: 'The same by API' })).toContainText('archive_destination_id')
  await page.getByRole('button', { name: 'Create', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Kept' })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: uri })).toBeVisible()

  await toDestinations(page)
  await expect(item).toContainText('1 channel')
  await expect(item.getByRole('link', { name: 'Kept' })).toBeVisible()
  await page.getByRole('button', { name: `Delete ${uri}` }).press('Enter')
  const dialog = page.getByRole('dialog')
  await (await armed(dialog.getByRole('button', { name: 'Delete destination' }))).press('Enter')
  await expect(dialog.getByText('1 channel that is not deleted records to it.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(item).toBeVisible()
})

test(
  'a destination made from the form of a new channel is chosen there, and the form is as it was left',
  { tag: '@nightly' },
  async ({ console: page }) => {
    const folder = await mkdtemp(join(tmpdir(), 'airdesk-archive-'))
    await page.goto(page.url().replace(/#.*/, '#/settings?section=storage'))
    await page.getByLabel('Folder of this computer').fill(folder)
    await page.getByRole('button', { name: 'Allow folder' }).press('Enter')
    await expect(page.getByRole('button', { name: `No longer allow ${folder}` })).toBeVisible()
    await page.goto(page.url().replace(/#.*/, '#/channels/new'))
    await page.getByLabel('Name (optional)').fill('Interrupted')
    await page.getByRole('button', { name: 'New destination' }).press('Enter')
    await page.getByRole('radio', { name: /^This computer/ }).check()
    await page.getByLabel('Folder bucket_uri').fill(join(folder, 'a b'))
    const uri = `file://${folder}/a%20b`
    await expect(page.getByText(uri, { exact: true })).toBeVisible()

    await page.keyboard.press('Control+t')
    await expect(page.getByText('Works', { exact: true })).toBeVisible()
    await expect(steps(page).filter({ hasText: 'Passed' })).toHaveCount(9)
    await page.getByLabel('Folder bucket_uri').fill(join(folder, 'c'))
    await expect(page.getByText('Values were changed after this test.')).toBeVisible()
    await page.getByLabel('Folder bucket_uri').fill(join(folder, 'a b'))
    await expect(page.getByText('Values were changed after this test.')).toHaveCount(0)

    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByLabel('Name (optional)')).toHaveValue('Interrupted')
    await expect(page.getByRole('combobox', { name: 'Record to' })).toHaveValue(uri)
    await rm(folder, { recursive: true })
  },
)

test('what the service refuses lands on its field; a store that is away is said in words', async ({
  console: page,
}) => {
  await page.goto(page.url().replace(/#.*/, '#/archives/destinations/new'))
  await page.getByRole('radio', { name: /^S3-compatible/ }).check()
  await page.keyboard.press('Control+t')
  await expect(page.getByText('5 fields need a change.')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Bucket' })).toBeFocused()

  await page.getByRole('textbox', { name: 'Bucket' }).fill('s3://recordings/shows//2026')
  await field(page, 's3_end_point').fill(`http://127.0.0.1:${await freePort()}`)
  await field(page, 's3_region').fill('us east')
  await field(page, 's3_access_key_id').fill('airdesk')
  await field(page, 's3_secret_access_key').fill('secret ')
  await expect(page.getByText('Begins or ends with a space.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove spaces' }).press('Enter')
  await expect(field(page, 's3_secret_access_key')).toHaveValue('secret')

  for (const submit of [
    () => page.keyboard.press('Control+t'),
    () => page.getByRole('button', { name: 'Save' }).press('Enter'),
  ]) {
    await submit()
    await expect(page.getByLabel('Path (optional)')).toHaveAccessibleDescription(
      /No two slashes side by side/,
    )
    await expect(field(page, 's3_region')).toHaveAccessibleDescription(/Letters, digits, dots/)
    await page.getByLabel('Path (optional)').fill('shows//2027')
    await field(page, 's3_region').fill('us west')
  }

  await page.getByLabel('Path (optional)').fill('shows')
  await field(page, 's3_region').fill('us-east-1')
  await page.keyboard.press('Control+t')
  const reach = steps(page).filter({ hasText: 'Reach the store' })
  await expect(reach).toContainText('Nothing listens at the address of the store')
  await expect(steps(page).filter({ hasText: 'Skipped' })).toHaveCount(7)
  await reach.getByText('Details').press('Enter')
  await expect(reach).toContainText('ECONNREFUSED')
})

test(
  'a destination is replaced by one with the same open values; its secrets are asked again',
  { tag: '@nightly' },
  async ({ console: page }) => {
    await page.goto(page.url().replace(/#.*/, '#/archives/destinations/new?store=azblob'))
    await page.getByLabel('Container').fill('recordings')
    await field(page, 'blob_account').fill('airdeskstudio')
    await field(page, 'blob_key').fill('c2VjcmV0LWtleQ==')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByRole('button', { name: 'Replace azblob://recordings/' }).press('Enter')

    await expect(page.getByLabel('Container')).toHaveValue('recordings')
    await expect(field(page, 'blob_account')).toHaveValue('airdeskstudio')
    await expect(field(page, 'blob_key')).toHaveValue('')
    await page.getByLabel('Path (optional)').fill('2027')
    await field(page, 'blob_key').fill('b3RoZXItc2VjcmV0')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'The new destination is saved' })).toBeVisible()
    await expect(page.getByText('No channel records to the old one.')).toBeVisible()
    await page.getByRole('button', { name: 'Delete the old one…' }).press('Enter')
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete destination' })
    await (await armed(confirm)).press('Enter')
    await expect(confirm).toHaveCount(0)
    await expect(page.getByRole('article', { name: 'azblob://recordings/2027' })).toBeVisible()
    await expect(page.getByRole('article', { name: 'azblob://recordings/', exact: true })).toHaveCount(0)
  },
)

test('a destination whose key was rotated is given a new one, which is tested', async ({ console: page }) => {
  await page.goto(page.url().replace(/#.*/, '#/archives/destinations/new?store=s3-compatible'))
  await page.getByRole('textbox', { name: 'Bucket' }).fill('recordings')
  await field(page, 's3_end_point').fill(`http://127.0.0.1:${await freePort()}`)
  await field(page, 's3_region').fill('us-east-1')
  await field(page, 's3_access_key_id').fill('the-old-key')
  await field(page, 's3_secret_access_key').fill('of the old key')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  const item = page.getByRole('article', { name: 's3://recordings/' })
  await expect(item).toContainText('the-old-key')

  await item.getByRole('button', { name: 'New credentials for s3://recordings/' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New credentials' })
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(field(page, 's3_access_key_id')).toBeFocused()
  await field(page, 's3_access_key_id').fill('the-new-key')
  await field(page, 's3_secret_access_key').fill('of the new key')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(item).toContainText('the-new-key')
  await expect(item).not.toContainText('the-old-key')
  await expect(steps(page).filter({ hasText: 'Reach the store' })).toContainText('Nothing listens')
})
