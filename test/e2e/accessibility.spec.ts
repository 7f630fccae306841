/** Every room and state, in both themes and both languages: no violation of WCAG 2.0 to 2.2, A and AA. */
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

/** Each theme and each language once: contrast hangs on the theme, names on the language. */
const LOOKS = [
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'ja' },
] as const

test.describe.configure({ mode: 'parallel' })

for (const scene of SCENES) {
  test(`${scene.name} has no accessibility violation`, async ({ browser }) => {
    for (const look of LOOKS) {
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
