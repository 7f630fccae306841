import { Temporal } from 'temporal-polyfill'
import type { EpochMilliseconds } from '../../contract/units.ts'

/** Formatting a moment takes microseconds, which a long listing asked for often adds up; so texts are kept. */
const MAX_TEXTS = 10_000

interface ZoneFormat {
  readonly format: Intl.DateTimeFormat
  /** `YYYY-MM-DD HH:MM:SS` by whole seconds since 1970. */
  readonly texts: Map<number, string>
}

const zones = new Map<string, ZoneFormat>()

/**
 * A moment as the option API reads and writes it: `Y/m/d H:i:s` on the clocks of a time zone. The zone is
 * not written, so in the hour that clocks are set back two moments read the same.
 * @param timeZone IANA name
 * @throws RangeError for an unknown zone
 */
export function formatZoned(at: EpochMilliseconds, timeZone: string): string {
  return formatZonedSpaced(at, timeZone).replaceAll('-', '/')
}

/** As `formatZoned`, but `YYYY-MM-DDTHH:MM:SS`, as the listings of schedules and chat have it. */
export function formatZonedIso(at: EpochMilliseconds, timeZone: string): string {
  return formatZonedSpaced(at, timeZone).replace(' ', 'T')
}

/** As `formatZoned`, but `YYYY-MM-DD HH:MM:SS`, as the listing of users has it. */
export function formatZonedSpaced(at: EpochMilliseconds, timeZone: string): string {
  const { format, texts } = zoneFormat(timeZone)
  const second = Math.floor(at / 1000)
  const known = texts.get(second)
  if (known !== undefined) return known
  const text = textOf(format, at)
  if (texts.size >= MAX_TEXTS) texts.clear()
  texts.set(second, text)
  return text
}

/**
 * The moment at which the clocks of a time zone read `text`: the earlier one where they do so twice (set
 * back), null where they never do (set forward).
 * @param text `Y/m/d H:i:s`, already found to be a date and time of the calendar
 * @param timeZone IANA name
 * @throws RangeError for an unknown zone
 */
export function parseZoned(text: string, timeZone: string): EpochMilliseconds | null {
  const wall = Temporal.PlainDateTime.from(text.replaceAll('/', '-'))
  const moment = wall.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  return moment.toPlainDateTime().equals(wall) ? moment.epochMilliseconds : null
}

/** True for an IANA name that this machine knows. */
export function isTimeZone(name: string): boolean {
  // Offsets such as +09:00 are understood too, but are no zone: they know no summer time.
  if (!/^[A-Za-z]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zone of this machine. */
export function machineTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(zone) ? zone : 'UTC'
}

function textOf(format: Intl.DateTimeFormat, at: EpochMilliseconds): string {
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  const date = [part('year').padStart(4, '0'), part('month'), part('day')].join('-')
  return `${date} ${[part('hour'), part('minute'), part('second')].join(':')}`
}

function zoneFormat(timeZone: string): ZoneFormat {
  let zone = zones.get(timeZone)
  if (!zone) {
    const two = '2-digit'
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: two,
      day: two,
      hour: two,
      minute: two,
      second: two,
    })
    zone = { format, texts: new Map() }
    zones.set(timeZone, zone)
  }
  return zone
}
