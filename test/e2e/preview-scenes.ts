import type { Page } from '@playwright/test'
import { fieldCamera, mixed, packaging, townHall, waiting } from '../support/console-scenes.ts'
import type { Scene } from './scene.ts'

/** In the place of what the engine would draw. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="270">
  <rect width="480" height="270" fill="#27364d"/><rect y="180" width="480" height="90" fill="#1b2536"/>
  <circle cx="190" cy="110" r="34" fill="#c69d7c"/><path d="M120 270q0-110 70-110t70 110z" fill="#35506f"/>
</svg>`

/** Four of them, so that the wall is full. */
const wall = [
  ...mixed,
  { ...townHall, channelId: '3F91B7KQ5T0C3N8X6W4E1R9YHA', name: '手話通訳つき中継' },
  {
    ...fieldCamera,
    channelId: '4F3A91D8KQ5T0C3N8X6W4E1R9Y',
    name: 'Stadium, east gate, the long way round to the car park',
    findings: [],
  },
]

async function withPictures(page: Page): Promise<void> {
  await page.route('**/picture.jpg*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
  )
  await page.getByRole('radio', { name: /^(By name|名前順)$/ }).waitFor({ state: 'attached' })
  await page.locator('[data-tile] img').first().waitFor({ state: 'attached' })
  await page.reload()
  await page.locator('[data-tile] img:not([data-failed])').first().waitFor()
}

export const PREVIEW_SCENES: readonly Scene[] = [
  { name: 'preview', path: '/preview', prepare: (s) => s.show(mixed) },
  { name: 'preview-coming', path: '/preview', prepare: (s) => s.show([packaging]) },
  { name: 'preview-nothing', path: '/preview', prepare: (s) => s.show([waiting]) },
  {
    name: 'preview-picker',
    path: '/preview',
    prepare: (s) => s.show(wall),
    after: async (page) => {
      await page.getByRole('combobox').click()
      await page.getByRole('option').first().waitFor()
    },
  },
  { name: 'preview-wall', path: '/preview?view=wall', prepare: (s) => s.show(wall), after: withPictures },
  {
    name: 'preview-wall-playing',
    path: '/preview?view=wall',
    prepare: (s) => s.show(wall),
    after: async (page) => {
      await withPictures(page)
      for (const tile of await page.locator('[data-tile]').all()) await tile.click()
      await page.keyboard.press('1')
    },
  },
  { name: 'preview-wall-nothing', path: '/preview?view=wall', prepare: (s) => s.show([waiting]) },
  { name: 'pop-out', path: `/pop-out/${townHall.channelId}`, prepare: (s) => s.show(mixed) },
  { name: 'pop-out-gone', path: '/pop-out/0000000000', prepare: (s) => s.show(mixed) },
]
