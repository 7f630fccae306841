import { describe, expect, it } from 'vitest'
import { parseZoned } from '../service/control/system/zoned-time.ts'
import { canBeSent, offsetText, optionTime, readWall, startOfDay, addDays } from './zone-time.ts'

const HOUR = 3_600_000
const utc = (text: string) => Date.parse(`${text}Z`)

describe('readWall', () => {
  it.each([
    ['Asia/Tokyo', '2026-11-20T12:15:00', { kind: 'exact', at: utc('2026-11-20T03:15:00') }],
    ['Europe/Berlin', '2026-07-01T12:00:00', { kind: 'exact', at: utc('2026-07-01T10:00:00') }],
    ['Europe/Berlin', '2026-03-29T02:30:00', { kind: 'skipped', next: utc('2026-03-29T01:00:00') }],
    [
      'Europe/Berlin',
      '2026-10-25T02:30:00',
      { kind: 'twice', at: utc('2026-10-25T00:30:00'), later: utc('2026-10-25T01:30:00') },
    ],
    ['America/New_York', '2026-03-08T02:00:00', { kind: 'skipped', next: utc('2026-03-08T07:00:00') }],
    [
      'America/New_York',
      '2026-11-01T01:59:59',
      { kind: 'twice', at: utc('2026-11-01T05:59:59'), later: utc('2026-11-01T06:59:59') },
    ],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00', { kind: 'skipped', next: utc('2026-10-03T15:30:00') }],
    [
      'Australia/Lord_Howe',
      '2026-04-05T01:45:00',
      { kind: 'twice', at: utc('2026-04-04T14:45:00'), later: utc('2026-04-04T15:15:00') },
    ],
  ] as const)('%s %s', (zone, wall, reading) => {
    expect(readWall(wall, zone)).toEqual(reading)
    const service = parseZoned(wall.replaceAll('-', '/').replace('T', ' '), zone)
    expect(service).toBe(reading.kind === 'skipped' ? null : reading.at)
  })
})

it.each(['Asia/Tokyo', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'])(
  '%s: each quarter of an hour near a change of clocks is read as itself by the service where it can be sent',
  (zone) => {
    let unsent = 0
    const changes = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01']
    for (const day of changes) {
      const around = utc(`${day}T00:00:00`)
      for (let at = around - 12 * HOUR; at < around + 12 * HOUR; at += HOUR / 4) {
        if (!canBeSent(at, zone)) unsent += 1
        else expect(parseZoned(optionTime(at, zone), zone)).toBe(at)
      }
    }
    // The time that is shown twice: an hour, half of one on Lord Howe, none in Tokyo.
    expect(unsent).toBe({ 'Asia/Tokyo': 0, 'Australia/Lord_Howe': 2 }[zone] ?? 4)
  },
)

it.each([
  ['Asia/Tokyo', '2026-11-20', '+9', 24],
  ['Europe/Berlin', '2026-03-29', '+1', 23],
  ['Europe/Berlin', '2026-10-25', '+2', 25],
  ['America/New_York', '2026-11-20', '−5', 24],
  ['Australia/Lord_Howe', '2026-10-04', '+10:30', 23.5],
])('%s %s begins at %s and has %d hours', (zone, date, offset, hours) => {
  const start = startOfDay(date, zone)
  expect(offsetText(start, zone)).toBe(offset)
  expect(startOfDay(addDays(date, 1), zone) - start).toBe(hours * HOUR)
})
