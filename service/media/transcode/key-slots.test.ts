import { expect, test } from 'vitest'
import { KeySlots } from './key-slots.ts'

/** Numbers of the frames that are key frames. */
function keysOf(segmentSeconds: number, frameRate: number, from: number, count: number): number[] {
  const slots = new KeySlots(segmentSeconds)
  const frames = Array.from({ length: count }, (_, i) => from + i)
  return frames.filter((frame) => slots.isKey(frame * (1 / frameRate)))
}

test.each([
  [2, 30, 0, 150, [0, 60, 120]],
  [1.5, 25, 0, 100, [0, 38, 75]],
  [0.5, 3, 0, 9, [0, 2, 3, 5, 6, 8]],
  [2, 30, 3021, 100, [3021, 3060, 3120]],
  [0.7, 10, 0, 22, [0, 7, 14, 21]],
  [2, 30, -10, 100, [-10, 60]],
  [2, 30, -15, 100, [-15, 0, 60]],
])('every %d s at %d frames/s from frame %d', (segmentSeconds, frameRate, from, count, keys) => {
  expect(keysOf(segmentSeconds, frameRate, from, count)).toEqual(keys)
})

test('after ten days a slot still begins on its frame', () => {
  const tenDays = 10 * 86_400 * 60
  expect(keysOf(0.5, 60, tenDays - 29, 90)).toEqual([tenDays - 29, tenDays, tenDays + 30, tenDays + 60])
})

test('a slot whose first frame is missing begins with the next one', () => {
  const slots = new KeySlots(2)
  expect([0, 1.9, 2.1, 3.9, 9, 9.5].map((time) => slots.isKey(time))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
})
