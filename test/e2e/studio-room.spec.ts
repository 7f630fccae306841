/** The studio in small windows: nothing that matters is below the fold. */
import type { Locator } from '@playwright/test'
import { expect, test } from './fixture.ts'
import { openStudio } from './studio-page.ts'

const AT_NIGHT = { tag: '@nightly' }
const SIZES = [
  [1024, 640, {}],
  [1024, 700, AT_NIGHT],
  [1280, 800, {}],
  [1920, 1080, AT_NIGHT],
] as const

/** True where something of it lies outside of what scrolls. */
const isCut = (column: Locator): Promise<boolean> =>
  column.evaluate((element) => element.scrollHeight > element.clientHeight + 1)

/** A headless shell has no camera. */
const SOURCES = [
  ['Test picture', {}],
  ['Camera', AT_NIGHT],
] as const

for (const [[width, height, atSize], [source, when]] of SIZES.flatMap((size) =>
  SOURCES.map((one) => [size, one] as const),
)) {
  test(
    `at ${width} × ${height} both ways to begin are in view: ${source}`,
    { ...atSize, ...when },
    async ({ console: page, context, service }) => {
      await page.setViewportSize({ width, height })
      await context.grantPermissions(['camera', 'microphone'])
      await openStudio(page, service)
      const buttons = ['Rehearse', 'Hold to go live'].map((name) => page.getByRole('button', { name }))
      const seen = [
        ...buttons,
        page.getByRole('region', { name: 'Your picture' }),
        page.getByRole('meter', { name: 'Sound level, dB' }),
        page.getByRole('button', { name: 'Mute' }),
        page.getByRole('radiogroup', { name: 'Quality' }),
        ...['Test picture', 'Camera', 'Screen', 'File'].map((name) =>
          page.getByRole('button', { name: new RegExp(`^${name}`) }),
        ),
      ]
      const tile = page.getByRole('button', { name: new RegExp(`^${source}`) })
      await tile.click()
      await expect(tile).toHaveAttribute('aria-pressed', 'true')
      for (const one of seen) await expect(one).toBeInViewport({ ratio: 1 })
      for (const button of buttons) {
        await expect.poll(async () => (await button.boundingBox())?.height).toBe(44)
      }
      const main = page.getByRole('region', { name: 'Your picture' }).locator('xpath=../..')
      await expect.poll(() => isCut(main)).toBe(false)
      // The checks scroll where they have no room; keys reach them.
      const checks = page.getByRole('group', { name: 'Before you go live' })
      await checks.focus()
      await expect(checks.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
      // Who cannot hold types, without anything going out of view.
      await page.getByRole('button', { name: 'Type instead of holding' }).click()
      await expect(page.getByRole('textbox', { name: 'Type LIVE' })).toBeInViewport({ ratio: 1 })
      for (const button of buttons) await expect(button).toBeInViewport({ ratio: 1 })
    },
  )
}
