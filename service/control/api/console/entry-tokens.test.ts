import { expect, test } from 'vitest'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import { SetClock } from '../../../../test/support/set-clock.ts'
import { EntryTokens } from './entry-tokens.ts'

test('a token opens once; others stay good', () => {
  const tokens = new EntryTokens(new ManualClock())
  const [first, second] = [tokens.issue(), tokens.issue()]
  expect(first).not.toBe(second)
  expect(tokens.redeem(first)).toEqual({ kind: 'accepted', session: null })
  expect(tokens.redeem(first)).toEqual({ kind: 'refused' })
  expect(tokens.redeem(second)).toEqual({ kind: 'accepted', session: null })
})

test('guessing is stopped for a minute, and keeps nobody out who has a token', () => {
  const clock = new ManualClock()
  const tokens = new EntryTokens(clock)
  const token = tokens.issue()
  for (let n = 0; n < 10; n++) {
    expect(tokens.redeem(`guess ${n}`)).toEqual({ kind: 'refused' })
    clock.advance(1000)
  }
  expect(tokens.redeem('guess 10')).toEqual({ kind: 'too-many', retryAfterSeconds: 50 })
  expect(tokens.redeem(token)).toEqual({ kind: 'accepted', session: null })
  expect(tokens.redeem(tokens.standing())).toEqual({ kind: 'accepted', session: null })
  clock.advance(50_000)
  expect(tokens.redeem('guess 11')).toEqual({ kind: 'refused' })
})

test.each([3_600_000, -3_600_000])(
  'guessing is stopped for as long where the clock is set by %i ms',
  (step) => {
    const clock = new SetClock()
    const tokens = new EntryTokens(clock)
    for (let n = 0; n < 10; n++) tokens.redeem(`guess ${n}`)
    expect(tokens.redeem('guess 10')).toEqual({ kind: 'too-many', retryAfterSeconds: 60 })
    clock.step = step
    clock.advance(59_999)
    expect(tokens.redeem('guess 11')).toEqual({ kind: 'too-many', retryAfterSeconds: 1 })
    clock.advance(1)
    expect(tokens.redeem('guess 12')).toEqual({ kind: 'refused' })
  },
)

test('only the newest 16 tokens are kept', () => {
  const tokens = new EntryTokens(new ManualClock())
  const issued = Array.from({ length: 17 }, () => tokens.issue())
  expect(tokens.redeem(issued[0] ?? '')).toEqual({ kind: 'refused' })
  expect(tokens.redeem(issued[1] ?? '')).toEqual({ kind: 'accepted', session: null })
})

test('a token that hands over a session gives it once', () => {
  const tokens = new EntryTokens(new ManualClock())
  const session = { token: 'of somebody', expiresAt: 9 }
  const token = tokens.issue(session)
  expect(tokens.redeem(token)).toEqual({ kind: 'accepted', session })
  expect(tokens.redeem(token)).toEqual({ kind: 'refused' })
})
