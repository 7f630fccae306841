import { useTranslation } from 'react-i18next'
import type { Late } from '../../api/late.ts'
import { shortDuration, zoneNames } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { told } from '../../ui/told.ts'
import { useMinute } from '../../ui/Moment.tsx'
import { clockText } from '../../schedule/texts.ts'
import { ScheduleName, useSpan } from './StripParts.tsx'
import css from './Strip.module.css'

/** The schedule that should be on air: how late it is stands first, and largest. */
export function StripLate({ late: { schedule, byMs, isAlarm } }: { late: Late }) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const { scheduleId, startsAt } = schedule
  return (
    <>
      <div className={css.late} role="timer" data-place="strip" {...told('late', scheduleId)}>
        <span className={css.lateWord}>
          {isAlarm ? <Glyph name="fail" tone="fail" /> : <Glyph name="ok" tone="idle" />}
          {t(byMs === null ? 'controlRoom.late.lastKnown' : 'controlRoom.late.by')}
        </span>
        <span className={`num ${css.display ?? ''}`}>
          {byMs === null ? clockText(startsAt, timeZone) : shortDuration(byMs)}
        </span>
      </div>
      <div className={css.due}>
        <div className={css.line}>
          <ScheduleName schedule={schedule} />
          <span className="meta num">
            {useSpan()(schedule)} {zoneNames(schedule, timeZone)}
          </span>
        </div>
        <p className="second">{t('controlRoom.late.since', { time: useMinute()(startsAt) })}</p>
      </div>
    </>
  )
}
