import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { Content } from './content.ts'

const T = Date.parse('2026-01-01T00:00:00Z')
const HEARD = { peaksDb: [-20, -26], shortTermLufs: -22, silentMs: null } as const

function started() {
  const clock = new ManualClock(T)
  return { clock, content: new Content(clock) }
}

test('nothing is known before it is measured, nor after it is no longer decoded', () => {
  const { content } = started()
  expect([content.sound, content.picture, content.takeLevels()]).toEqual([null, null, null])
  content.soundMeasured(HEARD)
  content.pictureMeasured({ blackMs: null, frozenMs: null })
  expect(content.sound).toEqual({ shortTermLufs: -22, silentSince: null })
  expect(content.picture).toEqual({ blackSince: null, frozenSince: null })
  content.forget()
  expect([content.sound, content.picture, content.takeLevels()]).toEqual([null, null, null])
})

test('silence, black and a still picture began when they did, however late they are told of', () => {
  const { clock, content } = started()
  content.soundMeasured({ ...HEARD, silentMs: 2000 })
  content.pictureMeasured({ blackMs: 500, frozenMs: 2100 })
  clock.advance(1000)
  // Told 300 ms late.
  content.soundMeasured({ ...HEARD, silentMs: 2700 })
  content.pictureMeasured({ blackMs: 1200, frozenMs: 2800 })
  expect(content.sound?.silentSince).toBe(T - 2000)
  expect(content.picture).toEqual({ blackSince: T - 500, frozenSince: T - 2100 })
  content.soundMeasured(HEARD)
  content.pictureMeasured({ blackMs: null, frozenMs: null })
  expect(content.sound?.silentSince).toBeNull()
  expect(content.picture).toEqual({ blackSince: null, frozenSince: null })
})

test('levels are the highest since they were taken', () => {
  const { content } = started()
  content.soundMeasured(HEARD)
  content.soundMeasured({ ...HEARD, peaksDb: [-30, -9] })
  expect(content.takeLevels()).toEqual([-20, -9])
  expect(content.takeLevels()).toBeNull()
})
