/** Every room and state, in a theme and a language: no violation of WCAG 2.0 to 2.2, A and AA. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { startConsoleStandIn } from '../support/console-stand-in.ts'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { openScene, SCENES } from './screenshots.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function violations(page: Page): Promise<string[]> {
  const result = await new AxeBuilder({ page }).withTags(TAGS).analyze()
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(' ')} ${node.failureSummary ?? ''}`),
  )
}

/**
 * Contrast hangs on the theme, names on the language: every second scene is read in the one, the others in
 * the other. With AIRDESK_ALL_LOOKS every scene is read in both.
 */
const LOOKS = [
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'ja' },
] as const

test.describe.configure({ mode: 'parallel' })

for (const [index, scene] of SCENES.entries()) {
  test(`${scene.name} has no accessibility violation`, async ({ browser }) => {
    const looks = process.env['AIRDESK_ALL_LOOKS'] ? LOOKS : [LOOKS[index % 2] ?? LOOKS[0]]
    for (const look of looks) {
      const standIn = await startConsoleStandIn(() => SCENE_NOW)
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await openScene(page, standIn, scene, look)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.scheme)
      expect(await violations(page), `${look.scheme} ${look.language}`).toEqual([])
      await context.close()
      await standIn.close()
    }
  })
}
