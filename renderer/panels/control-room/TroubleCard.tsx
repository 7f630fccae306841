/** Everything that is wrong now: one sentence each, what to do, since when, and where to look. */
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected, useEngine } from '../../api/events/hooks.ts'
import { useIncidents } from '../../api/incidents.ts'
import { useLate, type Late } from '../../api/late.ts'
import { duration } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { useMinute } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { cpuTone, loadValues, overloadMark } from '../../ui/load.ts'
import { told, type Mark } from '../../ui/told.ts'
import { UserText } from '../../ui/UserText.tsx'
import { AcknowledgeAll } from './AcknowledgeAll.tsx'
import { IncidentRows } from './IncidentRows.tsx'
import { Show } from '../../trouble/Show.tsx'
import { troubleList, type Entry } from '../../trouble/trouble.ts'
import type { useServices } from './use-services.ts'
import { useTroubleText } from '../../trouble/use-trouble-text.ts'
import css from './TroubleCard.module.css'

interface Props {
  readonly channels: readonly ChannelView[]
  readonly services: ReturnType<typeof useServices>
  /** The schedule that comes next. */
  readonly next: ScheduleView | null
}

export function TroubleCard({ channels, services: { endpoints, destinations }, next }: Props) {
  const { t } = useTranslation()
  const late = useLate()
  const engine = useEngine()
  const list = useMemo(
    () => troubleList({ channels, engine, endpoints, destinations }),
    [channels, engine, endpoints, destinations],
  )
  const incidents = useIncidents()
  const isLate = late?.isAlarm === true
  const isWritten = incidents.some(({ kind, overAt }) => kind === 'late-start' && overAt === null)
  const count = list.length + (isLate && !isWritten ? 1 : 0)
  const counts = [
    ...(incidents.length > 0 ? [t('controlRoom.incident.count', { count: incidents.length })] : []),
    ...(count > 0 || incidents.length === 0 ? [t('findings.open', { count })] : []),
  ]
  return (
    <div
      className={css.card}
      data-place="findings"
      {...(incidents.length > 0 && told('incidents', incidents.length))}
    >
      <Card
        title={t('findings.title')}
        aside={
          <>
            {counts.join(t('common.listSeparator'))}
            <AcknowledgeAll />
          </>
        }
        flush
      >
        <ul>
          <IncidentRows {...{ channels, next }} />
          {list.map((entry) => (
            <Row key={entry.key} entry={entry} />
          ))}
        </ul>
        {count === 0 && incidents.length === 0 && (
          <p className={css.fine}>
            <Calm late={late} />
          </p>
        )}
      </Card>
    </div>
  )
}

/**
 * Nothing is wrong, as far as is known. A start is late from its moment on, and a trouble some seconds later; so is
 * this computer, where it has too much to do.
 */
function Calm({ late }: { late: Late | null }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const load = useEngine()?.load
  const minute = useMinute()
  if (late) {
    const text = t('controlRoom.late.since', { time: minute(late.schedule.startsAt) })
    return <StateWord glyph="waiting" tone="idle" text={text} />
  }
  if (!connected) return <StateWord glyph="waiting" tone="idle" text={t('state.unknown')} />
  if (load && cpuTone(load) !== 'ok') {
    const text = t('load.short.cpu', loadValues(load))
    return <StateWord glyph="warn" tone="warn" text={text} mark={told('cpu', cpuTone(load))} />
  }
  return <StateWord glyph="ok" tone="ok" text={t('controlRoom.allFine')} mark={told('finding', 'none')} />
}

function markOf(entry: Entry): Mark {
  if (entry.kind === 'finding') return told('finding', entry.finding.code, entry.channel.channelId)
  if (entry.kind === 'refused') return told('finding', 'refused', entry.channel.channelId)
  return (entry.kind === 'overload' && overloadMark(entry.load)) || told('finding', entry.kind)
}

function Row({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const now = useNow()
  const { name, what, fix } = useTroubleText()(entry)
  return (
    <li className={css.row} {...markOf(entry)}>
      <Glyph name={entry.severity} tone={entry.severity} />
      <div className={css.text}>
        <div>
          {name !== '' && <UserText className={css.name ?? ''}>{name}</UserText>}
          {what}
        </div>
        <div className="meta">{fix}</div>
      </div>
      {entry.since !== null && (
        <span className="num third">{t('controlRoom.for', { time: duration(now - entry.since) })}</span>
      )}
      <Show entry={entry} label={t('health.showLabel', { what: `${name} ${what}`.trim() })}>
        {t('controlRoom.show')}
      </Show>
    </li>
  )
}
