/** Six weeks: how many schedules a day has, and the first three. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { UserText } from '../../ui/UserText.tsx'
import type { CalendarProps } from './calendar.ts'
import type { Period } from '../../schedule/conflict.ts'
import { onAirSinceOf, stateOf } from './schedule-state.ts'
import { clockText, dayText, weekdayText } from '../../schedule/texts.ts'
import css from './Month.module.css'

const SHOWN = 3

/** The first, and the one that is open. */
function shownOf(those: readonly ScheduleView[], openId: string | undefined): readonly ScheduleView[] {
  const open = those.slice(SHOWN).find(({ scheduleId }) => scheduleId === openId)
  return open ? [...those.slice(0, SHOWN - 1), open] : those.slice(0, SHOWN)
}

/** When it begins; on later days when it ends. */
function clockOn(day: Period, { startsAt, endsAt }: Period, zone: string): string {
  if (startsAt >= day.startsAt) return clockText(startsAt, zone)
  return endsAt < day.endsAt ? `–${clockText(endsAt, zone)}` : '–'
}

/** @param month `YYYY-MM` */
export function Month(props: CalendarProps & { readonly month: string }) {
  const { days, schedules, onAir, zone, now, today, range, open, openDay, openId, month } = props
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  const byDay = useMemo(
    () =>
      days.map((day) => ({
        day,
        those: schedules.filter((one) => one.startsAt < day.endsAt && day.startsAt < one.endsAt),
      })),
    [days, schedules],
  )
  return (
    <div className={css.month} role="group" aria-label={t('schedules.grid.month', { range })}>
      <div className={css.heads} aria-hidden="true">
        {days.slice(0, 7).map(({ date, startsAt }) => (
          <span key={date}>{weekdayText(startsAt, zone, language)}</span>
        ))}
      </div>
      <ol className={css.cells}>
        {byDay.map(({ day, those }) => (
          <li
            key={day.date}
            className={css.cell}
            data-other={!day.date.startsWith(month) || undefined}
            data-today={day.date === today || undefined}
          >
            <button
              type="button"
              className={css.date}
              aria-label={t('schedules.grid.openDay', {
                day: dayText(day.startsAt, zone, language),
                number: those.length,
              })}
              aria-current={day.date === today ? 'date' : undefined}
              onClick={() => openDay(day.date)}
            >
              <span className={css.number}>{Number(day.date.slice(8))}</span>
              {those.length > 0 && <span className={css.count}>{those.length}</span>}
            </button>
            {shownOf(those, openId).map((one) => (
              <button
                key={one.scheduleId}
                type="button"
                className={css.one}
                data-id={one.scheduleId}
                data-state={stateOf(one, onAirSinceOf(one, onAir), now)}
                data-open={one.scheduleId === openId || undefined}
                onClick={() => open(one.scheduleId)}
              >
                <span className="num">{clockOn(day, one, zone)}</span>
                <UserText className="cut">{one.name}</UserText>
              </button>
            ))}
            {those.length > SHOWN && (
              <span className={css.more}>{t('schedules.grid.more', { number: those.length - SHOWN })}</span>
            )}
          </li>
        ))}
      </ol>
    </div>
  )
}
