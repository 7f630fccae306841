import { describe, expect, it } from 'vitest'
import { ReceiverEstimates } from './receiver-estimates.ts'

describe('estimates of a receiver', () => {
  it('are added where each is of streams of its own, and take the place of those that share one', () => {
    const told = new ReceiverEstimates()
    expect(told.add(500_000, [1], 0)).toBe(500_000)
    expect(told.add(300_000, [2], 10)).toBe(800_000)
    expect(told.add(600_000, [1], 20)).toBe(900_000)
    expect(told.add(1_000_000, [1, 2, 3], 30)).toBe(1_000_000)
    expect(told.add(200_000, [3], 40)).toBe(200_000)
  })

  it('count for 5 s', () => {
    const told = new ReceiverEstimates()
    told.add(500_000, [1], 0)
    expect(told.add(300_000, [2], 5000)).toBe(800_000)
    expect(told.add(300_000, [2], 5001)).toBe(300_000)
    expect([1, 2].map((ssrc) => told.covers(ssrc))).toEqual([false, true])
  })

  it('are of the streams that they name; of all where they name none', () => {
    const told = new ReceiverEstimates()
    expect(told.covers(1)).toBe(false)
    told.add(500_000, [1], 0)
    expect([1, 2].map((ssrc) => told.covers(ssrc))).toEqual([true, false])
    expect(told.add(700_000, [], 10)).toBe(700_000)
    expect([1, 2].map((ssrc) => told.covers(ssrc))).toEqual([true, true])
    expect(told.add(100_000, [2], 20)).toBe(100_000)
  })
})
