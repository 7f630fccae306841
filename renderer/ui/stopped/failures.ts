/** The failures of this window, told to the engine's log. */
import { reportStopped } from '../../api/engine.ts'
import { framesOf, nameOf, wordsOf, type Failure } from './failure.ts'

const failures: Failure[] = []
const known = new WeakMap<object, Failure>()

/** Takes note of an error, once; the engine may be away, the operator has the id in either case. */
export function failureOf(error: unknown, place: string): Failure {
  const key = error instanceof Error ? error : null
  const noted = key === null ? undefined : known.get(key)
  if (noted !== undefined) return noted
  const failure: Failure = {
    report: `e-${crypto.randomUUID().slice(0, 8)}`,
    at: Date.now(),
    place,
    name: nameOf(error),
    words: wordsOf(error),
    frames: framesOf(error),
    before: failures.filter((one) => one.place === place).map(({ at }) => at),
  }
  failures.push(failure)
  if (key !== null) known.set(key, failure)
  void reportStopped({ report: failure.report, place, error: failure.name }).catch(() => undefined)
  return failure
}
