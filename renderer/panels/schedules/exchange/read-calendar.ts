/** Events of a calendar file (RFC 5545), as calendar programs export them. */
import type ICAL from 'ical.js'
import { DAY_MS } from '../../../time.ts'
import { readWall } from '../../../zone-time.ts'
import type { Read, Reading } from './read.ts'

/** How far ahead events that repeat are taken, and how many of one. */
const AHEAD_MS = 366 * DAY_MS
const MOST = 200

type Library = typeof ICAL
type Time = InstanceType<Library['Time']>

/**
 * What begins within a year; what repeats is taken as many single ones.
 * @param now milliseconds since 1970 @param zone of the system, for times of no zone
 */
export async function readCalendar(text: string, now: number, zone: string): Promise<Reading> {
  const { default: library } = await import('ical.js')
  const calendar = parsed(library, text)
  if (calendar === null) return { kind: 'fault', fault: 'noCalendar' }
  try {
    for (const one of calendar.getAllSubcomponents('vtimezone')) library.TimezoneService.register(one)
    const events = calendar.getAllSubcomponents('vevent').map((one) => new library.Event(one))
    const all = events
      // One of a series that was moved is told with the series.
      .filter((event) => !event.isRecurrenceException())
      .flatMap((event) => readEvent(event, events, now, zone))
      .sort((a, b) => (a.period?.startsAt ?? 0) - (b.period?.startsAt ?? 0))
    return all.length === 0 ? { kind: 'fault', fault: 'empty' } : { kind: 'read', all }
  } finally {
    library.TimezoneService.reset()
  }
}

function parsed(library: Library, text: string): InstanceType<Library['Component']> | null {
  try {
    const component = new library.Component(library.parse(text) as unknown[])
    return component.name === 'vcalendar' ? component : null
  } catch {
    // Its errors are English sentences for developers.
    return null
  }
}

function readEvent(
  event: InstanceType<Library['Event']>,
  events: readonly InstanceType<Library['Event']>[],
  now: number,
  zone: string,
): readonly Read[] {
  const name = (event.summary as string | null) ?? ''
  const refused = (kind: 'allDay' | 'cancelled'): Read[] => [
    { name, period: null, quality: null, why: { kind } },
  ]
  const { component } = event
  if (component.getFirstPropertyValue('status') === 'CANCELLED') return refused('cancelled')
  const start = event.startDate as Time | null
  if (start === null || start.isDate) return refused('allDay')
  const named = component.getFirstProperty('dtstart')?.getFirstParameter('tzid') ?? ''
  const at = (time: Time) => momentOf(time, named, zone)
  const read = (startsAt: number, endsAt: number, as = name): Read => ({
    ...{ name: as, period: { startsAt, endsAt }, quality: null, why: null },
  })
  if (!event.isRecurring()) return [read(at(start), at(event.endDate))]

  for (const one of events)
    if (one.isRecurrenceException() && one.uid === event.uid) event.relateException(one)
  const found: Read[] = []
  const each = event.iterator()
  // Nothing after the last one, which its types leave out.
  const next = (): Time | undefined => each.next()
  for (let time = next(); time !== undefined; time = next()) {
    if (at(time) > now + AHEAD_MS || found.length === MOST) break
    const { item, startDate, endDate } = event.getOccurrenceDetails(time)
    if (at(endDate) > now) found.push(read(at(startDate), at(endDate), item.summary))
  }
  return found
}

/** @param named the zone that the file names @param zone the one that is meant where it names none */
function momentOf(time: Time, named: string, zone: string): number {
  if (time.zone.tzid !== 'floating') return time.toUnixTime() * 1000
  const wall = time.toString()
  const of = (name: string) => {
    const reading = readWall(wall, name)
    return reading.kind === 'skipped' ? reading.next : reading.at
  }
  try {
    return of(named === '' ? zone : named)
  } catch (error) {
    // A zone that nobody knows, and that the file does not describe.
    if (error instanceof RangeError) return of(zone)
    throw error
  }
}
