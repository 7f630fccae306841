/** Low latency, from the switch in the console to the player that plays parts. */
import type { Locator, Page } from '@playwright/test'
import { expect, makeChannel, test } from './fixture.ts'

const card = (page: Page) => page.getByRole('region', { name: 'Low latency' })
/** Presses what is shown as it was chosen at once, and waits until the service has it so. */
async function choose(page: Page, control: Locator): Promise<void> {
  const answered = page.waitForResponse(
    (response) => response.url().endsWith('/low-latency') && response.request().method() === 'PUT',
  )
  await control.press('Space')
  expect((await answered).status()).toBe(200)
}
const choice = (page: Page, mode: string) => card(page).getByRole('radio', { name: mode })

test(
  'is switched for all in the settings, and for a channel in its access',
  { tag: '@nightly' },
  async ({ console: page, service }) => {
    const { id } = await makeChannel(service)
    const at = (address: string) => `${service.ready.console_page_url}/#${address}`
    const forAll = page.getByRole('switch', { name: 'Channels that say nothing else' })
    await page.goto(at('/settings?section=service'))
    await expect(forAll).not.toBeChecked()
    await choose(page, forAll)
    await expect(forAll).toBeChecked()

    await page.goto(at(`/channels/${id}?view=access`))
    await expect(choice(page, 'As all channels')).toBeChecked()
    await expect(card(page)).toContainText('All channels: on')
    await choose(page, choice(page, 'Off'))
    await expect(choice(page, 'Off')).toBeChecked()
    await page.reload()
    await expect(choice(page, 'Off')).toBeChecked()
    await expect(card(page)).toContainText('A change takes effect with the next connection.')
    await choose(page, choice(page, 'As all channels'))
    await expect(choice(page, 'As all channels')).toBeChecked()

    await page.goto(at('/settings?section=service'))
    await choose(page, forAll)
    await expect(forAll).not.toBeChecked()
  },
)

test('the next connection is played in parts, a second behind; what is on air keeps what it began with', async ({
  console: page,
  service,
  encoder,
}) => {
  const { id, url } = await makeChannel(service)
  const at = (view: string) => `${service.ready.console_page_url}/#/channels/${id}?view=${view}`
  await page.goto(at('access'))
  await choose(page, choice(page, 'On'))
  await expect(choice(page, 'On')).toBeChecked()
  await encoder(url)
  await page.goto(at('preview'))
  const player = page.getByRole('region', { name: /^Preview of/ })
  await expect(player).toHaveAttribute('data-status', 'ready', { timeout: 60_000 })
  const figure = (name: string) => player.locator('dl > div', { hasText: name }).locator('strong')
  await expect(figure('Parts')).toHaveText(/^0\.\d\d$/)
  await expect(figure('Reload')).toHaveText(/^\d\.\d\d$/)
  await expect(page.getByText('Hold back')).toBeVisible()
  await expect(figure('Latency')).toHaveText(/^[0-3]\.\d$/)
  await page.goto(at('access'))
  await choose(page, choice(page, 'Off'))
  await expect(card(page)).toContainText('What is on air began with it and goes on so.')
})
