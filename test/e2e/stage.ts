/** Tests that look at scenes in one look or another. */
import { test, type Page } from '@playwright/test'
import { SCENE_NOW } from '../support/console-scenes.ts'
import { startConsoleStandIn, type StandIn } from '../support/console-stand-in.ts'
import { openStage, type Look } from './screenshots.ts'

type Stage = (look: Look) => Promise<Page>

/** One stand-in a worker, and one page for each look: what they load is loaded once. */
export const stage = test.extend<object, { readonly standIn: StandIn; readonly stageOf: Stage }>({
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
