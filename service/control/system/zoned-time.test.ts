import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import {
  formatZoned,
  formatZonedIso,
  formatZonedSpaced,
  isTimeZone,
  machineTimeZone,
  parseZoned,
} from './zoned-time.ts'

describe('formatZoned', () => {
  it.each([
    ['UTC', '2026-01-01T00:00:00Z', '2026/01/01 00:00:00'],
    ['UTC', '2026-12-31T23:59:59.999Z', '2026/12/31 23:59:59'],
    ['Asia/Tokyo', '2026-12-31T15:00:00Z', '2027/01/01 00:00:00'],
    ['Asia/Kathmandu', '2026-06-01T00:00:00Z', '2026/06/01 05:45:00'],
    ['America/St_Johns', '2026-01-01T00:00:00Z', '2025/12/31 20:30:00'],
    ['Pacific/Kiritimati', '2026-01-01T00:00:00Z', '2026/01/01 14:00:00'],
    // clocks go forward: 02:00 is followed by 03:00
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '2026/03/29 01:59:59'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026/03/29 03:00:00'],
    // clocks go back: 02:30 comes twice
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026/10/25 02:30:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026/10/25 02:30:00'],
    ['America/New_York', '2026-03-08T07:00:00Z', '2026/03/08 03:00:00'],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', '2026/04/05 01:30:00'],
    ['America/Sao_Paulo', '2018-11-04T03:00:00Z', '2018/11/04 01:00:00'],
  ])('%s %s', (zone, at, text) => expect(formatZoned(Date.parse(at), zone)).toBe(text))

  it('refuses an unknown zone', () => expect(() => formatZoned(0, 'Mars/Olympus')).toThrow(RangeError))
})

describe('the other forms', () => {
  const at = Date.parse('2026-12-31T15:00:00.999Z')
  it('of schedules and chat', () => expect(formatZonedIso(at, 'Asia/Tokyo')).toBe('2027-01-01T00:00:00'))
  it('of users', () => expect(formatZonedSpaced(at, 'Asia/Tokyo')).toBe('2027-01-01 00:00:00'))

  it('stay right over more moments than are kept, before and after 1970', () => {
    for (let second = -6000; second < 6000; second++) {
      const ms = second * 1000 + 999
      expect(formatZonedIso(ms, 'UTC')).toBe(new Date(ms).toISOString().slice(0, 19))
    }
    expect(formatZonedIso(0, 'UTC')).toBe('1970-01-01T00:00:00')
  })
})

