/** Figures as the operator reads them. Pure: the zone and the language are given. */
import { dateFormat } from './date-format.ts'

/** A figure and its unit, apart because the unit is drawn thinner. */
export interface Figure {
  readonly value: string
  readonly unit: string
}

/** `0:12:07` for hours, minutes and seconds. @param ms duration in milliseconds; negative counts as 0 */
export function duration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  const two = (n: number) => String(n).padStart(2, '0')
  return `${Math.floor(total / 3600)}:${two(Math.floor(total / 60) % 60)}:${two(total % 60)}`
}

/** `0:15`, minutes and seconds; from one hour on as {@link duration}. @param ms milliseconds */
export function shortDuration(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000))
  if (total >= 3600) return duration(ms)
  return `${Math.floor(total / 60)}:${String(total % 60).padStart(2, '0')}`
}

/** `6.2`, `104` or `2:05`: seconds with one place, whole from 100 on, minutes from 120 on. @param ms milliseconds */
export function age(ms: number): { readonly value: string; readonly isSeconds: boolean } {
  if (ms >= 120_000) return { value: shortDuration(ms), isSeconds: false }
  const seconds = ms / 1000
  return { value: seconds < 99.95 ? seconds.toFixed(1) : String(Math.round(seconds)), isSeconds: true }
}

/** kbps below one million bit/s, else Mbps with two places. @param bps bit/s */
export function bitRate(bps: number): Figure {
  if (bps < 1_000_000) return { value: grouped(Math.round(bps / 1000)), unit: 'kbps' }
  return { value: (bps / 1_000_000).toFixed(2), unit: 'Mbps' }
}

/** kB, MB, GB or TB in powers of 1000, without places from 10 on. @param bytes */
export function byteSize(bytes: number): Figure {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = Math.max(0, bytes)
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return {
    value: unit > 0 && value < 10 ? value.toFixed(1) : String(Math.floor(value)),
    unit: units[unit] ?? '',
  }
}

const GROUPED = new Intl.NumberFormat('en-US')

/** Thousands apart by commas, in both languages. */
export function grouped(value: number): string {
  return GROUPED.format(value)
}

/** `+31`, `−4`, `0`. */
export const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${Math.abs(value)}`

/** @param lufs EBU R 128 */
export const loudness = (lufs: number): Figure => ({
  value: `${lufs < 0 ? '−' : ''}${Math.abs(lufs).toFixed(1)}`,
  unit: 'LUFS',
})

/** Joins a figure for places that have one text only. */
export const plain = (figure: Figure) => `${figure.value} ${figure.unit}`

/** `13:42:07` in `zone`. @param at milliseconds since 1970 */
export function timeOfDay(at: number, zone: string): string {
  return dateFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).format(at)
}

/**
 * `Wed 18 Nov`, or `11月18日(水)`.
 * @param at milliseconds since 1970
 * @param year `numeric` writes it too
 */
export function day(at: number, zone: string, language: string, year?: 'numeric'): string {
  const parts = { timeZone: zone, weekday: 'short', day: 'numeric', month: 'short', year } as const
  if (language === 'ja') return dateFormat('ja-JP', parts).format(at)
  return dateFormat('en-GB', parts).format(at).replace(',', '')
}

/** Whether two moments have the same day, or the same year, in `zone`. */
type Nearness = 'day' | 'year' | null

/** @param at @param now milliseconds since 1970 */
export function nearness(at: number, now: number, zone: string): Nearness {
  const date = (t: number) => dateFormat('en-GB', { timeZone: zone }).format(t)
  const [one, other] = [date(at), date(now)]
  if (one === other) return 'day'
  return one.slice(-4) === other.slice(-4) ? 'year' : null
}

/** Time of day when it is today in `zone`, else day and time, with the year where it is another one. @param at milliseconds since 1970 */
export function moment(at: number, now: number, zone: string, language: string): string {
  const near = nearness(at, now, zone)
  const time = timeOfDay(at, zone)
  if (near === 'day') return time
  return `${day(at, zone, language, near === null ? 'numeric' : undefined)} ${time}`
}

/** Short name of a zone at a time, for example `JST`, `CET`; `GMT+5:45` where no language has a name. */
export function zoneName(at: number, zone: string): string {
  let first: string | undefined
  // Each language is read only where those before have no name: the first format of one takes long to make.
  for (const locale of ['en-US', 'en-GB', 'en-AU', 'en-IN', 'ja-JP']) {
    const parts = dateFormat(locale, { timeZone: zone, timeZoneName: 'short' }).formatToParts(at)
    const name = parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
    if (!/^(GMT|UTC)[+-]/.test(name)) return name
    first ??= name
  }
  return first ?? zone
}

/** The zone's name of a period; both where clocks are changed within it, `CET–CEST`. */
export function zoneNames({ startsAt, endsAt }: Span, zone: string): string {
  const [first, last] = [zoneName(startsAt, zone), zoneName(endsAt, zone)]
  return first === last ? first : `${first}–${last}`
}
/** Milliseconds since 1970. */
interface Span {
  readonly startsAt: number
  readonly endsAt: number
}

/** The first six characters of an id; the whole id is shown on hover and copied. */
export const shortId = (id: string) => id.slice(0, 6)
