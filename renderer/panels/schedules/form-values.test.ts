import { describe, expect, it } from 'vitest'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { breaks } from '../../../service/contract/refusal/carried.ts'
import { problem } from '../../../service/contract/refusal/rules.ts'
import type { Draft } from './draft.ts'
import { overlaps } from '../../schedule/conflict.ts'
import {
  byField,
  changeBody,
  createBody,
  fieldText,
  isChangedMeanwhile,
  LATER_OF_TWO,
  newDraft,
  usualStart,
  nextFullHour,
  overlapFields,
  QUALITIES,
  qualityOf,
  readField,
  renditionsOf,
  rulesOf,
} from './form-values.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const TOKYO = 'Asia/Tokyo'
const draft: Draft = {
  scheduleId: null,
  name: ' Partner webinar ',
  startsAt: utc('2026-11-20T03:15:00'),
  endsAt: utc('2026-11-20T04:20:00'),
  renditions: renditionsOf('720p'),
  base: null,
}
const registered = { ...draft, scheduleId: '4c1e07' }

describe('the request', () => {
  it('has times on the clocks of the system, and renditions only at registration', () => {
    const period = {
      name: 'Partner webinar',
      start_datetime: '2026/11/20 12:15:00',
      end_datetime: '2026/11/20 13:20:00',
    }
    expect(createBody(draft, TOKYO)).toEqual({ ...period, service_params: renditionsOf('720p') })
    expect(changeBody('4c1e07', registered, TOKYO)).toEqual({ schedule_id: '4c1e07', ...period })
  })
})

describe('rules', () => {
  it('are kept by what is fine', () => {
    expect(rulesOf(draft, TOKYO)).toEqual({})
    expect(rulesOf(registered, TOKYO)).toEqual({})
  })

  it('count a name in code points', () => {
    expect(rulesOf({ ...draft, name: '🎥'.repeat(30) }, TOKYO)).toEqual({})
    expect(rulesOf({ ...draft, name: '🎥'.repeat(31) }, TOKYO)).toEqual({
      name: breaks('characters', { min: 1, max: 30 }),
    })
    expect(rulesOf({ ...registered, name: '  ' }, TOKYO)).toEqual({
      name: breaks('characters', { min: 1, max: 30 }),
    })
  })

  it('want an end after the start, years the API has, and renditions in range', () => {
    expect(rulesOf({ ...draft, endsAt: draft.startsAt }, TOKYO)).toEqual({
      end: breaks('laterThanStart'),
    })
    expect(rulesOf({ ...draft, startsAt: utc('0202-11-20T03:15:00') }, 'UTC')).toHaveProperty('start')
    expect(
      rulesOf(
        { ...draft, renditions: renditionsOf('audio').map((r) => ({ ...r, audio: { bps: 1 } })) },
        TOKYO,
      ),
    ).toHaveProperty('renditions')
  })

  it('refuse the second of a time that clocks show twice', () => {
    const startsAt = utc('2026-10-25T00:30:00')
    const twice = { ...draft, startsAt, endsAt: startsAt + 3_600_000 }
    expect(rulesOf(twice, 'Europe/Berlin')).toHaveProperty('end', LATER_OF_TWO)
    expect(rulesOf(twice, 'Europe/Berlin')).not.toHaveProperty('start')
  })

  it('of the service stand at the fields of their members', () => {
    expect(
      byField([
        problem('service_params[0].archive.archive_destination_id', 'knownDestination'),
        problem('end_datetime', 'dateTime'),
        problem('end_datetime', 'laterThanStart'),
        problem('schedule_id', 'notEmpty'),
      ]),
    ).toEqual({ renditions: breaks('knownDestination'), end: breaks('dateTime') })
  })
})

describe('an overlap stands at the end of the period that has to move', () => {
  const at = (startsAt: number, endsAt: number) => ({ startsAt, endsAt })
  it.each([
    ['the end reaches into the next', at(2, 5), [at(4, 8)], ['end']],
    ['the start lies in another', at(5, 9), [at(4, 8)], ['start']],
    ['both', at(5, 12), [at(4, 8), at(10, 14)], ['start', 'end']],
    ['the same time', at(4, 8), [at(4, 8)], ['start']],
    ['none', at(8, 9), [at(4, 8)], []],
  ])('%s', (_, period, others, fields) => {
    expect(Object.keys(overlapFields(period, overlaps(period, others)))).toEqual(fields)
  })
})

