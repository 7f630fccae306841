/** Every room and state, in a theme and a language: no violation of WCAG 2.0 to 2.2, A and AA. */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type BrowserContext, type Page } from '@playwright/test'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { openScene, SCENES } from './screenshots.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page has no frames, so axe needs no page of its own to join their results. */
async function violations(page: Page): Promise<string[]> {
  const result = await new AxeBuilder({ page }).setLegacyMode(true).withTags(TAGS).analyze()
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

/** One stand-in and one browser context a worker: what they load is loaded once. */
const stage = test.extend<object, { readonly standIn: StandIn; readonly sharedContext: BrowserContext }>({
  standIn: [
    // eslint wants a destructured first argument; this fixture needs no other.
    async ({}, use) => {
      const standIn = await startConsoleStandIn(() => SCENE_NOW)
      await use(standIn)
      await standIn.close()
    },
    { scope: 'worker' },
  ],
  sharedContext: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
      await use(context)
      await context.close()
    },
    { scope: 'worker' },
  ],
})

stage.describe.configure({ mode: 'parallel' })

for (const [index, scene] of SCENES.entries()) {
  stage(`${scene.name} has no accessibility violation`, async ({ standIn, sharedContext }) => {
    const looks = process.env['AIRDESK_ALL_LOOKS'] ? LOOKS : [LOOKS[index % 2] ?? LOOKS[0]]
    for (const look of looks) {
      standIn.reset()
      const page = await sharedContext.newPage()
      await openScene(page, standIn, scene, look)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.scheme)
      expect(await violations(page), `${look.scheme} ${look.language}`).toEqual([])
      await page.close()
    }
  })
}
