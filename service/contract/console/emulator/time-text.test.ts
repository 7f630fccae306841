import { expect, it } from 'vitest'
import { parseDuration, parseInstant } from './time-text.ts'

it.each([
  ['24h', 86_400_000],
  ['90m', 5_400_000],
  ['20s', 20_000],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['250ms', 250],
  ['0s', 0],
  ['PT24H', 86_400_000],
  ['P1D', 86_400_000],
  ['P1W', 604_800_000],
  ['P1DT2H3M4.5S', 93_784_500],
  ['3653d', 315_619_200_000],
])('%s is a duration', (text, ms) => expect(parseDuration(text)).toBe(ms))

it.each([
  '',
  'soon',
  '1',
  '-1h',
  '1h x',
  ' 1h',
  '1y',
  'P',
  'PT',
  'P1DT',
  'P1M',
  'P1Y',
  '3654d',
  'PT1',
  '1e3s',
])('"%s" is no duration', (text) => expect(parseDuration(text)).toBeNull())

it.each([
  ['2026-11-24T00:00:00Z', Date.UTC(2026, 10, 24)],
  ['2026-11-24T09:00+09:00', Date.UTC(2026, 10, 24)],
  ['2026-11-24T00:00:00.250Z', Date.UTC(2026, 10, 24) + 250],
])('%s is an instant', (text, at) => expect(parseInstant(text)).toBe(at))

it.each([
  '',
  '2026-11-24',
  '2026-11-24T00:00:00',
  'yesterday',
  '2026-13-01T00:00:00Z',
  '1969-12-31T00:00:00Z',
])('"%s" is no instant', (text) => expect(parseInstant(text)).toBeNull())
