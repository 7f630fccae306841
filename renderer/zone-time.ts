/**
 * Clocks of a time zone and moments, both ways. Pure. A time that clocks show twice is taken as the earlier
 * moment and one that they skip is refused: the option API reads its texts like that.
 */
import { Temporal } from 'temporal-polyfill'

/** What the clocks of a zone mean by a time: `exact`; `twice`, the earlier is meant; `skipped`. */
export type WallReading =
  | { readonly kind: 'exact'; readonly at: number }
  | { readonly kind: 'twice'; readonly at: number; readonly later: number }
  /** `next` is the first moment that these clocks show again. */
  | { readonly kind: 'skipped'; readonly next: number }

/**
 * @param wall `YYYY-MM-DDTHH:MM:SS`, or without seconds
 * @param zone IANA name
 * @throws RangeError for what is no date and time
 */
export function readWall(wall: string, zone: string): WallReading {
  const plain = Temporal.PlainDateTime.from(wall)
  const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' })
  const later = plain.toZonedDateTime(zone, { disambiguation: 'later' })
  const at = earlier.epochMilliseconds
  if (!earlier.toPlainDateTime().equals(plain)) {
    const change = earlier.getTimeZoneTransition('next')
    return { kind: 'skipped', next: change?.epochMilliseconds ?? later.epochMilliseconds }
  }
  return later.epochMilliseconds === at
    ? { kind: 'exact', at }
    : { kind: 'twice', at, later: later.epochMilliseconds }
}

const zoned = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

/** `YYYY-MM-DDTHH:MM:SS` on the clocks of a zone. @param at milliseconds since 1970 */
export const wallOf = (at: number, zone: string): string =>
  zoned(at, zone).toPlainDateTime().toString({ smallestUnit: 'second' })

/** As the option API takes it. @param at milliseconds since 1970 */
export const optionTime = (at: number, zone: string): string =>
  wallOf(at, zone).replaceAll('-', '/').replace('T', ' ')

/**
 * False for the second time of an hour that clocks show twice: the option API cannot be told of it, because
 * its texts have no zone.
 */
export const canBeSent = (at: number, zone: string): boolean => {
  const reading = readWall(wallOf(at, zone), zone)
  return reading.kind !== 'skipped' && Math.floor(reading.at / 1000) === Math.floor(at / 1000)
}

/** `+9`, `+5:45`, `−5`: hours a zone is ahead of UTC then. @param at milliseconds since 1970 */
export function offsetText(at: number, zone: string): string {
  const minutes = Math.round(zoned(at, zone).offsetNanoseconds / 60e9)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** The day of a moment, `YYYY-MM-DD` in a zone. @param at milliseconds since 1970 */
export const dateOf = (at: number, zone: string): string => zoned(at, zone).toPlainDate().toString()

/** When a day begins in a zone, milliseconds since 1970. @param date `YYYY-MM-DD` */
export const startOfDay = (date: string, zone: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds

/** @param date `YYYY-MM-DD` */
export const addDays = (date: string, days: number): string =>
  Temporal.PlainDate.from(date).add({ days }).toString()

/** The Monday of the week of a day. @param date `YYYY-MM-DD` */
export const mondayOf = (date: string): string => addDays(date, 1 - Temporal.PlainDate.from(date).dayOfWeek)
