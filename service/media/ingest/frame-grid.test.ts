import { describe, expect, it } from 'vitest'
import { FrameGrid } from './frame-grid.ts'

/** Ticks of 90 kHz from one picture to the next. */
const stepsOf = (grid: FrameGrid, times: readonly number[]) => {
  const ticks = times.map((time) => grid.next(time))
  return ticks.slice(1).map((tick, i) => tick - (ticks[i] ?? 0))
}
const timesOf = (count: number, msOfFrame: number, cut: (ms: number) => number) =>
  Array.from({ length: count }, (_, i) => cut(i * msOfFrame))

describe('FrameGrid', () => {
  describe.each([
    ['rounded', Math.round],
    ['cut', Math.floor],
  ] as const)('times that are %s to ms', (_, cut) => {
    it.each([
      [24, 1000 / 24, [3750]],
      [25, 40, [3600]],
      [30, 1000 / 30, [3000]],
      [60, 1000 / 60, [1500]],
      [29.97, 1001 / 30, [3003]],
      [30_000 / 1001, 1001 / 30, [3003]],
      [59.94, 1001 / 60, [1501, 1502]],
      // Fields are counted, where a frame has two.
      [60, 1000 / 30, [3000]],
    ])('of %f frames/s are equally far apart for an hour', (rate, ms, steps) => {
      const from = 17
      const times = timesOf(Math.round(3_600_000 / ms), ms, cut).map((time) => time + from)
      expect([...new Set(stepsOf(new FrameGrid(rate), times))].toSorted()).toEqual(steps)
    })
  })

  it('leaves out what the encoder did, and goes on', () => {
    expect(stepsOf(new FrameGrid(30), [0, 33, 100, 133])).toEqual([3000, 6000, 3000])
  })

  it('leaves times as they are that are not where the rate says, and counts from there', () => {
    expect(stepsOf(new FrameGrid(30), [0, 33, 80, 113, 147, 205])).toEqual([3000, 4200, 3000, 3000, 5250])
  })

  it('never goes further from the times than their rounding, whatever the rate', () => {
    const grid = new FrameGrid(30)
    // The clock of the encoder is slow, and its rate of 29.9.
    for (const time of timesOf(10_000, 1000 / 29.9, Math.round)) {
      expect(Math.abs(grid.next(time) - time * 90)).toBeLessThanOrEqual(90)
    }
  })

  it('puts times of presentation where those of decoding stand', () => {
    const grid = new FrameGrid(30)
    expect(grid.next(1033)).toBe(1033 * 90)
    expect(grid.near(1100)).toBe(1033 * 90 + 2 * 3000)
    expect(grid.near(1110)).toBe(1110 * 90)
  })
})
