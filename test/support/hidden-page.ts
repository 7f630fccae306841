/**
 * A page in a tab behind another one, which browsers slow down. Playwright keeps each of its own pages in
 * front, so this one is driven by the protocol alone.
 */
import type { Browser } from '@playwright/test'
import { waitFor } from './wait-for.ts'

/** What Runtime.evaluate answers; nothing while the page changes. */
interface Evaluated {
  readonly result?: { readonly value?: unknown }
  readonly exceptionDetails?: object
}

const LOADED = `location.href !== 'about:blank' && document.readyState === 'complete' && document.hidden`

interface Options {
  readonly url: string
  readonly cookie: { readonly name: string; readonly value: string }
}

/**
 * Opens the page, puts another in front of it and gives what `run` resolves to in it, which must be JSON.
 * @throws Error with what the page threw
 */
export async function inHiddenPage<T>(
  browser: Browser,
  { url, cookie }: Options,
  run: () => Promise<T>,
): Promise<T> {
  const session = await browser.newBrowserCDPSession()
  await session.send('Storage.setCookies', { cookies: [{ ...cookie, url: new URL(url).origin }] })
  const { targetId } = await session.send('Target.createTarget', { url })
  const inFront = await session.send('Target.createTarget', { url: 'about:blank' })
  try {
    await session.send('Target.activateTarget', { targetId: inFront.targetId })
    const { sessionId } = await session.send('Target.attachToTarget', { targetId, flatten: false })
    let last = 0
    const evaluate = async (expression: string): Promise<Evaluated> => {
      last += 1
      const id = last
      const answer = new Promise<Evaluated>((resolve) => {
        session.on('Target.receivedMessageFromTarget', ({ message }) => {
          const said = JSON.parse(message) as { id?: number; result?: Evaluated }
          if (said.id === id) resolve(said.result ?? {})
        })
      })
      const params = { expression, awaitPromise: true, returnByValue: true }
      const message = JSON.stringify({ id, method: 'Runtime.evaluate', params })
      await session.send('Target.sendMessageToTarget', { sessionId, message })
      return answer
    }
    await waitFor(
      async () => (await evaluate(LOADED)).result?.value === true,
      'the page to be loaded and hidden',
    )
    const { result, exceptionDetails } = await evaluate(`(${run.toString()})()`)
    if (result === undefined || exceptionDetails) throw new Error(JSON.stringify(exceptionDetails))
    return result.value as T
  } finally {
    await session.send('Target.closeTarget', { targetId })
    await session.send('Target.closeTarget', { targetId: inFront.targetId })
  }
}
