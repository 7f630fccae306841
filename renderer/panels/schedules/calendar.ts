/** What every view of the calendar is given. */
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import type { Period } from '../../schedule/conflict.ts'
import type { Day } from './layout.ts'
import type { OnAir } from './schedule-state.ts'

export interface CalendarProps {
  readonly days: readonly Day[]
  /** All that were read, by start; more than the days have. */
  readonly schedules: readonly ScheduleView[]
  /** False until they were read once. */
  readonly loaded: boolean
  readonly onAir: OnAir
  /** Of the system. */
  readonly zone: string
  /** Whole minutes, milliseconds since 1970. */
  readonly now: number
  /** `YYYY-MM-DD` */
  readonly today: string
  /** The days as text. */
  readonly range: string
  /** True where the operator may change schedules. */
  readonly canChange: boolean
  /** Opens the form of a schedule. */
  readonly open: (scheduleId: string) => void
  /** Opens the form of a new one. @param startsAt milliseconds since 1970 */
  readonly create: (startsAt: number) => void
  /** @param date `YYYY-MM-DD` */
  readonly openDay: (date: string) => void
  /** Shows the days of a period that is not in view. */
  readonly follow: (period: Period) => void
  /** Closes the form. */
  readonly close: () => void
  /** The schedule whose form is open. */
  readonly openId: string | undefined
}

export interface GridProps extends CalendarProps {
  /** @param date `YYYY-MM-DD` */
  readonly showDate: (date: string) => void
}
