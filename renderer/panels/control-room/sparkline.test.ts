import { describe, expect, test } from 'vitest'
import { closed, sparklineRuns } from './sparkline.ts'

const size = { width: 60, height: 20 }

describe('sparklineRuns', () => {
  test('puts the newest at the right and zero at the bottom', () => {
    expect(sparklineRuns({ times: [40, 70, 100], values: [0, 50, 100] }, 100, 60, size)).toEqual([
      ['0.0,20.0', '30.0,12.0', '60.0,4.0'],
    ])
  })
  test('leaves a gap where nothing was measured, and drops what stands alone', () => {
    const series = { times: [40, 50, 60, 70, 80, 90], values: [10, 10, null, 10, null, 10] }
    expect(sparklineRuns(series, 100, 60, size)).toEqual([['0.0,4.0', '10.0,4.0']])
  })
  test('leaves out what is older than the span', () => {
    expect(sparklineRuns({ times: [1, 90, 95], values: [900, 10, 10] }, 100, 60, size)).toEqual([
      ['50.0,4.0', '55.0,4.0'],
    ])
  })
  test('draws zeroes on the ground', () => {
    expect(sparklineRuns({ times: [90, 100], values: [0, 0] }, 100, 60, size)).toEqual([
      ['50.0,20.0', '60.0,20.0'],
    ])
  })
})

test('closed goes down to zero at both ends', () => {
  expect(closed(['50.0,4.0', '55.0,4.0'], size)).toEqual(['50.0,20', '50.0,4.0', '55.0,4.0', '55.0,20'])
})
