/** Times as the form of a schedule says them. Pure. */
import { day, zoneName } from '../../i18n/format.ts'
import type { Period } from '../../schedule/conflict.ts'
import { clockText } from '../../schedule/texts.ts'
import { dateOf, offsetText } from '../../zone-time.ts'

/** `13:00`, with its day where that is another one. @param known `YYYY-MM-DD`, the day that is seen already */
export function whenText(at: number, known: string, zone: string, language: string): string {
  const time = clockText(at, zone)
  return dateOf(at, zone) === known ? time : `${day(at, zone, language)} ${time}`
}

/** `13:00–15:30`; each with its day where that is not known. @param known `YYYY-MM-DD` */
export function spanText(
  { startsAt, endsAt }: Period,
  known: string,
  zone: string,
  language: string,
): string {
  const end = whenText(endsAt, dateOf(startsAt, zone), zone, language)
  return `${whenText(startsAt, known, zone, language)}–${end}`
}

/** The same with the zone: `13:00–15:30 CET (+1)`; each with its own where clocks are changed between them. */
export function zonedSpanText(period: Period, known: string, zone: string, language: string): string {
  const [first, last] = [zoneLabel(period.startsAt, zone), zoneLabel(period.endsAt, zone)]
  if (first === last) return `${spanText(period, known, zone, language)} ${first}`
  const start = whenText(period.startsAt, known, zone, language)
  return `${start} ${first}–${whenText(period.endsAt, dateOf(period.startsAt, zone), zone, language)} ${last}`
}

/** `JST (+9)`. */
export const zoneLabel = (at: number, zone: string): string =>
  `${zoneName(at, zone)} (${offsetText(at, zone)})`
