import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, isNewer, SequenceUnwrapper, TimestampUnwrapper } from './sequence.ts'

describe('sequence numbers', () => {
  it('are compared the shorter way around', () => {
    expect(distance(65535, 0)).toBe(1)
    expect(distance(0, 65535)).toBe(-1)
    expect(distance(0, 32767)).toBe(32767)
    expect(isNewer(0, 65535)).toBe(true)
    expect(isNewer(65535, 0)).toBe(false)
    expect(isNewer(7, 7)).toBe(false)
  })

  it.each([
    ['sequence numbers', 16, () => new SequenceUnwrapper()],
    ['timestamps', 32, () => new TimestampUnwrapper()],
  ])('%s are continued beyond their wraps, also out of order', (_name, bits, make) => {
    const modulus = 2 ** bits
    // Each step starts from the newest, so no step may be as long as half the way around.
    const anySteps = fc.array(fc.integer({ min: 1 - modulus / 2, max: modulus / 2 - 1 }), { maxLength: 50 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: modulus - 1 }), anySteps, (first, steps) => {
        const unwrapper = make()
        expect(unwrapper.unwrap(first)).toBe(first)
        let newest = first
        for (const step of steps) {
          const value = newest + step
          expect(unwrapper.unwrap(((value % modulus) + modulus) % modulus)).toBe(value)
          newest = Math.max(newest, value)
        }
      }),
    )
  })
})
