import { describe, expect, it } from 'vitest'
import { MissingPackets } from './missing-packets.ts'

describe('missing packets', () => {
  it('are asked for after what may be reordering, then ever more seldom, ten times at most', () => {
    const missing = new MissingPackets()
    missing.passedOver(65_535, 65_537, 0)
    const asked: number[] = []
    for (let now = 0; now < 5000; now++) {
      if (!missing.isDue(now)) continue
      const numbers = missing.request(now)
      if (numbers.length === 0) continue
      expect(numbers).toEqual([65_535, 0])
      asked.push(now)
    }
    const pauses = asked.slice(1).map((at, i) => at - (asked[i] ?? 0))
    expect(asked[0]).toBe(5)
    expect(pauses).toEqual(pauses.toSorted((a, b) => a - b))
    expect(pauses[0]).toBe(40)
    expect(asked.length).toBeGreaterThan(5)
    expect(asked.length).toBeLessThanOrEqual(10)
    expect(missing.takeGivenUp()).toBe(true)
    expect(missing.takeGivenUp()).toBe(false)
  })

  it('are not asked for once they came', () => {
    const missing = new MissingPackets()
    missing.passedOver(1, 4, 0)
    missing.arrived(2)
    expect(missing.request(10)).toEqual([1, 3])
  })

  it('are given up at once where too many are', () => {
    const missing = new MissingPackets()
    missing.passedOver(0, 2000, 0)
    expect(missing.takeGivenUp()).toBe(true)
    expect(missing.request(10)).toEqual([])
  })
})
