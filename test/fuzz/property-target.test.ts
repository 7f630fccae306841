import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyTarget } from './property-target.ts'
import type { Attacked } from './property-target.ts'

const SEED = 20_260_101

/** Takes numbers. */
function targetOf(attacked: Attacked<number>) {
  const inputs = fc.nat({ max: 100_000 })
  return propertyTarget({ name: 'x', cases: 1, reaches: {}, inputs, start: () => attacked })
}

describe('a target whose inputs fast-check makes', () => {
  it('counts what became of its cases, and stops what it started', async () => {
    let stopped = 0
    const target = targetOf({ take: (n) => (n % 2 ? 'odd' : 'even'), stop: () => void stopped++ })
    const { cases, outcomes, faults } = await target.run({ seed: SEED, cases: 2500 })
    expect({ cases, faults, stopped }).toEqual({ cases: 2500, faults: [], stopped: 1 })
    expect((outcomes['odd'] ?? 0) + (outcomes['even'] ?? 0)).toBe(2500)
    expect(outcomes['odd']).toBeGreaterThan(500)
  })

  it('ends with the first fault: its case, its smallest input, and the same again from there', async () => {
    const target = targetOf({
      take: (n) => {
        if (n > 99_900) throw new TypeError('too much')
        return 'fine'
      },
    })
    const { faults, cases } = await target.run({ seed: SEED, cases: 100_000 })
    expect(faults).toHaveLength(1)
    expect(cases).toBeLessThan(100_000)
    const [, first = ''] = /^case (\d+): TypeError: too much/.exec(faults[0] ?? '') ?? []
    expect(faults[0]).toContain('input: [99901]')
    const again = await target.run({ seed: SEED, cases: 1, first: Number(first) })
    expect(again.faults[0]).toContain(`case ${first}: TypeError: too much`)
    expect((await target.run({ seed: SEED, cases: 1, first: Number(first) - 1 })).faults).toEqual([])
  })

  it('makes the same cases of a seed wherever it begins', async () => {
    const seen = async (options: { seed: number; cases: number; first?: number }) => {
      const numbers: number[] = []
      await targetOf({ take: (n) => (numbers.push(n), 'seen') }).run(options)
      return numbers
    }
    const all = await seen({ seed: SEED, cases: 2100 })
    expect(await seen({ seed: SEED, cases: 1100, first: 950 })).toEqual(all.slice(950, 2050))
    expect(await seen({ seed: SEED + 1, cases: 2100 })).not.toEqual(all)
  })

  it('finds what nobody catches, and that others are not served', async () => {
    const uncaught = targetOf({
      take: async () => {
        void Promise.reject(new Error('lost'))
        await new Promise((resolve) => setImmediate(resolve))
        return 'fine'
      },
    })
    expect((await uncaught.run({ seed: SEED, cases: 10 })).faults[0]).toContain('lost')
    const disturbed = targetOf({
      take: () => 'fine',
      check: () => {
        throw new Error('another one is not served')
      },
    })
    const { faults } = await disturbed.run({ seed: SEED, cases: 3000 })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('after case 999: Error: another one is not served')
  })
})
