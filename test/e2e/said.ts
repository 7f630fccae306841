/** What a page says in passing: words that a wait for them, or for other words, would miss. */
import { expect, type Locator } from '@playwright/test'

export interface Heard {
  readonly text: string
  /** When it stood there first, by the page's clock; milliseconds since 1970. */
  readonly at: number
}

/**
 * Notes from now on what is said there first that fits.
 * @param inside a selector of what of it is listened to; all of it unless given
 * @returns waits until it was said, however soon it went again
 */
export async function hear(where: Locator, words: RegExp, inside?: string): Promise<() => Promise<Heard>> {
  const noted = await note(where, words, inside)
  return async () => {
    await expect.poll(noted, `what is said: ${String(words)}`).not.toBeNull()
    const heard = await noted()
    if (heard === null) throw new Error('what was said was forgotten')
    return heard
  }
}

/** Notes from now on whether some words ever stand there. @returns how to ask */
export async function listenFor(where: Locator, words: string): Promise<() => Promise<boolean>> {
  const noted = await note(where, literally(words))
  return async () => (await noted()) !== null
}

/** Does something and waits until some words have stood there since. @returns the words */
export async function saidAfter(where: Locator, words: string | RegExp, act: () => unknown): Promise<string> {
  const heard = await hear(where, typeof words === 'string' ? literally(words) : words)
  await act()
  return (await heard()).text
}

const literally = (words: string) => new RegExp(words.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`))

async function note(where: Locator, words: RegExp, inside?: string): Promise<() => Promise<Heard | null>> {
  const noted = await where.evaluateHandle(
    (element, [source, flags, selector]) => {
      const wanted = new RegExp(source, flags)
      const noted: { heard: { text: string; at: number } | null } = { heard: null }
      const look = () => {
        if (noted.heard !== null) return
        const parts = selector === null ? [element] : [...element.querySelectorAll(selector)]
        const words = parts.map(({ textContent }) => textContent.replaceAll(/\s+/g, ' '))
        const text = wanted.exec(words.join('\n'))?.[0]
        if (text !== undefined) noted.heard = { text, at: Date.now() }
      }
      new MutationObserver(look).observe(element, { childList: true, characterData: true, subtree: true })
      look()
      return noted
    },
    [words.source, words.flags, inside ?? null] as const,
  )
  return () => noted.evaluate(({ heard }) => heard)
}
