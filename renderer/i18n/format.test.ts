import { describe, expect, it } from 'vitest'
import {
  age,
  bitRate,
  byteSize,
  day,
  duration,
  moment,
  plain,
  shortDuration,
  timeOfDay,
  zoneName,
  zoneNames,
} from './format.ts'

describe('format', () => {
  it.each([
    [0, '0:00:00'],
    [-5000, '0:00:00'],
    [727_999, '0:12:07'],
    [36_000_000 + 61_000, '10:01:01'],
  ])('writes a duration of %i ms as %s', (ms, text) => expect(duration(ms)).toBe(text))

  it.each([
    [15_000, '0:15'],
    [3_599_000, '59:59'],
    [3_600_000, '1:00:00'],
  ])('writes a short duration of %i ms as %s', (ms, text) => expect(shortDuration(ms)).toBe(text))

  it.each([
    [0, '0.0', true],
    [6_240, '6.2', true],
    [99_949, '99.9', true],
    [99_950, '100', true],
    [119_400, '119', true],
    [120_000, '2:00', false],
    [125_900, '2:05', false],
  ])('writes an age of %i ms as %s', (ms, value, isSeconds) => expect(age(ms)).toEqual({ value, isSeconds }))

  it.each([
    [96_000, '96 kbps'],
    [999_499, '999 kbps'],
    [4_120_000, '4.12 Mbps'],
  ])('writes %i bit/s as %s', (bps, text) => expect(plain(bitRate(bps))).toBe(text))

  it.each([
    [0, '0 B'],
    [739_000, '739 kB'],
    [1_800_000_000, '1.8 GB'],
    [412_900_000_000, '412 GB'],
  ])('writes %i bytes as %s', (bytes, text) => expect(plain(byteSize(bytes))).toBe(text))

  const at = Date.parse('2026-11-18T04:42:07Z')
  it('writes times in the zone of the system', () => {
    expect(timeOfDay(at, 'Asia/Tokyo')).toBe('13:42:07')
    expect(timeOfDay(Date.parse('2026-11-18T15:00:00Z'), 'Asia/Tokyo')).toBe('00:00:00')
    expect(day(at, 'Asia/Tokyo', 'en')).toBe('Wed 18 Nov')
    expect(day(at, 'Asia/Tokyo', 'ja')).toBe('11月18日(水)')
  })

  it('adds the day when it is another one in that zone', () => {
    const later = Date.parse('2026-11-18T15:00:00Z')
    expect(moment(at, at, 'Asia/Tokyo', 'en')).toBe('13:42:07')
    expect(moment(at, later, 'Asia/Tokyo', 'en')).toBe('Wed 18 Nov 13:42:07')
  })

  it('adds the year when it is another one in that zone', () => {
    const newYear = Date.parse('2026-12-31T15:00:00Z')
    expect(moment(at, newYear - 1, 'Asia/Tokyo', 'en')).toBe('Wed 18 Nov 13:42:07')
    expect(moment(at, newYear, 'Asia/Tokyo', 'en')).toBe('Wed 18 Nov 2026 13:42:07')
    expect(moment(newYear, at, 'Asia/Tokyo', 'ja')).toBe('2027年1月1日(金) 00:00:00')
  })

  it.each([
    ['Asia/Tokyo', 'JST'],
    ['Europe/Berlin', 'CET'],
    ['America/New_York', 'EST'],
    ['UTC', 'UTC'],
  ])('names %s %s', (zone, name) => expect(zoneName(at, zone)).toBe(name))

  it('names both zones of a period in which clocks are changed', () => {
    const period = { startsAt: Date.parse('2026-10-24T20:00Z'), endsAt: Date.parse('2026-10-25T05:00Z') }
    expect(zoneNames(period, 'Europe/Berlin')).toBe('CEST–CET')
    expect(zoneNames(period, 'Asia/Tokyo')).toBe('JST')
  })
})
