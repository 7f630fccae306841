/** A day as rows: what was planned, when the channel ran and what was recorded, on one axis of time. */
import { Button } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { EmptyList } from '../../../ui/EmptyList.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import type { CalendarProps } from '../calendar.ts'
import type { Period } from '../../../schedule/conflict.ts'
import { minutesAt, type Day } from '../layout.ts'
import { Axis } from './Axis.tsx'
import { HOUR_PX } from './Bar.tsx'
import { Row } from './Row.tsx'
import type { TimelineRow } from './rows.ts'
import { useTimeline } from './use-timeline.ts'
import css from './Timeline.module.css'

interface Props extends CalendarProps {
  readonly make: () => void
  /** The day. */
  readonly span: Period
}

export function Timeline(props: Props) {
  const { schedules, loaded, days, span, now, today, zone, range, canChange, make } = props
  const { t } = useTranslation()
  const { rows, known, seesRecordings, seesSessions, failed } = useTimeline(schedules, span, now)
  const [day] = days
  const scroller = useScroll(day, rows, now)
  if (day === undefined) return null
  const present = day.date === today ? now : null
  return (
    <>
      {failed !== undefined && (
        <div className={css.failed}>
          <LoadFailed query={failed}>
            {t('schedules.timeline.failed', { reason: errorText(t, failed.error) })}
          </LoadFailed>
        </div>
      )}
      {loaded && known && rows.length === 0 ? (
        <EmptyList title={t('schedules.timeline.empty')} lead={t('schedules.timeline.emptyHelp')}>
          {canChange && (
            <Button variant="filled" onClick={make}>
              {t('schedules.head.schedule')}
            </Button>
          )}
        </EmptyList>
      ) : (
        <div
          ref={scroller}
          className={css.scroller}
          role="group"
          aria-label={t('schedules.timeline.label', { range })}
          tabIndex={0}
        >
          <div className={css.sheet} style={{ '--hour': `${HOUR_PX}px` } as CSSProperties}>
            <Axis day={day} zone={zone} now={present} />
            {rows.map((row) => (
              <Row key={row.schedule.scheduleId} {...props} {...{ row, day, seesRecordings, seesSessions }} />
            ))}
            {present !== null && (
              <div className={css.present} aria-hidden="true">
                <div className={css.now} style={{ left: `${(minutesAt(day, present) / 1440) * 100}%` }} />
              </div>
            )}
          </div>
        </div>
      )}
    </>
  )
}

/** Begins an hour before what comes first in a day; later on the operator scrolls. */
function useScroll(day: Day | undefined, rows: readonly TimelineRow[], now: number) {
  const scroller = useRef<HTMLDivElement>(null)
  const begin = useEffectEvent(() => {
    if (day === undefined || scroller.current === null) return
    const starts = rows.flatMap(({ schedule, sessions }) =>
      [schedule, ...sessions].map((one) => one.startsAt),
    )
    const present = now >= day.startsAt && now < day.endsAt ? [now] : []
    const first = Math.min(...starts.filter((at) => at >= day.startsAt), ...present)
    scroller.current.scrollLeft = (minutesAt(day, first) / 60 - 1) * HOUR_PX
  })
  const known = rows.length > 0
  const date = day?.date
  useEffect(() => {
    begin()
  }, [date, known])
  return scroller
}
