import { expect, test } from './fixture.ts'

test('a service that was not started for it says so, with the command', async ({
  console: page,
  service,
}) => {
  await page.goto(`${service.ready.console_page_url}/#/settings?section=emulator`)
  const card = page.getByRole('region', { name: 'This service was not started as an emulator' })
  await expect(card.getByText('airdesk serve --emulator')).toBeVisible()
  await expect(
    page.getByRole('navigation', { name: 'Rooms' }).getByRole('link', { name: 'Emulator' }),
  ).toBeHidden()
})
