import type { Milliseconds } from '../../../contract/units.ts'
import type { Clock } from '../../../platform/clock.ts'
import { StoreError } from '../../../provider/archive/store-error.ts'

/**
 * Runs `run` for so long at most, also where it does not look at its signal.
 * @throws StoreError `timeout`
 */
export async function withDeadline<T>(
  clock: Clock,
  deadlineMs: Milliseconds,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new StoreError('timeout', `Not done within ${Math.round(deadlineMs / 1000)} seconds`)
  const abort = new AbortController()
  const { promise: deadline, reject } = Promise.withResolvers<never>()
  const timer = clock.after(deadlineMs, () => {
    reject(late)
    abort.abort(late)
  })
  try {
    return await Promise.race([run(abort.signal), deadline])
  } finally {
    timer.cancel()
  }
}
