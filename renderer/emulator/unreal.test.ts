import { expect, test } from 'vitest'
import { unrealOf } from './unreal.ts'

const clock = { mode: 'real', now: 1000, realNow: 1000, since: 1000, rate: 1, next: null } as const
const faults = { armed: 0, hits: 0 }

test('all is real while the clock goes with real time and no fault is armed', () => {
  expect(unrealOf({ clock, faults: { armed: 0, hits: 7 } })).toBeNull()
  expect(unrealOf({ clock: { ...clock, realNow: 2000 }, faults })).toBeNull()
})

test('a clock that stands, goes at a rate or is elsewhere is not, and nor is an armed fault', () => {
  expect(unrealOf({ clock: { ...clock, mode: 'frozen', rate: 0 }, faults })?.time).toBe('frozen')
  expect(unrealOf({ clock: { ...clock, mode: 'rate', rate: 60 }, faults })).toMatchObject({
    time: 'rate',
    rate: 60,
  })
  expect(unrealOf({ clock: { ...clock, now: 3_601_000 }, faults })).toMatchObject({
    time: 'ahead',
    aheadMs: 3_600_000,
  })
  expect(unrealOf({ clock: { ...clock, realNow: 3_600_000 }, faults })?.time).toBe('behind')
  expect(unrealOf({ clock, faults: { armed: 2, hits: 7 } })).toEqual({
    time: null,
    since: 1000,
    rate: 1,
    aheadMs: 0,
    armed: 2,
    hits: 7,
  })
})
