import { expect, test } from 'vitest'
import { engineView } from '../../../test/support/console-views.ts'
import { anchorOf, engineTime } from './anchor.ts'

const AT = 1_000_000
const clock = (rate: number) => ({
  clock: { mode: 'rate' as const, now: AT, realNow: 5_000_000, since: 5_000_000, rate, next: null },
  faults: { armed: 0, hits: 0 },
})
const timeAfter = (ms: number, rate: number) =>
  engineTime(anchorOf(engineView({ now: AT, emulator: clock(rate) }), 77), 77 + ms) - AT

test('a clock that is not moved goes as this computer’s', () => {
  expect(engineTime(anchorOf(engineView({ now: AT }), 77), 1077)).toBe(AT + 1000)
})

test('one that is frozen stands, and one at a rate goes so many times as fast', () => {
  expect(timeAfter(5000, 0)).toBe(0)
  expect(timeAfter(5000, 60)).toBe(300_000)
  expect(timeAfter(5000, 0.5)).toBe(2500)
})
