import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLate } from '../../api/late.ts'
import { shortDuration } from '../../i18n/format.ts'
import { announce } from '../Announcer.tsx'
import { Glyph } from '../Glyph.tsx'
import { useMinute } from '../Moment.tsx'
import { UserText } from '../UserText.tsx'
import css from './StatusBar.module.css'

/** The schedule that should be on air and is not, and by how much; screen readers are told once that it is late. */
export function LateItem() {
  const { t } = useTranslation()
  const late = useLate()
  const minute = useMinute()
  const told = late?.isAlarm
    ? `${late.schedule.name}: ${t('controlRoom.late.since', { time: minute(late.schedule.startsAt) })}`
    : null
  useEffect(() => {
    if (told !== null) announce(told)
  }, [told])
  if (late === null) return null
  return (
    <ul className={css.items}>
      <li>
        <Link to="/" className={css.item}>
          {late.isAlarm ? <Glyph name="fail" tone="fail" /> : <Glyph name="ok" tone="idle" />}
          <UserText className={css.name ?? ''}>{late.schedule.name}</UserText>
          <span className="num">{t('status.lateBy', { time: shortDuration(late.byMs) })}</span>
        </Link>
      </li>
    </ul>
  )
}
