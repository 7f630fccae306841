import { describe, expect, it } from 'vitest'
import { fault } from '../../../test/support/archive-in-memory.ts'
import { destinationPause, ownPause, reachOf } from './fault-rules.ts'

const pauses = (...args: Parameters<typeof fault>) =>
  [1, 2, 3, 20].map((failures) => destinationPause(fault(...args), failures, 0.5))

describe('the pause before a destination is tried again', () => {
  it('doubles from 5 s to 10 min', () => expect(pauses('timeout')).toEqual([5000, 10_000, 20_000, 600_000]))

  it('is longer where only a person can help', () => {
    for (const kind of ['credentials', 'no-bucket', 'no-folder'] as const) {
      expect(pauses(kind)).toEqual([30_000, 60_000, 120_000, 1_800_000])
    }
  })

  it('is spread by a quarter', () => {
    const at = (random: number) => destinationPause(fault('dns'), 1, random)
    expect([at(0), at(1)]).toEqual([3750, 6250])
  })

  it('is as long as a busy store asks for, up to an hour', () => {
    expect(pauses('busy', { retryAfterMs: 60_000 })).toEqual([60_000, 60_000, 60_000, 600_000])
    expect(pauses('busy', { retryAfterMs: 1e9 })[0]).toBe(3_600_000)
    expect(pauses('full', { retryAfterMs: 60_000 })[0]).toBe(5000)
  })
})

it('a file that is damaged again and again is the destination’s trouble', () => {
  const reaches = [1, 4, 5].map((failures) => reachOf(fault('damaged'), failures))
  expect(reaches).toEqual(['file', 'file', 'destination'])
  expect(reachOf(fault('local'), 1)).toBe('copy')
  expect([1, 9, 10].map((failures) => reachOf(fault('local', { code: 'EIO' }), failures))).toEqual([
    ...['file', 'file', 'copy'],
  ])
  expect(ownPause(3, 0.5)).toBe(4000)
})
