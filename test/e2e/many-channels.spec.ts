import type { Page } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { addressOf } from '../../service/contract/console/request.ts'
import { signIn } from '../support/console-client.ts'
import { armed } from './armed.ts'
import { expect, live, makeChannel, test } from './fixture.ts'
import { saidAfter } from './said.ts'
import { deleteChannels } from './start-anew.ts'

test.beforeEach(({ service }) => deleteChannels(service))

const rowsOf = (page: Page) =>
  page.getByRole('grid', { name: 'Channels' }).getByRole('row').filter({ hasNotText: 'State' })

const ids = async (service: Parameters<typeof live>[0]) =>
  (await live(service, 'Service_20200729.ListChannelIDs', {}))['channel_ids'] as unknown as readonly string[]

test('by keys: some are chosen, labelled, found by their label, and deleted', async ({
  console: page,
  service,
}) => {
  for (let i = 0; i < 4; i++) await makeChannel(service)
  const rows = rowsOf(page)
  await expect(rows).toHaveCount(4)
  await rows.first().focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Shift+ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
  await expect(page.getByRole('row', { selected: true })).toHaveCount(2)
  await expect(page.getByText('2 selected')).toBeVisible()
  await expect(page.getByRole('button', { name: 'End 0 broadcasts…' })).toBeDisabled()

  await page.keyboard.press('l')
  await page.getByRole('dialog').locator('input').fill('Sites')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Label Sites' })).toHaveCount(2)

  // What is chosen stays so, shown or not.
  await page.getByLabel('Filter channels').fill('nothing like it')
  await expect(page.getByText('2 selected, 2 not shown')).toBeVisible()
  await page.getByLabel('Filter channels').fill('sites')
  await expect(page.getByText('2 selected', { exact: true })).toBeVisible()
  await expect(rows).toHaveCount(2)

  await rows.first().focus()
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Delete channels?' })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  const remove = await armed(dialog.getByRole('button', { name: 'Delete 2 channels' }))
  await saidAfter(page.locator('body'), '2 channels deleted.', () => remove.click())
  expect(await ids(service)).toHaveLength(2)
  await expect(page.getByRole('toolbar', { name: 'Chosen channels' })).toHaveCount(0)
})

test('a verb names those that it leaves out, and ends only what is sent', async ({
  console: page,
  service,
  encoder,
}) => {
  await makeChannel(service)
  const { id, url } = await makeChannel(service)
  await encoder(url)
  await page.getByRole('row', { name: /ON AIR/ }).waitFor({ timeout: 60_000 })
  await expect(rowsOf(page)).toHaveCount(2)
  await page.getByRole('columnheader').getByRole('checkbox').check()
  await expect(page.getByText('2 selected')).toBeVisible()
  await page.getByRole('button', { name: 'Delete 1…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('1 is left out')).toBeVisible()
  await expect(dialog.getByText('On air: end the broadcast first')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'End 1 broadcast…' }).click()
  await expect(dialog.getByText('Nothing is sent to it')).toBeVisible()
  const end = await armed(dialog.getByRole('button', { name: 'End 1 broadcast' }))
  await saidAfter(page.locator('body'), '1 broadcast ended.', () => end.click())
  expect(await ids(service)).toContain(id)
})

test(
  'what fails is told per channel with its reason; what succeeded stays, the rest is tried again',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    for (let i = 0; i < 3; i++) await makeChannel(service)
    const [lost = ''] = await ids(service)
    await expect(rowsOf(page)).toHaveCount(3)
    await page.getByRole('columnheader').getByRole('checkbox').check()
    // The engine is not there for one of them.
    const address = `**${addressOf(CONSOLE_API.channels.live)}`
    await page.route(address, async (route) => {
      if (!(route.request().postData() ?? '').includes(lost)) return route.continue()
      const error = { code: 'SERVICE_UNAVAILABLE', message: '', values: {}, problems: [] }
      return route.fulfill({ status: 503, json: { ok: false, error } })
    })
    await page.getByRole('button', { name: 'Delete 3…' }).click()
    const dialog = page.getByRole('dialog')
    await (await armed(dialog.getByRole('button', { name: 'Delete 3 channels' }))).click()
    await expect(dialog.getByText('Done: 2. Not done: 1. What is done stays.')).toBeVisible()
    expect(await ids(service)).toEqual([lost])
    await page.unroute(address)
    const again = dialog.getByRole('button', { name: 'Try 1 again' })
    await saidAfter(page.locator('body'), '1 channel deleted.', () => again.click())
    expect(await ids(service)).toEqual([])
  },
)

test('who may not operate channels chooses none', async ({ console: page, service }) => {
  await makeChannel(service)
  const { ready } = service
  const viewer = { email: 'viewer@many.example', password: 'puma-88' }
  const permissions = { delivery: false, view: true, schedule: false, user: false }
  const master = await signIn(ready, ready)
  await master.done(CONSOLE_API.option.createUser, { body: { ...viewer, name: 'Vi', ...permissions } })
  const { cookie } = await signIn(ready, { ...viewer, access_code: ready.access_code })
  const [name = '', value = ''] = cookie.split('=')
  await page.context().addCookies([{ name, value, url: ready.console_page_url }])
  await page.reload()
  await expect(page.getByRole('row', { name: /No name, made by API/ })).toBeVisible()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})
