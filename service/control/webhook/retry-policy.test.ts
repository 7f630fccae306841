import { describe, expect, it } from 'vitest'
import { LONGEST_DELAY, RETRY_WINDOW, afterFailure, retryAfterDelay } from './retry-policy.ts'

const first = Date.parse('2026-01-01T00:00:00Z')
const failed = {
  tries: 1,
  retryingSince: first,
  now: first,
  status: 500,
  retryAfter: undefined,
  random: 0.5,
}
const delay = (change: Partial<typeof failed> | { status: null } | { retryAfter: string }) => {
  const all = { ...failed, ...change }
  const after = afterFailure(all)
  return after.state === 'pending' ? after.nextAttemptAt - all.now : after.state
}

describe('when a failed event is sent again', () => {
  it.each([
    [1, 1_000],
    [2, 2_000],
    [5, 16_000],
    [12, 2_048_000],
    [13, 3_600_000],
    [500, 3_600_000],
  ])('after try %i: %i ms', (tries, expected) => expect(delay({ tries })).toBe(expected))

  it('spreads by a quarter each way', () => {
    expect(delay({ tries: 4, random: 0 })).toBe(6_000)
    expect(delay({ tries: 4, random: 1 })).toBe(10_000)
  })

  it('tries until 24 h have passed since the first attempt, the last time at the end', () => {
    expect(delay({ tries: 30, now: first + RETRY_WINDOW - 1_000 })).toBe(1_000)
    expect(delay({ tries: 30, now: first + RETRY_WINDOW })).toBe('dead')
  })

  it('ends at 410 and at no other status', () => {
    expect(delay({ status: 410 })).toBe('dead')
    for (const status of [300, 301, 307, 400, 401, 404, 429, 500, 503, null]) {
      expect(delay({ status })).toBe(1_000)
    }
  })

  it.each([
    ['120', 120_000],
    ['0', 1_000],
    ['86400', LONGEST_DELAY],
    ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 1_000],
    ['soon', 1_000],
    ['-5', 1_000],
    ['1e3', 1_000],
    ['', 1_000],
  ])('waits as Retry-After %j asks, at most an hour', (retryAfter, expected) => {
    expect(delay({ retryAfter })).toBe(expected)
  })

  it('reads both forms of Retry-After and nothing else', () => {
    expect(retryAfterDelay('2026-01-01', 0)).toBe(0)
    expect(retryAfterDelay('after Thu, 01 Jan 2026 00:01:00 GMT', first)).toBe(0)
    expect(retryAfterDelay('Sun, no day at all', 0)).toBe(0)
    expect(retryAfterDelay('Thu, 01 Jan 1970 00:00:09 GMT', 5_000)).toBe(4_000)
    expect(retryAfterDelay('Thu, 01 Jan 1970 00:00:05 GMT', 5_000)).toBe(0)
    expect(retryAfterDelay('Thu, 01 Jan 1970 00:00:00 GMT', 5_000)).toBe(0)
    expect(retryAfterDelay(undefined, 0)).toBe(0)
    expect(retryAfterDelay(' 7 ', 0)).toBe(7_000)
  })
})
