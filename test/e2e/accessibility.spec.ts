/** Every room and state, both themes, both languages: no violation of WCAG 2.0 to 2.2, A and AA. */
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

for (const scene of SCENES) {
  test(`${scene.name} has no accessibility violation`, async ({ browser }) => {
    for (const language of ['en', 'ja'] as const) {
      const standIn = await startConsoleStandIn(() => SCENE_NOW)
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      const page = await context.newPage()
      await openScene(page, standIn, scene, { scheme: 'dark', language })
      expect(await violations(page), `dark ${language}`).toEqual([])
      // The theme follows the system, so the open layers stay.
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
      expect(await violations(page), `light ${language}`).toEqual([])
      await context.close()
      await standIn.close()
    }
  })
}
