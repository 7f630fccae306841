/** Times of the calendar as they are read. Pure: the zone and the language are given. */
import type { TFunction } from 'i18next'
import { dateFormat } from '../i18n/date-format.ts'
import { day } from '../i18n/format.ts'
import { DAY_MS } from '../time.ts'
import type { Period } from './conflict.ts'
import type { View } from './search.ts'

const format = (language: string, zone: string, options: Intl.DateTimeFormatOptions) =>
  dateFormat(language === 'ja' ? 'ja-JP' : 'en-GB', { timeZone: zone, ...options })

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const LONG = { day: 'numeric', month: 'long', year: 'numeric' } as const

/** `09:30`. @param at milliseconds since 1970 */
export const clockText = (at: number, zone: string): string => format('en', zone, CLOCK).format(at)

/** `09:30–11:00`; `22:00–Sat 30 Nov 02:00` where it takes a day or longer, of which clocks alone say nothing. */
export function fromTo({ startsAt, endsAt }: Period, zone: string, language: string): string {
  const end = clockText(endsAt, zone)
  const last = endsAt - startsAt < DAY_MS ? end : `${day(endsAt, zone, language)} ${end}`
  return `${clockText(startsAt, zone)}–${last}`
}

/** `Wed`, `水`. */
export const weekdayText = (at: number, zone: string, language: string): string =>
  format(language, zone, { weekday: 'short' }).format(at)

/** `Wednesday 18 November`. */
export const dayText = (at: number, zone: string, language: string): string =>
  format(language, zone, { weekday: 'long', day: 'numeric', month: 'long' }).format(at)

/** `Wed, 18 Nov 2026`, `2026年11月18日(水)`. */
export const dateText = (at: number, zone: string, language: string): string =>
  format(language, zone, { weekday: 'short', ...LONG, month: 'short' }).format(at)

/** What a view shows: `16–22 November 2026`, `November 2026`. @param days the days of the span */
export function rangeText(
  view: View,
  date: number,
  { startsAt, endsAt }: Period,
  zone: string,
  language: string,
): string {
  if (view === 'month') return format(language, zone, { month: 'long', year: 'numeric' }).format(date)
  if (view === 'day' || view === 'timeline')
    return format(language, zone, { weekday: 'short', ...LONG }).format(startsAt)
  const last = endsAt - 1
  if (language === 'ja') return japaneseRange(startsAt, last, zone)
  const month = monthOf(startsAt, zone) === monthOf(last, zone) ? 'long' : 'short'
  return format(language, zone, { ...LONG, month })
    .formatRange(startsAt, last)
    .replace(/\s*–\s*/u, '–')
}

const monthOf = (at: number, zone: string) =>
  format('en', zone, { month: 'numeric', year: 'numeric' }).format(at)

/** `2026年11月16日–22日`: the end without what it shares with the start. `Intl` gives figures and `～` here. */
function japaneseRange(startsAt: number, last: number, zone: string): string {
  const text = (at: number) => format('ja', zone, LONG).format(at)
  const shared = monthOf(startsAt, zone) === monthOf(last, zone) ? /^.*月/ : /^.*年/
  const [before] = shared.exec(text(startsAt)) ?? ['']
  const end = text(last)
  return `${text(startsAt)}–${end.startsWith(before) ? end.slice(before.length) : end}`
}

/** `20 min`, `1 h 05 min`. @param ms milliseconds */
export function lengthText(t: TFunction, ms: number): string {
  const minutes = Math.round(ms / 60_000)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t('schedules.grid.minutes', { minutes })
  if (rest === 0) return t('schedules.grid.hours', { hours })
  return t('schedules.grid.hoursMinutes', { hours, minutes: String(rest).padStart(2, '0') })
}

/** The operator's own zone. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
