import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { distance, SequenceUnwrapper } from './sequence.ts'

const MODULUS = 2 ** 16

describe('sequence numbers', () => {
  it('are compared the shorter way around', () => {
    expect(distance(65535, 0)).toBe(1)
    expect(distance(0, 65535)).toBe(-1)
    expect(distance(0, 32767)).toBe(32767)
  })

  it('are continued beyond their wraps, also out of order', () => {
    // Each step starts from the newest, so no step may be as long as half the way around.
    const anySteps = fc.array(fc.integer({ min: 1 - MODULUS / 2, max: MODULUS / 2 - 1 }), { maxLength: 50 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MODULUS - 1 }), anySteps, (first, steps) => {
        const unwrapper = new SequenceUnwrapper()
        expect(unwrapper.unwrap(first)).toBe(first)
        let newest = first
        for (const step of steps) {
          const value = newest + step
          expect(unwrapper.unwrap(((value % MODULUS) + MODULUS) % MODULUS)).toBe(value)
          newest = Math.max(newest, value)
        }
      }),
    )
  })
})
