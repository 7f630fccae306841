import { describe, expect, it } from 'vitest'
import { Timeline } from './timeline.ts'

const run = (timestamps: number[]) => {
  const timeline = new Timeline()
  return timestamps.map((t) => timeline.at(t))
}

describe('Timeline', () => {
  it('starts at 0 whatever the encoder starts at', () => {
    expect(run([5000, 5033, 5067])).toEqual([0, 33, 67])
  })

  it('keeps audio and video that are out of order by a little', () => {
    expect(run([1000, 1040, 1020, 1060])).toEqual([0, 40, 20, 60])
  })

  it('goes on over the 32-bit wrap, stragglers included', () => {
    expect(run([2 ** 32 - 20, 2 ** 32 - 10, 5, 2 ** 32 - 1, 15])).toEqual([0, 10, 25, 19, 35])
  })

  it('closes a jump forward and keeps both kinds on the new mapping', () => {
    let jumps = 0
    const timeline = new Timeline(() => (jumps += 1))
    timeline.at(0)
    timeline.at(100)
    expect(timeline.at(100_100)).toBe(120)
    expect(timeline.at(100_133)).toBe(153)
    expect(jumps).toBe(1)
  })

  it('closes a jump back', () => {
    expect(run([10_000, 12_000, 8_000, 8_040])).toEqual([0, 2000, 2020, 2060])
  })

  it('never gives a negative time', () => {
    expect(run([1000, 900])).toEqual([0, 0])
  })
})
