import { Temporal } from 'temporal-polyfill'
import { DAY } from '../../contract/units.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'

const DAY_SECONDS = 86_400
const TWO = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, '0'))
/** Writing a day takes longer than all the rest, and a listing has few of them. */
const MAX_DAYS = 10_000
const days = new Map<number, string>()

/** A time in which the clocks of a zone are not changed, from `from` up to `to`. */
interface Stretch {
  readonly from: EpochMilliseconds
  readonly to: EpochMilliseconds
  /** What they are ahead of UTC. */
  readonly offset: Milliseconds
}

/** Of each zone those that were asked for; few, as clocks are changed twice a year at most. */
const stretches = new Map<string, Stretch[]>()

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
  return formatWall(at, timeZone, 'T')
}

/** As `formatZoned`, but `YYYY-MM-DD HH:MM:SS`, as the listing of users has it. */
export function formatZonedSpaced(at: EpochMilliseconds, timeZone: string): string {
  return formatWall(at, timeZone, ' ')
}

function formatWall(at: EpochMilliseconds, timeZone: string, between: ' ' | 'T'): string {
  const { offset } = stretchAt(at, timeZone)
  const second = Math.floor((at + offset) / 1000)
  const day = Math.floor(second / DAY_SECONDS)
  const ofDay = second - day * DAY_SECONDS
  const [hours, minutes] = [Math.floor(ofDay / 3600), Math.floor(ofDay / 60) % 60]
  return `${dayText(day)}${between}${TWO[hours]}:${TWO[minutes]}:${TWO[ofDay % 60]}`
}

/**
 * The moment at which the clocks of a time zone read `text`: the earlier one where they do so twice (set
 * back), null where they never do (set forward).
 * @param text `Y/m/d H:i:s`, already found to be a date and time of the calendar
 * @param timeZone IANA name
 * @throws RangeError for an unknown zone
 */
export function parseZoned(text: string, timeZone: string): EpochMilliseconds | null {
  const wall = Date.parse(`${text.replaceAll('/', '-').replace(' ', 'T')}Z`)
  // No clock is a day from UTC, nor set twice within two. What is ahead before they are set back comes earlier.
  for (const near of [wall - DAY, wall + DAY]) {
    const { offset } = stretchAt(near, timeZone)
    const at = wall - offset
    if (stretchAt(at, timeZone).offset === offset) return at
  }
  return null
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

/** @param day since 1970 */
function dayText(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  // Years of more than four digits have a sign and zeros there.
  const text = new Date(day * DAY_SECONDS * 1000).toISOString().replace(/^\+0*/, '').replace(/T.*/, '')
  if (days.size >= MAX_DAYS) days.clear()
  days.set(day, text)
  return text
}

function stretchAt(at: EpochMilliseconds, timeZone: string): Stretch {
  let known = stretches.get(timeZone)
  if (!known) stretches.set(timeZone, (known = []))
  let stretch = known.find(({ from, to }) => from <= at && at < to)
  if (!stretch) {
    stretch = findStretch(at, timeZone)
    known.push(stretch)
  }
  return stretch
}

function findStretch(at: EpochMilliseconds, timeZone: string): Stretch {
  const zoned = (ms: EpochMilliseconds) =>
    Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  // The one before is before its moment, also where that is a change itself.
  const before = zoned(at + 1).getTimeZoneTransition('previous')
  const after = zoned(at).getTimeZoneTransition('next')
  return {
    from: before?.epochMilliseconds ?? -Infinity,
    to: after?.epochMilliseconds ?? Infinity,
    offset: zoned(at).offsetNanoseconds / 1e6,
  }
}
