/**
 * Every room and state, in a theme and a language, in the smallest window: no violation of WCAG 2.0 to 2.2, A
 * and AA, and no text cut off.
 */
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { cutText } from './cut-text.ts'
import { openScene, openStage, SCENES, type Look } from './screenshots.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/**
 * The page has no frames, so axe needs no page of its own to join their results; what it finds nothing in is
 * not written down.
 */
async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const result = await axe.withTags(TAGS).analyze()
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

type Stage = (look: Look) => Promise<Page>

/** One stand-in a worker, and one page for each look: what they load is loaded once. */
const stage = test.extend<object, { readonly standIn: StandIn; readonly stageOf: Stage }>({
  standIn: [
    // Playwright wants a destructured first argument; this fixture needs no other.
    async ({}, use) => {
      const standIn = await startConsoleStandIn(() => SCENE_NOW)
      await use(standIn)
      await standIn.close()
    },
    { scope: 'worker' },
  ],
  stageOf: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
      const pages = new Map<Look, Promise<Page>>()
      await use((look) => {
        const page = pages.get(look) ?? openStage(context, look)
        pages.set(look, page)
        return page
      })
      await context.close()
    },
    { scope: 'worker' },
  ],
})

stage.describe.configure({ mode: 'parallel' })

for (const [index, scene] of SCENES.entries()) {
  stage(`${scene.name} is accessible and has no text cut off`, async ({ standIn, stageOf }) => {
    const looks = process.env['AIRDESK_ALL_LOOKS'] ? LOOKS : [LOOKS[index % 2] ?? LOOKS[0]]
    for (const look of looks) {
      const page = await stageOf(look)
      await openScene(page, standIn, scene)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.scheme)
      const name = `${look.scheme} ${look.language}`
      expect(await page.evaluate(cutText), name).toEqual([])
      expect(await violations(page), name).toEqual([])
    }
  })
}
