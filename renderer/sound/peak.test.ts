import { expect, test } from 'vitest'
import { holdPeak, PEAK_MS } from './peak.ts'

test('a peak stays while it is quieter, then gives way', () => {
  const peak = holdPeak({ db: -60, at: 0 }, -9, 100)
  expect(peak).toEqual({ db: -9, at: 100 })
  expect(holdPeak(peak, -30, 100 + PEAK_MS - 1)).toBe(peak)
  expect(holdPeak(peak, -30, 100 + PEAK_MS)).toEqual({ db: -30, at: 100 + PEAK_MS })
})

test('as loud again holds it longer', () =>
  expect(holdPeak({ db: -9, at: 0 }, -9, 500)).toEqual({ db: -9, at: 500 }))
