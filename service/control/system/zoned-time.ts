import type { EpochMilliseconds } from '../../contract/units.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

/**
 * A moment as the option API writes it: `Y/m/d H:i:s` on the clocks of a time zone. The zone is not
 * written, so in the hour that clocks are set back two moments read the same.
 * @param timeZone IANA name
 * @throws RangeError for an unknown zone
 */
export function formatZoned(at: EpochMilliseconds, timeZone: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const part = (name: Intl.DateTimeFormatPartTypes) => parts.get(name) ?? ''
  const date = [part('year').padStart(4, '0'), part('month'), part('day')].join('/')
  return `${date} ${[part('hour'), part('minute'), part('second')].join(':')}`
}

/** True for an IANA name that this machine knows. */
export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    // Offsets such as +09:00 are understood too, but are no zone: they know no summer time.
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** The zone of this machine. */
export function machineTimeZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return isTimeZone(zone) ? zone : 'UTC'
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const two = '2-digit'
    format = new Intl.DateTimeFormat('en-US', {
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
    formats.set(timeZone, format)
  }
  return format
}
