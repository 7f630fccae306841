import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { clipboardOf, drawn, expect, test } from './fixture.ts'

const run = promisify(execFile)

test('an operation is found by keyboard alone, and its curl line runs against this installation', async ({
  console: page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('link', { name: 'API', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Overview' })).toBeVisible()

  await drawn(page)
  await page.keyboard.press('/')
  await page.keyboard.type('listchannelids')
  await expect(page.getByText(/^1 of \d+ operations$/)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'ListChannelIDs' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Service_20200729.ListChannelIDs' })).toBeVisible()
  await expect(page).toHaveURL(/op=live\.ListChannelIDs/)

  const curl = page.getByRole('group', { name: 'Run it, curl' })
  await expect(curl).toContainText(service.ready.live_base_url)
  await expect(curl).toContainText('"Authorization: Bearer $TOKEN"')
  await page.getByRole('button', { name: 'Copy Run it, curl' }).click()
  const clipboard = clipboardOf(page)
  await expect.poll(clipboard).not.toBe('')
  const line = await clipboard()
  const { stdout } = await run('sh', ['-c', line], {
    env: { ...process.env, TOKEN: service.ready.access_token },
  })
  expect(JSON.parse(stdout)).toEqual({ channel_ids: [] })
})

test('an address opens its operation; members fold, errors have their meaning', async ({ console: page }) => {
  await page.evaluate(() => (location.hash = '#/developer/api?op=option.postSchedule'))
  await expect(page.getByRole('heading', { level: 2, name: '/api/schedule' })).toBeVisible()
  await expect(page.getByText('Needs the permission schedule.')).toBeVisible()

  const body = page.getByRole('table').first()
  await expect(body.getByRole('rowheader', { name: 'width' })).toBeVisible()
  await body.getByRole('button', { name: 'service_params' }).click()
  await expect(body.getByRole('rowheader', { name: 'width' })).toHaveCount(0)
  await expect(page.getByRole('row', { name: /^SCHEDULE_OVERLAP 409 Another schedule/ })).toBeVisible()
})

test('both documents can be downloaded', { tag: '@nightly' }, async ({ console: page }) => {
  await page.evaluate(() => (location.hash = '#/developer/api'))
  for (const [index, file] of ['airdesk-option-api.json', 'airdesk-live-api.json'].entries()) {
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download OpenAPI document' }).nth(index).click()
    expect((await download).suggestedFilename()).toBe(file)
  }
})
