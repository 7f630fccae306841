/** The days in view and all schedules that were read for them. */
import { useMemo } from 'react'
import { useSchedules } from '../../api/schedules.ts'
import { daysFrom } from './layout.ts'
import { rangeOf } from './range.ts'
import type { View } from '../../schedule/search.ts'
import { addDays, startOfDay } from '../../zone-time.ts'

/** @param date a day of the span, `YYYY-MM-DD` */
export function useRange(view: View, date: string, zone: string) {
  const { days, from, to } = useMemo(() => {
    const { first, days: count } = rangeOf(view, date)
    return {
      days: daysFrom(first, count, zone),
      // One week more at each side: for stepping, and for the next free slot.
      from: startOfDay(addDays(first, -7), zone),
      to: startOfDay(addDays(first, count + 7), zone),
    }
  }, [view, date, zone])
  const query = useSchedules(from, to)
  const span = { startsAt: days[0]?.startsAt ?? from, endsAt: days.at(-1)?.endsAt ?? to }
  return { days, span, query }
}
