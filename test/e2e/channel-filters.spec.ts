import type { Page } from '@playwright/test'
import { expect, makeChannel, test } from './fixture.ts'
import { deleteChannels } from './start-anew.ts'
import type { RunningService } from '../support/service.ts'

test.beforeEach(({ service }) => deleteChannels(service))

async function makeNamed(page: Page, service: RunningService, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { id } = await makeChannel(service)
    const renamed = await page.request.patch(`${service.ready.console_url}/console/api/channels/${id}`, {
      headers: { origin: service.ready.console_url },
      data: { name },
    })
    expect(renamed.status()).toBe(200)
  }
}

const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Filters of channels' }).getByRole('button', { name })

test('a filter is saved with a live count, renamed and removed', async ({ console: page, service }) => {
  await makeNamed(page, service, ['Gate 1', 'Gate 2', 'Stage'])
  await expect(chip(page, 'All 3')).toHaveAttribute('aria-pressed', 'true')
  await expect(chip(page, 'On air 0')).toBeVisible()
  await page.getByLabel('Filter channels').fill('gate')
  await expect(page.getByText('2 of 3 channels')).toBeVisible()
  await page.getByRole('button', { name: 'Save this filter' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Gates')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'Gates 2')).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Save this filter' })).toHaveCount(0)

  await makeNamed(page, service, ['Gate 3'])
  await expect(chip(page, 'Gates 3')).toBeVisible()
  await chip(page, 'All 4').click()
  await expect(page.getByLabel('Filter channels')).toHaveValue('')
  await page.reload()
  await chip(page, 'Gates 3').click()
  await expect(page.getByText('3 of 4 channels')).toBeVisible()

  await page.getByRole('button', { name: 'Filter “Gates”' }).click()
  await page.getByRole('menuitem', { name: 'Rename filter' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Doors')
  await page.keyboard.press('Enter')
  await expect(chip(page, 'Doors 3')).toBeVisible()
  await page.getByRole('button', { name: 'Filter “Doors”' }).click()
  await page.getByRole('menuitem', { name: 'Remove filter' }).click()
  await expect(chip(page, 'Doors')).toHaveCount(0)
  await expect(chip(page, 'All 4')).toHaveAttribute('aria-pressed', 'true')
})

test(
  'filters without room are behind More; what is shown never is',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    await makeNamed(page, service, ['Gate 1'])
    await page.setViewportSize({ width: 1024, height: 700 })
    for (const name of ['Northern stand', 'Southern stand', 'Press centre', 'Interviews', 'Visitors']) {
      await page.getByLabel('Filter channels').fill(name)
      await page.getByRole('button', { name: 'Save this filter' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(chip(page, `${name} 0`)).toHaveAttribute('aria-pressed', 'true')
    }
    await chip(page, 'All 1').click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Interviews 0' }).click()
    await expect(chip(page, 'Interviews 0')).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('No channel matches “Interviews”')).toBeVisible()
  },
)