describe('a new one', () => {
  it.each([
    ['2026-11-18T04:42:07', TOKYO, '2026-11-18T05:00:00'],
    ['2026-11-18T05:00:00', TOKYO, '2026-11-18T06:00:00'],
    ['2026-11-18T04:42:07', 'Asia/Kolkata', '2026-11-18T05:30:00'],
    ['2026-10-25T01:20:00', 'Europe/Berlin', '2026-10-25T02:00:00'],
  ])('after %s in %s the next full hour is %s', (now, zone, hour) => {
    expect(nextFullHour(utc(now), zone)).toBe(utc(hour))
  })

  it('lasts an hour at the next free time, or where it was asked for', () => {
    const busy = { startsAt: utc('2026-11-18T05:30:00'), endsAt: utc('2026-11-18T06:15:00') }
    const next = newDraft(utc('2026-11-18T05:00:00'), [busy])
    expect([next.startsAt, next.endsAt]).toEqual([busy.endsAt, busy.endsAt + 3_600_000])
    expect(newDraft(busy.startsAt).startsAt).toBe(busy.startsAt)
  })

  it.each([
    ['that begins with today', '2026-11-18', '2026-11-18T05:00:00'],
    ['with days that are over', '2026-11-09', '2026-11-18T05:00:00'],
    ['to come', '2026-11-23', '2026-11-23T00:00:00'],
  ])('begins at the next full hour, or at nine on the first day of a span %s', (_, shown, start) => {
    expect(usualStart(shown, utc('2026-11-18T04:42:07'), TOKYO)).toBe(utc(start))
  })
})

it('is changed meanwhile where somebody else saved another thing since', () => {
  const { name, startsAt, endsAt } = registered
  const mine: Draft = { ...registered, base: { name, startsAt, endsAt }, name: 'Mine' }
  const saved = (change: object) => ({ ...registered, ...change }) as unknown as ScheduleView
  expect(isChangedMeanwhile(mine, saved({}))).toBe(false)
  expect(isChangedMeanwhile(mine, saved({ endsAt: endsAt + 1 }))).toBe(true)
  expect(isChangedMeanwhile(mine, saved({ name: 'Theirs' }))).toBe(true)
  expect(isChangedMeanwhile(mine, saved({ name: 'Mine' }))).toBe(false)
  expect(isChangedMeanwhile({ ...mine, base: null }, null)).toBe(false)
})

it('ready renditions are known again, own ones are not', () => {
  for (const quality of QUALITIES) expect(qualityOf(renditionsOf(quality))).toBe(quality)
  expect(qualityOf(renditionsOf('720p').slice(1))).toBe('480p')
  expect(qualityOf(renditionsOf('720p').slice(0, 1))).toBeNull()
})

describe('a field of date and time', () => {
  const at = draft.startsAt

  it('shows seconds only where there are some, and reads what it shows', () => {
    expect(fieldText(at, TOKYO)).toBe('2026-11-20 12:15')
    expect(fieldText(at + 7000, TOKYO)).toBe('2026-11-20 12:15:07')
    expect(readField(fieldText(at + 7000, TOKYO), 0, TOKYO)).toEqual({ kind: 'exact', at: at + 7000 })
  })

  it.each([
    ['13:20', '2026-11-20T04:20:00'],
    ['9:05', '2026-11-20T00:05:00'],
    ['11-21 13:20', '2026-11-21T04:20:00'],
    ['2027/1/2 13:20', '2027-01-02T04:20:00'],
    [' 2026-11-20T13:20 ', '2026-11-20T04:20:00'],
    ['２０２６／１１／２１　１３：２０', '2026-11-21T04:20:00'],
  ])('reads %s', (text, moment) => {
    expect(readField(text, at, TOKYO)).toEqual({ kind: 'exact', at: utc(moment) })
  })

  it.each(['', '13', '2026-11-20', '2026-02-30 12:00', '24:10', 'noon'])('does not read “%s”', (text) => {
    expect(readField(text, at, TOKYO)).toBeNull()
  })
})
