import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AZURE_PARTS, GS_PARTS, partBytes, S3_PARTS } from './part-size.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3
const TIB = 1024 ** 4

describe('The size of parts', () => {
  it('is 8 MiB for what is usual', () => {
    for (const limits of [S3_PARTS, AZURE_PARTS, GS_PARTS]) {
      expect(partBytes(0, limits)).toBe(8 * MIB)
      expect(partBytes(20 * GIB, limits)).toBe(8 * MIB)
    }
  })

  it('grows where there would be too many of them', () => {
    expect(partBytes(80_000 * MIB, S3_PARTS)).toBe(8 * MIB)
    expect(partBytes(80_000 * MIB + 1, S3_PARTS)).toBe(9 * MIB)
    expect(partBytes(5 * TIB, S3_PARTS)).toBe(525 * MIB)
  })

  it('is what a test asks for, within the limits', () => {
    expect(partBytes(20 * MIB, { ...S3_PARTS, usual: 1 })).toBe(5 * MIB)
    expect(partBytes(20 * MIB, { ...GS_PARTS, usual: 300_000 })).toBe(512 * 1024)
  })

  it('meets no limit of any store, whatever the total', () => {
    for (const limits of [S3_PARTS, AZURE_PARTS, GS_PARTS]) {
      fc.assert(
        fc.property(fc.maxSafeNat(), (any) => {
          const total = any % (limits.whole + 1)
          const size = partBytes(total, limits)
          expect(size).toBeGreaterThanOrEqual(limits.least)
          expect(size).toBeLessThanOrEqual(limits.most)
          expect(size % limits.multipleOf).toBe(0)
          expect(Math.ceil(total / size)).toBeLessThanOrEqual(limits.parts)
        }),
      )
    }
  })

  it('is none for what no store can hold', () => {
    expect(() => partBytes(5 * TIB + 1, S3_PARTS)).toThrow(RangeError)
    expect(() => partBytes(200 * TIB, AZURE_PARTS)).toThrow(RangeError)
    expect(() => partBytes(100, { ...S3_PARTS, most: 9, parts: 10, multipleOf: 2 })).toThrow(RangeError)
  })
})
