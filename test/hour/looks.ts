/** All that a page of the console tells, several times a second, as the data beside its words (`renderer/ui/told.ts`). */
import type { Page } from '@playwright/test'
import type { Matter } from '../../renderer/ui/told.ts'

/** What one place tells. */
export interface Word {
  readonly matter: Matter
  readonly value: string
  /** A channel's id; empty where it is of none. */
  readonly of: string
  readonly place: string
  readonly text: string
}

/** What was told from a moment on. */
export interface Look {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly words: readonly Word[]
}

/** Between two looks. */
export const LOOK_MS = 100

/** Begins to look at a page; it goes on while the page moves from room to room. */
export async function watch(page: Page): Promise<void> {
  await page.evaluate((everyMs) => {
    const placeOf = (element: Element) =>
      element.closest('nav')
        ? 'navigation'
        : element.closest('footer')
          ? 'status bar'
          : (element.closest<HTMLElement>('[data-place]')?.dataset['place'] ?? 'page')
    const looks: unknown[] = []
    let last = ''
    const look = () => {
      const words = [...document.querySelectorAll<HTMLElement>('[data-told]')]
        .filter((element) => element.checkVisibility())
        .map((element) => ({
          matter: element.dataset['told'],
          value: element.dataset['value'],
          of: element.dataset['of'],
          place: placeOf(element),
          text: element.textContent.slice(0, 160),
        }))
      const text = JSON.stringify(words)
      if (text === last) return
      last = text
      looks.push({ at: Date.now(), words })
    }
    setInterval(look, everyMs)
    Object.assign(window, { looks })
  }, LOOK_MS)
}

/** All looks so far that differ from the one before. */
export const looksOf = (page: Page): Promise<Look[]> =>
  page.evaluate(() => (window as unknown as { looks: Look[] }).looks)
