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

/** Frames of both kinds, each 20 ms long, one of them behind. @returns what of that one is to be filled */
function fillsBehind(gaps: Gaps, from: number, to: number, lag: number): number[] {
  const fills: number[] = []
  for (let time = from; time < to; time += 20) {
    const fill = gaps.came('audio', time)
    if (fill !== null) fills.push(fill)
    gaps.came('video', Math.max(0, time - lag))
  }
  return fills
}

describe('a kind that is behind', () => {
  it('is not silent', () => {
    expect(fillsBehind(new Gaps(), 0, 20_000, 1800)).toEqual([])
    expect(fillsBehind(new Gaps(), 0, 20_000, 4900)).toEqual([])
  })

  it('finds room for what it sends after a silence, as late as before', () => {
    const gaps = new Gaps()
    fillsBehind(gaps, 0, 10_000, 1800)
    expect(gaps.came('audio', 10_960)).toBeNull()
    expect(gaps.came('audio', 11_000)).toBe(11_000 - 1000 - 1800)
    expect(gaps.came('audio', 15_000)).toBe(15_000 - 1000 - 1800)
    expect(fillsBehind(gaps, 15_020, 20_000, 1800)).toEqual([15_020 - 1000 - 1800])
  })

  it('is filled where it is more than 5 s behind, as if it had stopped there', () => {
    const gaps = new Gaps()
    fillsBehind(gaps, 0, 10_000, 0)
    expect(fillsBehind(gaps, 10_000, 60_000, 30_000).at(-1)).toBe(59_980 - 1000 - 5000)
    expect(gaps.came('video', 59_980)).toBeNull()
    expect(fillsBehind(gaps, 60_000, 70_000, 0)).toEqual([])
  })
})
