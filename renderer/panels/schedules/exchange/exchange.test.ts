import { expect, it } from 'vitest'
import type { ScheduleView } from '../../../../service/contract/console/schedules.ts'
import { renditionsOf } from '../form-values.ts'
import { checked, type Line } from './check.ts'
import { readCalendar } from './read-calendar.ts'
import { readTable, type Read, type Reading } from './read.ts'
import { calendarOf, tableOf } from './write.ts'

const ZONE = 'Asia/Tokyo'
const NOW = Date.parse('2026-11-23T09:00:00+09:00')
const at = (text: string) => Date.parse(`${text}:00+09:00`)

function readsOf(reading: Reading): readonly Read[] {
  if (reading.kind === 'fault') throw new Error(reading.fault)
  return reading.all
}
const why = (line: Read | Line | undefined) => line?.why?.kind ?? null

const event = (...lines: readonly string[]) => ['BEGIN:VEVENT', 'UID:1', ...lines, 'END:VEVENT']
const calendar = (...lines: readonly string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const read = async (...lines: readonly string[]) => readsOf(await readCalendar(calendar(...lines), NOW, ZONE))

const schedule: ScheduleView = {
  ...{
    scheduleId: 'S1',
    name: 'Town hall; "autumn", 1',
    channelId: 'C',
    createdAt: 0,
    createdByName: 'Aiko',
  },
  ...{ startsAt: at('2026-11-24T13:00'), endsAt: at('2026-11-24T14:30'), renditions: renditionsOf('480p') },
}

it('a table comes back as it was exported', () => {
  const own = [{ durationSeconds: 3, startTimeOffset: 0, audio: { bps: 64_000 } }]
  const table = tableOf([schedule, { ...schedule, renditions: own }], ZONE)
  expect(table.split('\r\n').slice(0, 2)).toEqual([
    'name,start,end,quality',
    '"Town hall; ""autumn"", 1","2026-11-24 13:00","2026-11-24 14:30","480p"',
  ])
  const { name, startsAt, endsAt } = schedule
  expect(readsOf(readTable(table, NOW, ZONE))).toEqual([
    { name, period: { startsAt, endsAt }, quality: '480p', why: null },
    { name, period: { startsAt, endsAt }, quality: null, why: null },
  ])
})

it('a table may be written by hand: other columns, semicolons, an end without its day', () => {
  const table = 'Name;room;Start;End\nOne;A;2026/11/25 9:00;10:15\n\nTwo;B;soon;11:00\nThree;B;11/26 9:00;x\n'
  const [one, two, three] = readsOf(readTable(table, NOW, ZONE))
  expect(one?.period).toEqual({ startsAt: at('2026-11-25T09:00'), endsAt: at('2026-11-25T10:15') })
  expect([two?.why, three?.why]).toEqual([
    { kind: 'noTime', column: 'start', text: 'soon' },
    { kind: 'noTime', column: 'end', text: 'x' },
  ])
})

it.each([
  ['noColumns', 'title,start,end\na,b,c'],
  ['quotes', 'name,start,end\n"a,b,c'],
  ['empty', 'name,start,end\n\n'],
])('a table that cannot be used: %s', (fault, text) => {
  expect(readTable(text, NOW, ZONE)).toEqual({ kind: 'fault', fault })
})

it('a quality that there is not, and a time that clocks skip, are told', () => {
  const [bad] = readsOf(readTable('name,start,end,quality\na,2026-11-25 9:00,10:00,8K', NOW, ZONE))
  expect(bad?.why).toEqual({ kind: 'quality', text: '8K' })
  const table = 'name,start,end\na,2027-03-28 02:30,03:30'
  const [skipped] = readsOf(readTable(table, NOW, 'Europe/Berlin'))
  expect(skipped?.why).toEqual({ kind: 'skippedTime', text: '2027-03-28 02:30' })
})

it('a calendar comes back as it was exported', async () => {
  const text = await calendarOf([schedule], NOW)
  expect(text.split('\r\n')).toContain('DTSTART:20261124T040000Z')
  const { name, startsAt, endsAt } = schedule
  expect(readsOf(await readCalendar(text, NOW, ZONE))).toEqual([
    { name, period: { startsAt, endsAt }, quality: null, why: null },
  ])
})

it('times of a calendar are of the zone that it names or describes, or else of the system', async () => {
  const times = (start: string) => event('SUMMARY:a', `DTSTART${start}`, 'DURATION:PT1H')
  const rule = ['TZOFFSETFROM:+0500', 'TZOFFSETTO:+0500', 'DTSTART:19700101T000000']
  const all = await read(
    ...['BEGIN:VTIMEZONE', 'TZID:Studio', 'BEGIN:STANDARD', ...rule, 'END:STANDARD', 'END:VTIMEZONE'],
    ...times(';TZID=Europe/Berlin:20261201T100000'),
    ...times(';TZID=Studio:20261202T100000'),
    ...times(':20261203T100000'),
    ...times(';TZID=Nowhere:20261204T100000'),
    ...times(':20261205T100000Z'),
  )
  expect(all.map(({ period }) => new Date(period?.startsAt ?? 0).toISOString())).toEqual([
    '2026-12-01T09:00:00.000Z',
    '2026-12-02T05:00:00.000Z',
    '2026-12-03T01:00:00.000Z',
    '2026-12-04T01:00:00.000Z',
    '2026-12-05T10:00:00.000Z',
  ])
})

it('what repeats is single ones, without those that were left out, with those that were moved', async () => {
  const [first, moved, ...others] = await read(
    ...event(
      ...['SUMMARY:Weekly', 'DTSTART:20261116T010000Z', 'DTEND:20261116T020000Z'],
      ...['RRULE:FREQ=WEEKLY;COUNT=5', 'EXDATE:20261207T010000Z'],
    ),
    ...event(
      ...['RECURRENCE-ID:20261130T010000Z', 'SUMMARY:Moved'],
      ...['DTSTART:20261201T050000Z', 'DTEND:20261201T060000Z'],
    ),
  )
  // The one of a week ago is over.
  expect([first?.name, first?.period?.startsAt]).toEqual(['Weekly', Date.parse('2026-11-23T01:00:00Z')])
  expect([moved?.name, moved?.period?.startsAt]).toEqual(['Moved', Date.parse('2026-12-01T05:00:00Z')])
  expect(others.map(({ period }) => new Date(period?.startsAt ?? 0).getUTCDate())).toEqual([14])
})

it('what repeats for ever ends after a year', async () => {
  const all = await read(
    ...event('SUMMARY:a', 'DTSTART:20200101T010000Z', 'DTEND:20200101T020000Z', 'RRULE:FREQ=WEEKLY'),
  )
  const last = all.at(-1)?.period?.startsAt ?? 0
  expect([all.length, new Date(last).toISOString().slice(0, 10)]).toEqual([52, '2027-11-17'])
})

it('days without a time and what was cancelled are no broadcasts; what is no calendar is told', async () => {
  const all = await read(
    ...event('SUMMARY:a', 'DTSTART;VALUE=DATE:20261201'),
    ...event('SUMMARY:b', 'STATUS:CANCELLED', 'DTSTART:20261201T010000Z', 'DTEND:20261201T020000Z'),
  )
  expect(all.map(why)).toEqual(['allDay', 'cancelled'])
  expect(await readCalendar('hello', NOW, ZONE)).toEqual({ kind: 'fault', fault: 'noCalendar' })
  expect(await readCalendar(calendar(), NOW, ZONE)).toEqual({ kind: 'fault', fault: 'empty' })
})

it('what is over, in the way of another or breaks a rule is left out; the rest is scheduled', () => {
  const reads = (name: string, from: string, to: string): Read => ({
    ...{ name, period: { startsAt: at(from), endsAt: at(to) }, quality: null, why: null },
  })
  const long = 'x'.repeat(40)
  const lines = checked(
    [
      reads('over', '2026-11-22T09:00', '2026-11-22T10:00'),
      reads('clash', '2026-11-24T14:00', '2026-11-24T15:00'),
      reads(long, '2026-11-24T14:30', '2026-11-24T15:00'),
      reads('second', '2026-11-24T14:45', '2026-11-24T16:00'),
      reads(' ', '2026-11-25T14:45', '2026-11-25T16:00'),
      reads('back', '2026-11-25T16:00', '2026-11-25T15:00'),
      { ...reads('fine', '2026-11-26T16:00', '2026-11-26T17:00'), quality: 'audio' },
    ],
    { others: [schedule], quality: '480p', now: NOW, zone: ZONE },
  )
  expect(lines.map(why)).toEqual(['past', 'overlap', null, 'overlap', 'rule', 'rule', null])
  expect(lines[1]?.why).toEqual({ kind: 'overlap', name: schedule.name })
  expect([lines[2]?.name, lines[2]?.isShortened]).toEqual(['x'.repeat(30), true])
  expect(lines[3]?.why).toEqual({ kind: 'overlap', name: 'x'.repeat(30) })
  expect(lines[4]?.why).toMatchObject({ field: 'name' })
  expect([lines[2]?.draft?.renditions, lines[6]?.draft?.renditions]).toEqual([
    renditionsOf('480p'),
    renditionsOf('audio'),
  ])
})
