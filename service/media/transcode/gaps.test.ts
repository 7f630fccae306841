import { describe, expect, it } from 'vitest'
import { Gaps } from './gaps.ts'

describe('a kind that is silent', () => {
  it('is filled up to a second behind the other', () => {
    const gaps = new Gaps()
    expect(gaps.came('video', 0)).toBeNull()
    expect(gaps.came('audio', 0)).toBeNull()
    expect(gaps.came('video', 1_000)).toBeNull()
    expect(gaps.came('video', 1_040)).toBe(40)
    expect(gaps.came('video', 5_000)).toBe(4_000)
    expect(gaps.came('audio', 5_010)).toBeNull()
    expect(gaps.came('video', 5_040)).toBeNull()
  })

  it('is filled from the beginning of the other where it has never come', () => {
    const gaps = new Gaps()
    expect(gaps.came('audio', 60_000)).toBeNull()
    expect(gaps.came('audio', 61_000)).toBeNull()
    expect(gaps.came('audio', 61_020)).toBe(60_020)
  })

  it('is not filled over a hole of both', () => {
    const gaps = new Gaps()
    gaps.came('video', 0)
    gaps.came('audio', 0)
    expect(gaps.came('audio', 60_000)).toBeNull()
    expect(gaps.came('audio', 60_500)).toBeNull()
    expect(gaps.came('audio', 61_001)).toBe(60_001)
    expect(gaps.came('video', 61_001)).toBeNull()
  })

  it('is counted by times that rise, whatever the order of units', () => {
    const gaps = new Gaps()
    gaps.came('video', 0)
    expect(gaps.came('audio', 1_500)).toBeNull()
    expect(gaps.came('audio', 2_520)).toBe(1_520)
    expect(gaps.came('audio', 2_500)).toBe(1_520)
  })
})
