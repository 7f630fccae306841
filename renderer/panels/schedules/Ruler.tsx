/** The hours at the left of the grid, in the service's zone and in the operator's where that is another one. */
import { useMemo } from 'react'
import { atMinutes, minutesAt, type Day } from './layout.ts'
import { clockText, ownZone } from '../../schedule/texts.ts'
import css from './WeekGrid.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** @param day whose hours the second zone is read for @param now drawn where `today` is in view */
export function Ruler({ day, zone, today, now }: { day: Day; zone: string; today: Day | null; now: number }) {
  const own = ownZone()
  const second = useMemo(
    () => (own === zone ? null : HOURS.map((hour) => clockText(atMinutes(day, hour * 60), own))),
    [day, zone, own],
  )
  return (
    <div className={css.ruler} aria-hidden="true">
      {HOURS.map((hour) => (
        <div key={hour} className={css.hour} style={{ top: `${(hour / 24) * 100}%` }}>
          <span className="num">{`${String(hour).padStart(2, '0')}:00`}</span>
          {second !== null && <span className={`num ${css.second ?? ''}`}>{second[hour]}</span>}
        </div>
      ))}
      {today !== null && (
        <span
          className={`num ${css.bubble ?? ''}`}
          style={{ top: `${(minutesAt(today, now) / 1440) * 100}%` }}
        >
          {clockText(now, zone)}
        </span>
      )}
    </div>
  )
}
