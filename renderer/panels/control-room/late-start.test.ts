import { expect, test } from 'vitest'
import { causeOf, hindrances, nextSlot } from './late-start.ts'

const MINUTE = 60_000
/** @param time of a day in Tokyo */
const at = (time: string) => Date.parse(`2026-11-18T${time}+09:00`)
const townHall = { startsAt: at('15:07:00'), endsAt: at('15:50:00') }
const show = (start: string) => ({ startsAt: at(start), endsAt: at(start) + 60 * MINUTE })
const slot = (now: string, ...others: { startsAt: number; endsAt: number }[]) =>
  nextSlot(townHall, others, at(now), 'Asia/Tokyo')

test('it moves to the next full five minutes that are a minute ahead, as long as before', () => {
  expect(slot('15:08:59')).toEqual({ startsAt: at('15:10:00'), endsAt: at('15:53:00') })
  expect(slot('15:09:00')).toMatchObject({ startsAt: at('15:10:00') })
  expect(slot('15:09:01')).toEqual({ startsAt: at('15:15:00'), endsAt: at('15:58:00') })
})

test('it moves as far as it fits before the next one, and no further', () => {
  expect(slot('15:09:24', show('15:58:00'))).toMatchObject({ startsAt: at('15:15:00') })
  expect(slot('15:09:24', show('15:57:59'))).toBeNull()
})

test('it does not move to a time that the option API cannot be told', () => {
  // Clocks in Berlin show 02:00 to 03:00 twice; this is the second time.
  const now = Date.parse('2026-10-25T01:20:30Z')
  expect(nextSlot({ startsAt: now, endsAt: now + 5 * MINUTE }, [], now, 'Europe/Berlin')).toBeNull()
  expect(nextSlot({ startsAt: now, endsAt: now + 5 * MINUTE }, [], now, 'Asia/Tokyo')).not.toBeNull()
})

test('why viewers see nothing: no channel, nothing sent, or the first segment is still to come', () => {
  expect(causeOf(null)).toBe('channelGone')
  expect((['idle', 'denied', 'no-signal'] as const).map((state) => causeOf({ state }))).toEqual(
    Array(3).fill('nothingSent'),
  )
  expect((['receiving', 'packaging', 'playable'] as const).map((state) => causeOf({ state }))).toEqual(
    Array(3).fill('coming'),
  )
})

test('who may not go on air or schedule is told so; the studio sends to one channel at a time', () => {
  const all = { operates: true, schedules: true, isStudioBusy: false, hasSlot: true }
  expect(hindrances(all)).toEqual({ goLive: null, testPicture: null, move: null })
  expect(hindrances({ ...all, operates: false, isStudioBusy: true })).toEqual({
    ...{ goLive: 'mayNotDeliver', testPicture: 'mayNotDeliver', move: null },
  })
  expect(hindrances({ ...all, schedules: false, hasSlot: false }).move).toBe('mayNotSchedule')
  expect(hindrances({ ...all, isStudioBusy: true, hasSlot: false })).toEqual({
    ...{ goLive: null, testPicture: 'studioBusy', move: 'noSlot' },
  })
})
