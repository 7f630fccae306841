import { describe, expect, it } from 'vitest'
import { parseByteRange } from './byte-range.ts'

describe('parseByteRange', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 99 }],
    ['bytes=5-5', { start: 5, end: 5 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=-', null],
    ['bytes=7-5', null],
    ['bytes=1-2,3-4', null],
    ['items=1-2', null],
    [undefined, null],
  ])('of %s is %j', (header, range) => {
    expect(parseByteRange(header, 100)).toEqual(range)
  })
})
