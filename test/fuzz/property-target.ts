import { setImmediate as turn } from 'node:timers/promises'
import { inspect } from 'node:util'
import fc from 'fast-check'
import type { FuzzOptions, FuzzResult, FuzzTarget } from './fuzz-target.ts'
import { MemoryWatch } from './memory-watch.ts'
import { seedOf } from './random.ts'

/** What is attacked, running. */
export interface Attacked<Input> {
  /**
   * Takes one input.
   * @returns what became of it, in a word or two
   * @throws what must never happen
   */
  take(input: Input): string | Promise<string>
  /** Looks after those who do no harm: they must be served as ever. @throws where they are not */
  check?(): void | Promise<void>
  stop?(): void | Promise<void>
}

export interface PropertyTarget<Input> extends Pick<FuzzTarget, 'name' | 'cases' | 'reaches'> {
  /** fast-check makes these, and of one that leads to a fault the smallest that does. */
  readonly inputs: fc.Arbitrary<Input>
  start(): Attacked<Input> | Promise<Attacked<Input>>
}

/** Cases between two looks at those who do no harm. */
const ROUND = 1000
/** A case that takes longer hangs. */
const HANG_MS = 30_000

/** A target whose inputs fast-check makes and makes small. */
export function propertyTarget<Input>({ inputs, start, ...target }: PropertyTarget<Input>): FuzzTarget {
  return { ...target, run: (options) => run(inputs, start, options) }
}

async function run<Input>(
  inputs: fc.Arbitrary<Input>,
  start: PropertyTarget<Input>['start'],
  { seed, cases, first = 0, seconds: most = Infinity, onProgress }: FuzzOptions,
): Promise<FuzzResult> {
  const attacked = await start()
  const outcomes: Record<string, number> = {}
  const faults: string[] = []
  const uncaught = watchUncaught()
  const memory = new MemoryWatch()
  const startedAt = performance.now()
  const property = fc.asyncProperty(inputs, async (input) => {
    const outcome = await attacked.take(input)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    uncaught.check()
  })
  let done = 0
  const isLate = () => performance.now() - startedAt > most * 1000
  try {
    while (done < cases && faults.length === 0 && !isLate()) {
      const round = Math.floor((first + done) / ROUND)
      const offset = (first + done) % ROUND
      const count = Math.min(ROUND - offset, cases - done)
      const fault = await runRound(property, { seed: seedOf(seed, round) | 0, offset, count })
      if (fault) faults.push(`case ${round * ROUND + offset + fault.index}: ${fault.words}`)
      done += count
      memory.look()
      // What native code has of objects that are gone is given back in a turn of the event loop only.
      await turn()
      try {
        await attacked.check?.()
        uncaught.check()
      } catch (error) {
        faults.push(`after case ${first + done - 1}: ${inspect(error)}`)
      }
      onProgress?.(done)
    }
    const seconds = (performance.now() - startedAt) / 1000
    return { cases: done, seconds, memory: memory.read(), outcomes, faults }
  } finally {
    uncaught.stop()
    await attacked.stop?.()
  }
}

/** @returns the first fault, made small; null where there is none */
async function runRound<Input>(
  property: fc.IAsyncProperty<[Input]>,
  { seed, offset, count }: { seed: number; offset: number; count: number },
): Promise<{ index: number; words: string } | null> {
  const found = await fc.check(property, {
    ...{ seed, numRuns: count, timeout: HANG_MS },
    ...(offset === 0 ? {} : { path: String(offset) }),
  })
  if (!found.failed) return null
  const index = Number(found.counterexamplePath?.split(':')[0]) - offset
  return { index, words: `${inspect(found.errorInstance)}\n  input: ${fc.stringify(found.counterexample)}` }
}

/** What nobody catches anywhere in this process is a fault of the case in which it is seen. */
function watchUncaught(): { check(): void; stop(): void } {
  const seen: unknown[] = []
  const note = (error: unknown) => void seen.push(error)
  process.on('uncaughtException', note).on('unhandledRejection', note)
  return {
    check: () => {
      if (seen.length > 0) throw new Error('uncaught', { cause: seen.splice(0)[0] })
    },
    stop: () => process.off('uncaughtException', note).off('unhandledRejection', note),
  }
}
