import type { Language } from '../i18n/index.ts'

/**
 * Makes the Japanese font known, of which browsers load what a page needs and the computer has not. In Japanese
 * the page waits for that, so that it never begins with boxes; in English names may be Japanese, later.
 * @returns resolved when the page may begin
 */
export async function knowJapanese(language: Language): Promise<void> {
  const known = import('./japanese.css').then(
    () => undefined,
    // The page is worth more than its letters.
    () => undefined,
  )
  if (language === 'ja') await known
}
