import { expect, it } from 'vitest'
import { bars, ofDay, ofLastHour, share } from './webhook-figures.ts'

const MINUTE = 60_000
const NOW = 1_800_000_000_000

it('the share is never rounded up to all', () => {
  expect(share({ delivered: 0, failed: 0 })).toBeNull()
  expect(share({ delivered: 5, failed: 0 })).toBe(100)
  expect(share({ delivered: 99_999, failed: 1 })).toBe(99.9)
  expect(share({ delivered: 964, failed: 36 })).toBe(96.4)
  expect(share({ delivered: 0, failed: 2 })).toBe(0)
})

it('attempts are counted for the day, the last hour and each hour', () => {
  const slots = [
    { from: NOW - 25 * 60 * MINUTE, delivered: 100, failed: 100 },
    { from: NOW - 23 * 60 * MINUTE - 1, delivered: 4, failed: 0 },
    { from: NOW - 70 * MINUTE, delivered: 3, failed: 1 },
    { from: NOW - 50 * MINUTE, delivered: 2, failed: 0 },
    { from: NOW - MINUTE, delivered: 0, failed: 5 },
  ]
  expect(ofDay(slots, NOW)).toEqual({ delivered: 9, failed: 6 })
  expect(ofLastHour(slots, NOW)).toEqual({ delivered: 2, failed: 5 })
  const all = bars(slots, NOW)
  expect(all).toHaveLength(24)
  expect(all[0]).toEqual({ delivered: 4, failed: 0 })
  expect(all.slice(-2)).toEqual([
    { delivered: 3, failed: 1 },
    { delivered: 2, failed: 5 },
  ])
})
