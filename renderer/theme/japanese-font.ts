import { whenIdle } from '../idle.ts'
import type { Language } from '../i18n/index.ts'

/**
 * Makes the Japanese font known, of which browsers load what a page needs and the computer has not. In Japanese
 * the page waits for that, so that it never begins with boxes; in English names may be Japanese, which are drawn
 * anew then.
 * @returns resolved when the page may begin
 */
export async function knowJapanese(language: Language): Promise<void> {
  if (language === 'ja') await load()
  else void whenIdle().then(load)
}

const load = (): Promise<void> =>
  import('./japanese.css').then(
    () => undefined,
    // The page is worth more than its letters.
    () => undefined,
  )
