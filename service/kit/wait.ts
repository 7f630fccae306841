import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../contract/units.ts'

const LOOK_EVERY: Milliseconds = 50
/** Longest that a timer can have. */
const FOR_EVER: Milliseconds = 2 ** 31 - 1

/** What was waited for did not happen in time. */
export class WaitError extends Error {
  override readonly name = 'WaitError'
}

/**
 * Somebody waits for it: this process does not end while it is pending, though nothing of the kit keeps it alive, so
 * that a test that fails before it closes anything ends.
 */
export async function awaited<T>(promise: Promise<T>): Promise<T> {
  const alive = setInterval(() => undefined, FOR_EVER)
  try {
    return await promise
  } finally {
    clearInterval(alive)
  }
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
