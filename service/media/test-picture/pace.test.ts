import { expect, test } from 'vitest'
import { Pace } from './pace.ts'

test('each frame is due at its multiple of the frame time, whatever happened before', () => {
  const pace = new Pace(30, 1_000)
  expect(pace.waitFor(0, 1_000)).toBe(0)
  expect(pace.waitFor(3, 1_060)).toBeCloseTo(40)
  expect(pace.waitFor(3, 1_100)).toBe(0)
  expect(pace.waitFor(3, 1_130)).toBeCloseTo(-30)
  expect(pace.waitFor(30 * 86_400, 1_000)).toBe(86_400_000)
})

test('who is a little late sends every frame', () => {
  const pace = new Pace(30, 0)
  expect(pace.catchUp(10, 333)).toBe(10)
  expect(pace.catchUp(10, 3_300)).toBe(10)
})

test('who was asleep goes on with the frame of now', () => {
  const pace = new Pace(30, 0)
  expect(pace.catchUp(10, 3_400)).toBe(102)
  expect(pace.catchUp(10, 60_000)).toBe(1_800)
})
