/**
 * Every room and state, in a theme and a language, in the smallest window: no violation of WCAG 2.0 to 2.2, A
 * and AA, no text cut off, and at 200 % zoom every control within reach.
 */
import { expect, test } from '@playwright/test'
import { violations } from './axe.ts'
import { cutText } from './cut-text.ts'
import { openScene, SCENES } from './screenshots.ts'
import { stage } from './stage.ts'
import { unreachable } from './unreachable.ts'

/** At 200 % zoom; and as it is without. */
const ZOOMED = { width: 640, height: 400 }
const USUAL = { width: 1280, height: 800 }

/** Contrast hangs on the theme, names on the language. */
const LOOKS = [
  { scheme: 'dark', language: 'en' },
  { scheme: 'light', language: 'ja' },
] as const

/**
 * What holds most. These are read with every run, by turns in the one look and the other; all scenes in both
 * looks every night, and by `npm run looks`.
 */
const FULLEST = [
  'channels',
  'detail-findings',
  'control-room-mixed',
  'schedules-month',
  'studio-on-air',
  'users-details',
]

stage.describe.configure({ mode: 'parallel' })

for (const scene of SCENES) {
  const turn = FULLEST.indexOf(scene.name)
  for (const [index, look] of LOOKS.entries()) {
    const details = turn >= 0 && turn % LOOKS.length === index ? {} : { tag: '@nightly' }
    const name = `${scene.name}, ${look.scheme} ${look.language}`
    stage(
      `${name}: accessible, and nothing cut off or out of reach`,
      details,
      async ({ standIn, stageOf }) => {
        const page = await stageOf(look)
        await openScene(page, standIn, scene)
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', look.scheme)
        expect(await page.evaluate(cutText)).toEqual([])
        expect(await violations(page)).toEqual([])
        await page.setViewportSize(ZOOMED)
        // What is open over a room is placed anew once that has its new size.
        await expect.poll(() => page.evaluate(unreachable)).toEqual([])
        await page.setViewportSize(USUAL)
      },
    )
  }
}

test('what every run reads is there', () => {
  const names = SCENES.map(({ name }) => name)
  expect(FULLEST.filter((name) => !names.includes(name))).toEqual([])
})
