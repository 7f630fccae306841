import { expect, it } from 'vitest'
import { ManualClock } from '../../test/support/manual-clock.ts'
import { afterOwnTime } from './own-time.ts'

it('passes as time does while the process is run, and not while it is not', () => {
  const clock = new ManualClock()
  let ran = 0
  afterOwnTime(1550, () => (ran += 1), clock)
  clock.advance(1000)
  clock.sleep(10_000)
  clock.advance(449)
  expect(ran).toBe(0)
  clock.advance(10_000)
  expect(ran).toBe(1)
})