describe('parseZoned', () => {
  it.each([
    ['UTC', '1970/01/01 00:00:00', '1970-01-01T00:00:00Z'],
    ['UTC', '9998/12/31 23:59:59', '9998-12-31T23:59:59Z'],
    ['UTC', '2028/02/29 12:00:00', '2028-02-29T12:00:00Z'],
    ['Asia/Tokyo', '2027/01/01 00:00:00', '2026-12-31T15:00:00Z'],
    ['Asia/Tokyo', '1970/01/01 00:00:00', '1969-12-31T15:00:00Z'],
    ['Asia/Kathmandu', '2026/06/01 05:45:00', '2026-06-01T00:00:00Z'],
    // clocks go forward: 02:00 is followed by 03:00
    ['America/New_York', '2026/03/08 01:59:59', '2026-03-08T06:59:59Z'],
    ['America/New_York', '2026/03/08 02:00:00', null],
    ['America/New_York', '2026/03/08 02:59:59', null],
    ['America/New_York', '2026/03/08 03:00:00', '2026-03-08T07:00:00Z'],
    // clocks go back: 01:00 to 02:00 comes twice
    ['America/New_York', '2026/11/01 00:59:59', '2026-11-01T04:59:59Z'],
    ['America/New_York', '2026/11/01 01:00:00', '2026-11-01T05:00:00Z'],
    ['America/New_York', '2026/11/01 01:59:59', '2026-11-01T05:59:59Z'],
    ['America/New_York', '2026/11/01 02:00:00', '2026-11-01T07:00:00Z'],
    // by half an hour
    ['Australia/Lord_Howe', '2026/10/04 01:59:59', '2026-10-03T15:29:59Z'],
    ['Australia/Lord_Howe', '2026/10/04 02:00:00', null],
    ['Australia/Lord_Howe', '2026/10/04 02:29:59', null],
    ['Australia/Lord_Howe', '2026/10/04 02:30:00', '2026-10-03T15:30:00Z'],
    ['Australia/Lord_Howe', '2026/04/05 01:30:00', '2026-04-04T14:30:00Z'],
    ['Australia/Lord_Howe', '2026/04/05 01:59:59', '2026-04-04T14:59:59Z'],
    ['Australia/Lord_Howe', '2026/04/05 02:00:00', '2026-04-04T15:30:00Z'],
    // at midnight, and by a whole day
    ['America/Sao_Paulo', '2018/11/04 00:00:00', null],
    ['Pacific/Apia', '2011/12/30 12:00:00', null],
    ['Pacific/Apia', '2011/12/31 00:00:00', '2011-12-30T10:00:00Z'],
  ])('%s %s', (zone, text, at) => expect(parseZoned(text, zone)).toBe(at === null ? null : Date.parse(at)))

  it('refuses an unknown zone', () =>
    expect(() => parseZoned('2026/01/01 00:00:00', 'Mars/Olympus')).toThrow(RangeError))

  it('finds the first moment that reads so, in any zone, most of all where clocks are set', () => {
    fc.assert(
      fc.property(wallTimes(ZONES), ({ zone, wall }) => {
        expect(parseZoned(wall, zone)).toBe(firstReading(wall, zone))
      }),
      { numRuns: 200 },
    )
  })

  it('is undone by formatZoned, in every zone there is', () => {
    fc.assert(
      fc.property(wallTimes(Intl.supportedValuesOf('timeZone')), ({ zone, wall }) => {
        const at = parseZoned(wall, zone)
        if (at !== null) expect(formatZoned(at, zone)).toBe(wall)
      }),
      { numRuns: 400 },
    )
  })
})

/** East and west, with half and quarter hours, both hemispheres, one that crossed the date line. */
const ZONES = [
  'UTC',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'Europe/Berlin',
  'Europe/Dublin',
  'Africa/Casablanca',
  'Asia/Tokyo',
  'Asia/Tehran',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
]

/** What clocks may show from 1985 to 2040, often within two hours of the next time they are set. */
function wallTimes(zones: readonly string[]) {
  const moments = fc.integer({ min: Date.UTC(1985, 0), max: Date.UTC(2040, 0) })
  const parts = { zone: fc.constantFrom(...zones), at: moments, minutes: fc.integer({ min: -120, max: 120 }) }
  return fc.record({ ...parts, near: fc.boolean() }).map(({ zone, at, minutes, near }) => {
    const moment = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)
    const change = near ? moment.getTimeZoneTransition('next') : null
    const wall = (change ?? moment).toPlainDateTime().add({ minutes })
    return { zone, wall: wall.toString({ smallestUnit: 'second' }).replaceAll('-', '/').replace('T', ' ') }
  })
}

/** By trying every distance from UTC there has been since 1985, in steps of 15 minutes. */
function firstReading(wall: string, zone: string): number | null {
  const utc = Date.parse(`${wall.replaceAll('/', '-').replace(' ', 'T')}Z`)
  for (let quarters = 4 * 14; quarters >= -4 * 12; quarters--) {
    const at = utc - quarters * 15 * 60_000
    if (formatZoned(at, zone) === wall) return at
  }
  return null
}

describe('isTimeZone', () => {
  it.each(['UTC', 'Asia/Tokyo', 'America/Argentina/Buenos_Aires'])('%s', (zone) =>
    expect(isTimeZone(zone)).toBe(true),
  )
  it.each(['', 'Mars/Olympus', '+09:00', 'constructor'])('not %j', (zone) =>
    expect(isTimeZone(zone)).toBe(false),
  )
  it('the zone of this machine', () => expect(isTimeZone(machineTimeZone())).toBe(true))
})
