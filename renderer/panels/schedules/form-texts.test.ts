import { expect, it } from 'vitest'
import { zonedSpanText } from './form-texts.ts'

const utc = (text: string) => Date.parse(`${text}Z`)
const span = (start: string, end: string, zone: string) =>
  zonedSpanText({ startsAt: utc(start), endsAt: utc(end) }, '2026-10-24', zone, 'en')

it.each([
  ['in one', '2026-10-24T10:00', '2026-10-24T12:00', 'Europe/Berlin', '12:00–14:00 CEST (+2)'],
  [
    'over a change of the clocks',
    '2026-10-24T20:00',
    '2026-10-25T05:00',
    'Europe/Berlin',
    '22:00 CEST (+2)–Sun 25 Oct 06:00 CET (+1)',
  ],
  ['elsewhere', '2026-10-24T03:00', '2026-10-25T05:00', 'Asia/Tokyo', '12:00–Sun 25 Oct 14:00 JST (+9)'],
])('names the zone of a period, %s', (_, start, end, zone, text) => {
  expect(span(start, end, zone)).toBe(text)
})
