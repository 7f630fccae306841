import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../contract/units.ts'

const LOOK_EVERY: Milliseconds = 50

/** What was waited for did not happen in time. */
export class WaitError extends Error {
  override readonly name = 'WaitError'
}

/**
 * Asks until there is an answer that is not undefined.
 * @param what is named where it does not come, with what was found last
 * @throws WaitError
 */
export async function waitUntil<T>(
  ask: () => Promise<T | undefined> | T | undefined,
  { what, timeoutMs, seen = () => '' }: { what: string; timeoutMs: Milliseconds; seen?: () => string },
): Promise<T> {
  const until = performance.now() + timeoutMs
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    if (performance.now() > until) {
      throw new WaitError([`No ${what} within ${timeoutMs / 1000} s.`, seen()].join(' ').trim())
    }
    await delay(LOOK_EVERY)
  }
}
