/** Days side by side with their hours downwards: schedules in their places, and the draft as it goes. */
import type { CSSProperties } from 'react'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../stores/preferences.ts'
import { modKey } from '../../ui/KeyCap.tsx'
import { Block, placeOf } from './Block.tsx'
import type { GridProps } from './calendar.ts'
import { ConflictTip } from './ConflictTip.tsx'
import { nextFullHour } from './form-values.ts'
import { HOUR_PX, minutesAt, segmentsOf } from './layout.ts'
import { Ruler } from './Ruler.tsx'
import { SlotCursor } from './SlotCursor.tsx'
import { dayText, ownZone, weekdayText } from '../../schedule/texts.ts'
import { useWeekGrid } from './use-week-grid.ts'
import css from './WeekGrid.module.css'
import { HOUR_MS } from '../../time.ts'

export const WeekGrid = memo(function WeekGrid(props: GridProps) {
  const { days, schedules, loaded, zone, now, today, range, canChange, open } = props
  const { t } = useTranslation()
  const { draft, refusal, placed, original, body, scroller, cursor, moveSlot, make, drag, onKey } =
    useWeekGrid(props)
  const first = days[0]
  const todays = days.find(({ date }) => date === today) ?? null
  const draftPlace = draft === null ? undefined : segmentsOf(draft, days)[0]
  const hour = nextFullHour(now, zone)
  const ghost =
    loaded && canChange && placed.length === 0
      ? segmentsOf({ startsAt: hour, endsAt: hour + HOUR_MS }, days)
      : []
  if (first === undefined) return null
  return (
    <div className={css.scroller} ref={scroller} data-dragging={drag.dragging || undefined}>
      <div
        className={css.grid}
        data-second={ownZone() !== zone || undefined}
        style={{ '--days': days.length, '--hour': `${HOUR_PX}px` } as CSSProperties}
      >
        <Heads {...props} />
        <Ruler day={first} zone={zone} today={todays} now={now} />
        <div
          ref={body}
          className={css.body}
          role="group"
          aria-label={t('schedules.grid.label', { range })}
          {...drag.handlers}
        >
          {todays !== null && (
            <div className={css.now} style={{ top: `${(minutesAt(todays, now) / 1440) * 100}%` }} />
          )}
          {canChange && <SlotCursor {...{ days, schedules, zone, make }} at={cursor} move={moveSlot} />}
          {ghost.slice(0, 1).map((segment) => (
            <div key="hint" className={css.hint} style={placeOf(segment, days.length)}>
              <Hint />
            </div>
          ))}
          {original !== null &&
            segmentsOf(original, days).map((segment) => (
              <div
                key={`was ${segment.day}`}
                className={css.ghost}
                style={placeOf(segment, days.length)}
                aria-hidden="true"
              >
                {original.name}
              </div>
            ))}
          {placed.map(({ item, segments }) => (
            <Block
              key={item.id}
              {...{ item, segments, zone }}
              columns={days.length}
              open={() => item.id !== 'new' && open(item.id)}
              onKeyDown={(event) => onKey(event, item.id)}
            />
          ))}
          {refusal?.clashes.flatMap(({ shared, other }) =>
            segmentsOf(shared, days).map((segment) => (
              <div
                key={`${other.scheduleId} ${segment.day}`}
                className={css.hatch}
                style={placeOf(segment, days.length)}
              />
            )),
          )}
          {refusal !== null && draftPlace !== undefined && (
            <ConflictTip {...{ refusal, zone }} segment={draftPlace} columns={days.length} />
          )}
        </div>
      </div>
    </div>
  )
})

function Heads({ days, zone, today, openDay }: GridProps) {
  const language = usePreferences((s) => s.language)
  return (
    <div className={css.heads}>
      {days.map(({ date, startsAt }) => (
        <button
          key={date}
          type="button"
          className={css.head}
          aria-current={date === today ? 'date' : undefined}
          aria-label={dayText(startsAt, zone, language)}
          onClick={() => openDay(date)}
        >
          <span>{weekdayText(startsAt, zone, language)}</span>
          <span className="num">{Number(date.slice(8))}</span>
        </button>
      ))}
    </div>
  )
}

function Hint() {
  const { t } = useTranslation()
  return <span>{t('schedules.grid.hint', { key: modKey })}</span>
}
