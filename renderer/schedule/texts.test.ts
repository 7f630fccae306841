import { expect, it } from 'vitest'
import { dateText, fromTo, rangeText } from './texts.ts'
import { DAY_MS } from '../time.ts'

const TOKYO = 'Asia/Tokyo'
const range = (language: string, first: string, days: number, view: 'week' | 'agenda' = 'week') => {
  const startsAt = Date.parse(`${first}T00:00:00+09:00`)
  return rangeText(view, startsAt, { startsAt, endsAt: startsAt + days * DAY_MS }, TOKYO, language)
}

it.each([
  ['2026-11-16', 7, '16–22 November 2026', '2026年11月16日–22日'],
  ['2026-11-30', 7, '30 Nov–6 Dec 2026', '2026年11月30日–12月6日'],
  ['2026-12-28', 7, '28 Dec 2026–3 Jan 2027', '2026年12月28日–2027年1月3日'],
])('from %s, %i days: %s', (first, days, english, japanese) => {
  expect(range('en', first, days)).toBe(english)
  expect(range('ja', first, days)).toBe(japanese)
})

it('names the day of an end that is a day or more away', () => {
  const startsAt = Date.parse('2026-11-27T22:00:00+09:00')
  const text = (hours: number, language: string) =>
    fromTo({ startsAt, endsAt: startsAt + hours * 3_600_000 }, TOKYO, language)
  expect([text(4, 'en'), text(24, 'en'), text(52, 'en'), text(52, 'ja')]).toEqual([
    '22:00–02:00',
    '22:00–Sat 28 Nov 22:00',
    '22:00–Mon 30 Nov 02:00',
    '22:00–11月30日(月) 02:00',
  ])
})

it('tells the year of a date', () => {
  const at = Date.parse('2027-11-27T22:00:00+09:00')
  expect([dateText(at, TOKYO, 'en'), dateText(at, TOKYO, 'ja')]).toEqual([
    'Sat, 27 Nov 2027',
    '2027年11月27日(土)',
  ])
})
