/** Where schedules stand on a grid of days, and what a place on it means. Pure. */
import type { Period } from '../../schedule/conflict.ts'
import { addDays, dateOf, offsetText, readWall, startOfDay, wallOf } from '../../zone-time.ts'
import { DAY_MS } from '../../time.ts'

const MINUTE_MS = 60_000
const DAY_MINUTES = 1440
/** Height of an hour, CSS pixels. */
export const HOUR_PX = 60
/** What dragging and keys move by, milliseconds. */
export const STEP_MS = 15 * MINUTE_MS

/** A day of a zone; its clocks may be put forward or back once. */
export interface Day extends Period {
  /** `YYYY-MM-DD` */
  readonly date: string
  /** When clocks are changed, and by how many milliseconds they then go ahead; null on other days. */
  readonly change: { readonly at: number; readonly by: number } | null
}

/** @param first `YYYY-MM-DD` */
export function daysFrom(first: string, count: number, zone: string): readonly Day[] {
  const dates = Array.from({ length: count + 1 }, (_, index) => addDays(first, index))
  const starts = dates.map((date) => startOfDay(date, zone))
  return dates.slice(0, count).map((date, index) => {
    const [startsAt = 0, endsAt = 0] = starts.slice(index, index + 2)
    const by = DAY_MS - (endsAt - startsAt)
    return { date, startsAt, endsAt, change: by === 0 ? null : { at: changeIn(startsAt, endsAt, zone), by } }
  })
}

/** The first minute of `[from, to)` with another offset than `from` has. */
function changeIn(from: number, to: number, zone: string): number {
  const before = offsetText(from, zone)
  let [low, high] = [from, to]
  while (high - low > MINUTE_MS) {
    const middle = low + Math.floor((high - low) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetText(middle, zone) === before) low = middle
    else high = middle
  }
  return high
}

/** What clocks show at a moment of a day, as minutes since midnight. @param at milliseconds since 1970 */
export function minutesAt(day: Day, at: number): number {
  const ahead = day.change !== null && at >= day.change.at ? day.change.by : 0
  return Math.min(Math.max((at - day.startsAt + ahead) / MINUTE_MS, 0), DAY_MINUTES)
}

/** The moment when clocks show it, milliseconds since 1970; the next one where they skip it. */
export function atMinutes(day: Day, minutes: number): number {
  const at = day.startsAt + minutes * MINUTE_MS
  return day.change === null || at < day.change.at ? at : Math.max(at - day.change.by, day.change.at)
}

/** One day's part of a period, in minutes since midnight. */
export interface Segment {
  /** Index of the day. */
  readonly day: number
  readonly from: number
  readonly to: number
}

/** The parts of a period that the days have; none where it is elsewhere. */
export const segmentsOf = (period: Period, days: readonly Day[]): readonly Segment[] =>
  days.flatMap((day, index) => {
    const [startsAt, endsAt] = [Math.max(period.startsAt, day.startsAt), Math.min(period.endsAt, day.endsAt)]
    if (startsAt >= endsAt) return []
    const from = minutesAt(day, startsAt)
    // Where clocks go back, an end can show an earlier time than its start.
    const to = endsAt === day.endsAt ? DAY_MINUTES : Math.max(minutesAt(day, endsAt), from + 1)
    return [{ day: index, from, to }]
  })

/** To the nearest quarter of an hour. @param at milliseconds since 1970 */
export const snapped = (at: number): number => Math.round(at / STEP_MS) * STEP_MS

/** The same clock time some days on; the length stays. */
export function movedByDays<Span extends Period>(period: Span, days: number, zone: string): Span {
  const { startsAt, endsAt } = period
  const [, time = '00:00:00'] = wallOf(startsAt, zone).split('T')
  const reading = readWall(`${addDays(dateOf(startsAt, zone), days)}T${time}`, zone)
  const at = reading.kind === 'skipped' ? reading.next : reading.at
  return { ...period, startsAt: at, endsAt: at + (endsAt - startsAt) }
}

/** Moved as a whole. @param ms milliseconds */
export const movedBy = <Span extends Period>(period: Span, ms: number): Span => ({
  ...period,
  startsAt: period.startsAt + ms,
  endsAt: period.endsAt + ms,
})

/** With another end, a step after the start at the earliest. @param at milliseconds since 1970 */
export const endingAt = <Span extends Period>(period: Span, at: number): Span => ({
  ...period,
  endsAt: Math.max(at, period.startsAt + STEP_MS),
})
