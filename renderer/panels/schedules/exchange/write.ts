/** Schedules as files. */
import type { ScheduleView } from '../../../../service/contract/console/schedules.ts'
import { csvOf } from '../../../ui/csv.ts'
import { fieldText, qualityOf } from '../form-values.ts'
import { COLUMNS } from './read.ts'

/** A table on the clocks of the system; renditions of one's own have no name. Pure. @param zone of the system */
export const tableOf = (schedules: readonly ScheduleView[], zone: string): string =>
  csvOf(
    COLUMNS,
    schedules.map(({ name, startsAt, endsAt, renditions }) => ({
      name,
      start: fieldText(startsAt, zone),
      end: fieldText(endsAt, zone),
      quality: qualityOf(renditions) ?? '',
    })),
  )

/**
 * A calendar (RFC 5545) that calendar programs take; who imports it again changes what they have.
 * @param now milliseconds since 1970
 */
export async function calendarOf(schedules: readonly ScheduleView[], now: number): Promise<string> {
  const { default: library } = await import('ical.js')
  const time = (at: number) => library.Time.fromJSDate(new Date(at), true)
  const calendar = new library.Component('vcalendar')
  calendar.addPropertyWithValue('version', '2.0')
  calendar.addPropertyWithValue('prodid', '-//Airdesk//Schedules//EN')
  for (const { scheduleId, name, startsAt, endsAt } of schedules) {
    const event = new library.Component('vevent')
    event.addPropertyWithValue('uid', `${scheduleId}@airdesk`)
    event.addPropertyWithValue('dtstamp', time(now))
    event.addPropertyWithValue('dtstart', time(startsAt))
    event.addPropertyWithValue('dtend', time(endsAt))
    event.addPropertyWithValue('summary', name)
    calendar.addSubcomponent(event)
  }
  return `${calendar.toString()}\r\n`
}
