import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { PlannedSchedule } from '../../service/contract/console/schedules.ts'
import { useNow } from '../api/events/clock.ts'
import { useEngine, useKnownUntil } from '../api/events/hooks.ts'
import { useLate } from '../api/late.ts'
import { shortDuration } from '../i18n/format.ts'
import { announce } from '../ui/Announcer.tsx'
import { Glyph, type GlyphName } from '../ui/Glyph.tsx'
import { useMinute } from '../ui/Moment.tsx'
import { told as mark } from '../ui/told.ts'
import type { Tone } from '../ui/tone.ts'
import { UserText } from '../ui/UserText.tsx'
import { barItem } from './bar-fit.ts'
import css from './StatusBar.module.css'

interface Planned {
  readonly schedule: PlannedSchedule
  readonly glyph: GlyphName
  readonly tone: Tone
  /** How the clock stands to it. */
  readonly text: string
  readonly isLate: boolean
  readonly item: 'late' | 'soon'
  /** What screen readers are told, once. */
  readonly told: string | null
}

/**
 * The schedule that should be on air and is not, else one that still is, else one that is about to start. As last
 * known, without contact.
 */
function usePlanned(): Planned | null {
  const { t } = useTranslation()
  const now = useNow()
  const minute = useMinute()
  const engine = useEngine()
  const late = useLate()
  const knownUntil = useKnownUntil()
  if (engine === null) return null
  if (late !== null) {
    const { schedule, byMs, isAlarm } = late
    const since = minute(schedule.startsAt)
    const told = `${schedule.name}: ${t('controlRoom.late.since', { time: since })}`
    const text =
      byMs === null
        ? t('status.lateSince', { time: since })
        : t('status.lateBy', { time: shortDuration(byMs) })
    if (isAlarm) return { schedule, text, told, glyph: 'fail', tone: 'fail', isLate: true, item: 'late' }
    return { schedule, text, told: null, glyph: 'ok', tone: 'idle', isLate: true, item: 'late' }
  }
  const [over] = engine.overrun
  if (over) {
    const text = t('status.overBy', { time: shortDuration((knownUntil ?? now) - over.endsAt) })
    const told = `${over.name}: ${t('controlRoom.trouble.overrun', { time: minute(over.endsAt) })}`
    return { schedule: over, text, told, glyph: 'warn', tone: 'warn', isLate: false, item: 'late' }
  }
  const { soon } = engine
  if (soon === null || soon.startsAt <= now) return null
  const text = t('status.startsIn', { time: shortDuration(soon.startsAt - now) })
  const told = `${soon.name}: ${t('alarm.soon', { time: minute(soon.startsAt) })}`
  return { schedule: soon, text, told, glyph: 'waiting', tone: 'idle', isLate: false, item: 'soon' }
}

/** What of the plan the clock is about to reach, or has passed; in every room. */
export function PlanItem() {
  const planned = usePlanned()
  const told = planned?.told ?? null
  useEffect(() => {
    if (told !== null) announce(told)
  }, [told])
  if (planned === null) return null
  const { schedule, glyph, tone, text } = planned
  return (
    <li {...barItem(planned.item)}>
      <Link to="/" className={css.item}>
        <Glyph name={glyph} tone={tone} />
        <UserText className={css.name ?? ''}>{schedule.name}</UserText>
        <span className="num" {...(planned.isLate && mark('late', schedule.scheduleId))}>
          {text}
        </span>
      </Link>
    </li>
  )
}
