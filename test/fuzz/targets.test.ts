import { describe, expect, it } from 'vitest'
import { findTarget, targetNames } from './targets.ts'

const SEED = 20_260_101

/** What is in use for good after some thousand cases: tables, compiled patterns, but nothing for each case. */
const HEAP_GROWTH_BYTES = 32 * 2 ** 20

describe.each(targetNames())('%s', (name) => {
  it('survives whatever is sent to it', async () => {
    const { cases, reaches, run } = await findTarget(name)
    const { faults, outcomes, memory } = await run({ seed: SEED, cases })
    expect(faults).toEqual([])
    const short = Object.entries(reaches).filter(([outcome, least]) => (outcomes[outcome] ?? 0) < least)
    expect(short, JSON.stringify(outcomes)).toEqual([])
    expect(memory.heapNow - memory.heapBefore).toBeLessThan(HEAP_GROWTH_BYTES)
  })
})
