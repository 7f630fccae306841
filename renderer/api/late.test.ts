import { expect, test } from 'vitest'
import { lateOf, TOLERATED_MS } from './late.ts'

const START = 1_000_000
const awaited = {
  scheduleId: 'S',
  name: 'Town hall',
  startsAt: START,
  endsAt: START + 60_000,
  channelId: 'C',
}
const at = (now: number, knownUntil: number | null = null) => {
  const late = lateOf(awaited, now, knownUntil)
  return late && [late.byMs, late.isAlarm]
}

test('a schedule is late from its start until its end, and a trouble after 5 s', () => {
  expect(at(START - 1)).toBeNull()
  expect(at(START)).toEqual([0, false])
  expect(at(START + TOLERATED_MS - 1)).toEqual([TOLERATED_MS - 1, false])
  expect(at(START + TOLERATED_MS)).toEqual([TOLERATED_MS, true])
  expect(at(awaited.endsAt - 1)).toEqual([59_999, true])
  expect(at(awaited.endsAt)).toBeNull()
})

test('without contact what was late stays late until its end, for nobody knows how long', () => {
  const lost = START + TOLERATED_MS
  expect(at(lost + 10_000, lost)).toEqual([null, true])
  expect(at(lost + 10_000, START)).toEqual([null, false])
  expect(at(awaited.endsAt, lost)).toBeNull()
})

test('without contact nothing becomes late', () => {
  expect(at(START + 30_000, START - 1)).toBeNull()
})

test('nothing is late that nobody waits for', () => {
  expect(lateOf(null, START, null)).toBeNull()
})
