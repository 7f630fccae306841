/** What a page says in passing: words that a wait for other words would miss. */
import type { Locator } from '@playwright/test'

/** Notes from now on whether some words ever stand there. @returns how to ask */
export async function listenFor(where: Locator, words: string): Promise<() => Promise<boolean>> {
  await where.evaluate((element, wanted) => {
    const look = () => {
      if (element.textContent.includes(wanted)) element.setAttribute('data-said', wanted)
    }
    new MutationObserver(look).observe(element, { childList: true, characterData: true, subtree: true })
    look()
  }, words)
  return async () => (await where.getAttribute('data-said')) === words
}
