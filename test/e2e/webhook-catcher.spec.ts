import type { Page } from '@playwright/test'
import { drawn, expect, makeChannel, small, test } from './fixture.ts'

test.describe.configure({ mode: 'serial' })

const arrived = (page: Page, type: string) =>
  page.getByRole('grid', { name: 'Requests that arrived' }).getByRole('row', { name: new RegExp(type) })

test('by the keyboard alone a catcher is made, and shows the sample that it is sent', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/webhooks/catcher`)
  await expect(page.getByRole('heading', { name: 'Nothing sent yet' })).toBeVisible()
  await drawn(page)
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'New catcher' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Mine')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('From 1 to 40 characters: a to z, 0 to 9 and hyphens')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('mine')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`${service.ready.console_url}/hooks/mine`)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Nothing arrived yet' })).toBeVisible()

  const sample = page.getByRole('button', { name: 'Send a sample' }).last()
  while (!(await sample.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(arrived(page, 'connection.created.*200')).toBeVisible()
})

test(
  'a channel tells a catcher of its encoder; the signature fits until a byte is changed',
  { tag: '@nightly' },
  async ({ console: page, service, encoder }) => {
    const { console_url: origin } = service.ready
    const hook = `${origin}/hooks/app`
    await page.goto(`${origin}/#/webhooks/catcher`)
    await page.getByRole('button', { name: 'New catcher' }).first().click()
    await page.getByRole('dialog').getByLabel('Name').fill('app')
    await page.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Use in a channel' }).click()
    for (const label of ['Webhook that allows encoders', 'Webhook for events']) {
      await expect(page.getByRole('combobox', { name: label })).toHaveValue(hook)
    }

    const { url } = await makeChannel(service, { ...small, auth_webhook_url: hook, event_webhook_url: hook })
    await page.goto(`${origin}/#/webhooks/catcher?name=app`)
    await encoder(url)
    await expect(arrived(page, 'auth.*200')).toBeVisible()
    await arrived(page, 'connection.created.*200').click()
    const details = page.getByRole('complementary', { name: 'Details of the request' })
    await expect(details.getByRole('group', { name: 'Body' })).toContainText('"type": "connection.created"')
    await details.getByRole('link', { name: 'This service; show in the log' }).click()
    const sent = page.getByRole('complementary', { name: 'Details of the webhook' })
    await expect(sent.getByText(/^Delivered \d\d:/)).toBeVisible()

    await sent.getByRole('link', { name: 'Verify signature' }).click()
    await page.getByRole('button', { name: 'Use the secret of this system' }).click()
    await expect(page.getByText('Valid: it was signed with this secret')).toBeVisible()
    const body = page.getByRole('textbox', { name: 'Body' })
    await body.fill((await body.inputValue()).replace('"rtmprelay"', '"rtmprelaY"'))
    await expect(page.getByText('The body was changed')).toBeVisible()
  },
)
