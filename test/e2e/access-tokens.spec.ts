import { armed } from './armed.ts'
import { clipboardOf, expect, test } from './fixture.ts'
import { saidAfter } from './said.ts'

test('a token is made, shown once, works, and works no more once revoked', async ({
  console: page,
  context,
  service,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const status = async (token: string) => {
    const response = await fetch(`${service.ready.live_base_url}/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Sfu-Target': 'Service_20200729.ListChannelIDs',
        Authorization: `Bearer ${token}`,
      },
      body: '{}',
    })
    return response.status
  }
  await page.getByRole('link', { name: 'API', exact: true }).click()
  await page.getByRole('link', { name: 'Access tokens' }).click()
  await page.getByRole('button', { name: 'New access token' }).click()

  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByText('From 1 to 60 characters')).toBeVisible()
  await dialog.getByLabel('Name').fill('match-day')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('button', { name: 'I have copied it' })).toBeFocused()
  // Where the browser does not allow it, that is said.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('denied', 'NotAllowedError'))
  })
  await saidAfter(page.locator('body'), 'Not copied: the browser does not allow it', () =>
    dialog.getByRole('button', { name: 'Copy Access token' }).click(),
  )
  await page.evaluate(() => Reflect.deleteProperty(navigator.clipboard, 'writeText'))
  await dialog.getByRole('button', { name: 'Copy Access token' }).click()
  const clipboard = clipboardOf(page)
  await expect.poll(clipboard).not.toBe('')
  const token = await clipboard()
  await expect(dialog.getByText(token, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'I have copied it' }).click()

  await expect(page.getByRole('button', { name: 'New access token' })).toBeFocused()

  const row = page.getByRole('row', { name: /^match-day/ })
  await expect(row).toContainText('Never')
  await expect(page.getByText(token)).toHaveCount(0)
  expect(await status(token)).toBe(200)

  await row.getByRole('button', { name: 'Revoke match-day' }).click()
  const revoke = page.getByRole('dialog').getByRole('button', { name: 'Revoke token' })
  await (await armed(revoke)).click()
  await expect(revoke).toHaveCount(0)
  await expect(row).toContainText('Revoked')
  // The button is gone; its list is next to it.
  await expect(page.getByRole('group', { name: 'Access tokens' })).toBeFocused()
  expect(await status(token)).toBe(401)
})
