import { describe, expect, it } from 'vitest'
import { formatZoned, isTimeZone, machineTimeZone } from './zoned-time.ts'

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

describe('isTimeZone', () => {
  it.each(['UTC', 'Asia/Tokyo', 'America/Argentina/Buenos_Aires'])('%s', (zone) =>
    expect(isTimeZone(zone)).toBe(true),
  )
  it.each(['', 'Mars/Olympus', '+09:00', 'constructor'])('not %j', (zone) =>
    expect(isTimeZone(zone)).toBe(false),
  )
  it('the zone of this machine', () => expect(isTimeZone(machineTimeZone())).toBe(true))
})
