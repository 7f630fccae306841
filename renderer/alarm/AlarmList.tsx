import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useNow } from '../api/events/clock.ts'
import { shortDuration } from '../i18n/format.ts'
import { Acknowledge } from '../trouble/Acknowledge.tsx'
import { useAcknowledge } from '../trouble/use-acknowledge.ts'
import { Show } from '../trouble/Show.tsx'
import { Glyph, type GlyphName } from '../ui/Glyph.tsx'
import { StateWord } from '../ui/StateWord.tsx'
import type { Tone } from '../ui/tone.ts'
import { UserText } from '../ui/UserText.tsx'
import type { Alarm } from './alarms.ts'
import { useAlarmText } from './use-alarm-text.ts'
import css from './Bell.module.css'

interface Props {
  readonly alarms: readonly Alarm[]
  /** A link was followed. */
  readonly onLeave: () => void
}

export function AlarmList({ alarms, onLeave }: Props) {
  const { t } = useTranslation()
  if (alarms.length === 0) {
    return (
      <p className={css.fine}>
        <StateWord glyph="ok" tone="ok" text={t('alarm.nothing')} />
      </p>
    )
  }
  return (
    <ul className={css.list} tabIndex={0} aria-label={t('alarm.title')}>
      {alarms.map((alarm) => (
        <Row key={alarm.key} alarm={alarm} onLeave={onLeave} />
      ))}
    </ul>
  )
}

function glyphOf(alarm: Alarm): { readonly name: GlyphName; readonly tone: Tone } {
  switch (alarm.kind) {
    case 'contact':
      return { name: 'fail', tone: 'fail' }
    case 'soon':
      return { name: 'waiting', tone: 'idle' }
    case 'incident':
      return alarm.incident.overAt === null ? { name: 'fail', tone: 'fail' } : { name: 'ok', tone: 'idle' }
    case 'trouble':
      return { name: alarm.entry.severity, tone: alarm.entry.severity }
  }
}

function Row({ alarm, onLeave }: { readonly alarm: Alarm; readonly onLeave: () => void }) {
  const { name, what } = useAlarmText()(alarm)
  const { mutate, isPending } = useAcknowledge()
  return (
    <li className={css.row}>
      <Glyph {...glyphOf(alarm)} />
      <div className={css.text}>
        {name !== '' && <UserText className={css.name ?? ''}>{name}</UserText>}
        {what}
        <div className={css.foot}>
          <Clock alarm={alarm} />
          <span onClickCapture={onLeave}>
            <Place alarm={alarm} what={`${name} ${what}`.trim()} />
          </span>
          {alarm.kind === 'incident' && (
            <Acknowledge
              incident={alarm.incident}
              hasKey={false}
              acknowledge={mutate}
              isPending={isPending}
            />
          )}
        </div>
      </div>
    </li>
  )
}

/** For how long, or in how long. */
function Clock({ alarm }: { alarm: Alarm }) {
  const { t } = useTranslation()
  const now = useNow()
  if (alarm.kind === 'soon') {
    const time = shortDuration(alarm.schedule.startsAt - now)
    return <span className="num third">{t('status.startsIn', { time })}</span>
  }
  const isOver = alarm.kind === 'incident' && alarm.incident.overAt !== null
  if (alarm.since === null || isOver) return null
  return <span className="num third">{t('controlRoom.for', { time: shortDuration(now - alarm.since) })}</span>
}

function Place({ alarm, what }: { readonly alarm: Alarm; readonly what: string }) {
  const { t } = useTranslation()
  if (alarm.kind === 'contact') return null
  const label = t('health.showLabel', { what })
  if (alarm.kind === 'trouble') {
    return (
      <Show entry={alarm.entry} label={label}>
        {t('controlRoom.show')}
      </Show>
    )
  }
  return (
    <Link className={css.show} to="/" aria-label={label}>
      {t('controlRoom.show')}
    </Link>
  )
}
