/** Which days a view shows, and what comes before and after it. Pure. */
import type { View } from '../../schedule/search.ts'
import { addDays, mondayOf } from '../../zone-time.ts'

const AGENDA_DAYS = 60

export interface Range {
  /** `YYYY-MM-DD` */
  readonly first: string
  readonly days: number
}

const firstOfMonth = (date: string) => `${date.slice(0, 7)}-01`

/** @param date a day of the span, `YYYY-MM-DD` */
export function rangeOf(view: View, date: string): Range {
  if (view === 'day' || view === 'timeline') return { first: date, days: 1 }
  if (view === 'week') return { first: mondayOf(date), days: 7 }
  // Six weeks have every day of a month, wherever it begins.
  if (view === 'month') return { first: mondayOf(firstOfMonth(date)), days: 42 }
  return { first: date, days: AGENDA_DAYS }
}

/** The first day that a view is of: a month has days of the one before in view. @param date `YYYY-MM-DD` */
export const firstDay = (view: View, date: string): string =>
  view === 'month' ? firstOfMonth(date) : rangeOf(view, date).first

/** A day of the span after, or before. @param date `YYYY-MM-DD` */
export function stepped(view: View, date: string, step: 1 | -1): string {
  if (view === 'month') {
    const first = firstOfMonth(date)
    return firstOfMonth(addDays(first, step === 1 ? 31 : -1))
  }
  return addDays(date, step * rangeOf(view, date).days)
}
