/** The hours of a day from left to right, in the service's zone and in the operator's where that is another one. */
import { atMinutes, minutesAt, type Day } from '../layout.ts'
import { clockText, ownZone } from '../../../schedule/texts.ts'
import css from './Timeline.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** @param now milliseconds since 1970; null on other days */
export function Axis({ day, zone, now }: { day: Day; zone: string; now: number | null }) {
  const own = ownZone()
  return (
    <div className={css.heads} aria-hidden="true">
      <div className={css.corner} />
      <div className={css.axis}>
        {HOURS.map((hour) => (
          <div key={hour} className={css.hour} style={{ left: `${(hour / 24) * 100}%` }}>
            <span className="num">{`${String(hour).padStart(2, '0')}:00`}</span>
            {own !== zone && (
              <span className={`num ${css.second ?? ''}`}>{clockText(atMinutes(day, hour * 60), own)}</span>
            )}
          </div>
        ))}
        {now !== null && (
          <span
            className={`num ${css.bubble ?? ''}`}
            style={{ left: `${(minutesAt(day, now) / 1440) * 100}%` }}
          >
            {clockText(now, zone)}
          </span>
        )}
      </div>
    </div>
  )
}
