import { setTimeout as delay } from 'node:timers/promises'
import type { Milliseconds } from '../contract/units.ts'
import { errorCode } from '../platform/error-code.ts'

const LOOK_EVERY: Milliseconds = 25

/**
 * Waits until no process has the number `pid`, at most `limit`. Another program may have been given the
 * number since, so this never waits for good.
 */
export async function processEnded(pid: number, limit: Milliseconds): Promise<void> {
  for (let waited = 0; waited < limit && exists(pid); waited += LOOK_EVERY) await delay(LOOK_EVERY)
}

/** Whether a process has this number. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
