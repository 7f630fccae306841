/** Setting up OBS from the page of a channel. */
import type { Page } from '@playwright/test'
import { waiting } from '../support/console-scenes.ts'
import { startObsStandIn } from '../support/obs-stand-in.ts'
import type { Scene } from './scene.ts'

const path = `/channels/${waiting.channelId}`
const prepare: Scene['prepare'] = (s) => s.show([waiting])
const submit = (page: Page) => page.getByRole('dialog').locator('button[type=submit]').click()

async function open(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Set up OBS…|OBS を設定…)$/ }).click()
  await page.getByRole('dialog').waitFor()
}

/** Connects to an OBS that is set to something else; what it was stays in view when it is gone. */
async function connect(page: Page, write: boolean): Promise<void> {
  const { port, close } = await startObsStandIn()
  await open(page)
  await page.getByRole('dialog').locator('input[inputmode]').fill(String(port))
  await submit(page)
  await page.getByRole('table').waitFor()
  if (write) {
    await page.getByRole('dialog').locator('button[data-variant=filled]').click()
    await page.getByRole('table').waitFor({ state: 'detached' })
  }
  await close()
}

export const OBS_SCENES: readonly Scene[] = [
  { name: 'detail-obs', path, prepare, after: open },
  {
    name: 'detail-obs-away',
    path,
    prepare,
    after: async (page) => {
      await open(page)
      await page.getByRole('dialog').locator('input[inputmode]').fill('1')
      await submit(page)
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'detail-obs-changes', path, prepare, after: (page) => connect(page, false) },
  { name: 'detail-obs-written', path, prepare, after: (page) => connect(page, true) },
]
