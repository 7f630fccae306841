/** Time and faults of a service that was started for it, as the console shows and moves them. */
import { expect, test } from './fixture.ts'
import { saidAfter } from './said.ts'

test.use({ own: 'emulator', serviceArgs: ['--emulator', '--seed', '42'] })

test('the clock is frozen, moved on and released, and every room says so', async ({ console: page }) => {
  const band = page.getByRole('region', { name: 'Emulator' })
  await page.getByRole('link', { name: 'Emulator' }).click()
  const card = page.getByRole('region', { name: 'Clock' })
  await expect(card.getByText('Not advanced yet.')).toBeVisible()
  await expect(band).toBeHidden()

  const frozen = card.getByText('Frozen', { exact: true })
  await saidAfter(page.locator('body'), ', frozen for 0:0', () => frozen.click())
  await expect(band).toContainText('Time is not real: ')
  await expect(band).toContainText(', frozen for ')
  const clock = page.getByRole('banner').locator('[data-lab]')
  await card.getByRole('button', { name: 'Advance' }).click()
  await expect(card.getByText('Last advance 1 day')).toBeVisible({ timeout: 60_000 })
  const shown = await clock.textContent()

  await page.getByRole('link', { name: 'Schedules' }).click()
  await expect(page.getByRole('contentinfo')).toContainText('Clock frozen')
  await band.getByRole('button', { name: 'Release the clock' }).click()
  // It goes on from there, as time never goes back: what does bring it back is offered.
  await expect(band).toContainText('Time is ahead by ')
  await expect(clock).not.toHaveText(shown ?? '')
  await band.getByRole('link', { name: 'Restore a snapshot' }).click()
  await expect(page.getByRole('region', { name: 'Snapshots' })).toBeVisible()
})

test('a preset is armed by a press, and faults are disarmed from any room', async ({ console: page }) => {
  await page.getByRole('link', { name: 'Emulator' }).click()
  const card = page.getByRole('region', { name: 'Faults' })
  await expect(card.getByText('seed 42')).toBeVisible()
  await card.getByRole('button', { name: 'Bucket is read-only' }).click()
  await expect(card.getByRole('row', { name: /Answer 403/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'Chat' }).click()
  const band = page.getByRole('region', { name: 'Emulator' })
  await expect(band).toContainText('2 faults armed, 0 hits')
  await band.getByRole('button', { name: 'Disarm faults' }).click()
  await expect(page.getByText('2 faults armed')).toHaveCount(0)
  await page.getByRole('link', { name: 'Emulator' }).click()
  await expect(card.getByRole('row', { name: /Answer 403/ }).first()).toContainText('Off')
})

test(
  'a fault that breaks the rules is refused by its member',
  { tag: '@nightly' },
  async ({ console: page }) => {
    await page.getByRole('link', { name: 'Emulator' }).click()
    await page.getByRole('button', { name: 'Add fault' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('{"id": "x", "at": "nowhere", "effect": {"kind": "cut"}}')
    await dialog.getByRole('button', { name: 'Add fault' }).click()
    await expect(dialog.getByRole('textbox')).toHaveAttribute('aria-invalid', 'true')
    await expect(dialog).toContainText('at (')
    await dialog
      .getByRole('textbox')
      .fill('{"id": "slow", "at": "live", "effect": {"kind": "delay", "delayMs": 20}}')
    await dialog.getByRole('button', { name: 'Add fault' }).click()
    await expect(page.getByRole('row', { name: /Answer 0.02 s late/ })).toContainText('live API')
  },
)

test('what is called is counted', { tag: '@nightly' }, async ({ console: page, service }) => {
  const { option_base_url } = service.ready
  await fetch(`${option_base_url}/api/schedule`)
  await page.getByRole('link', { name: 'Emulator' }).click()
  const card = page.getByRole('region', { name: 'Coverage of the last run' })
  await expect(card.getByText('Never called')).toBeVisible()
  await expect(card.getByRole('link', { name: 'Report' })).toBeVisible()
})
