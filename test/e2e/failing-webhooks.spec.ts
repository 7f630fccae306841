/** What is said of webhooks that fail, on a stand-in: to give a message up takes the service a day. */
import { expect, test as base } from '@playwright/test'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { failingOf } from '../support/console-views.ts'
import { webhookEndpoints } from '../support/console-webhook-scenes.ts'

const test = base.extend<{ standIn: StandIn }>({
  standIn: async ({}, use) => {
    const standIn = await startConsoleStandIn(() => SCENE_NOW)
    await use(standIn)
    await standIn.close()
  },
})

test('one that nothing waits for is said to fail in every place, and nowhere to be sent again', async ({
  page,
  standIn,
}) => {
  const fail = webhookEndpoints
    .filter(({ url }) => url.includes('billing'))
    .map((endpoint) => ({ ...endpoint, pending: 0, givenUp: 2 }))
  standIn.answer(CONSOLE_API.webhooks.endpoints, 200, { endpoints: fail })
  standIn.show(mixed, { webhooks: failingOf(fail) })
  await page.goto(`${standIn.url}/#/`)
  const said = '1 webhook failing'
  await expect(page.getByRole('contentinfo').getByRole('link', { name: said })).toBeVisible()
  await expect(page.getByRole('navigation').getByText(said)).toHaveCount(1)
  await expect(page.getByRole('definition').filter({ hasText: said })).toBeVisible()
  const finding = page.getByRole('listitem').filter({ hasText: 'Sending fails' })
  await expect(finding).toContainText('No message waits to be sent again. 2 were given up')

  await page.goto(`${standIn.url}/#/webhooks/endpoints`)
  const row = page.getByRole('row', { name: /billing/ })
  await expect(row.locator('[data-column=pending]')).toHaveText('0')
  await expect(row.locator('[data-column=givenUp]')).toHaveText('2')

  // The endpoint answers again: the finding goes with what the engine counts, not when it is next read.
  await page.goto(`${standIn.url}/#/`)
  await expect(finding).toBeVisible()
  standIn.show(mixed)
  await expect(page.getByText(said)).toHaveCount(0)
  await expect(finding).toHaveCount(0)
})
