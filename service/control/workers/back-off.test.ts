import { expect, it } from 'vitest'
import { BackOff } from './back-off.ts'

it('retries at once, then with doubling pauses, and begins anew after a stable run', () => {
  const backOff = new BackOff({ firstMs: 500, longestMs: 10_000, stableMs: 30_000 })
  const pauses = () => Array.from({ length: 8 }, () => backOff.next(100))
  expect(pauses()).toEqual([0, 500, 1000, 2000, 4000, 8000, 10_000, 10_000])
  expect(backOff.next(29_999)).toBe(10_000)
  expect(backOff.next(30_000)).toBe(0)
  expect(backOff.next(0)).toBe(500)
})
