/** Everything that is wrong now: one sentence each, what to do, since when, and where to look. */
import { Link } from '@tanstack/react-router'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { IncidentView } from '../../../service/contract/console/incidents.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { useNow } from '../../api/events/clock.ts'
import { useConnected, useEngine } from '../../api/events/hooks.ts'
import { useIncidents } from '../../api/incidents.ts'
import { useLate } from '../../api/late.ts'
import { duration } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { findingKey } from '../channel-detail/health/history.ts'
import { StateWord } from '../../ui/StateWord.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { IncidentFinding } from './IncidentFinding.tsx'
import { LateFinding } from './LateFinding.tsx'
import { troubleList, type Entry } from './trouble.ts'
import { useAcknowledgeKey } from './use-acknowledge.ts'
import type { useServices } from './use-services.ts'
import { useTroubleText } from './use-trouble-text.ts'
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
  const connected = useConnected()
  const list = useMemo(
    () => troubleList({ channels, engine, endpoints, destinations }),
    [channels, engine, endpoints, destinations],
  )
  const incidents = useIncidents()
  useAcknowledgeKey(incidents)
  const isLate = late?.isAlarm === true
  const lateOne = incidents.find(({ kind, overAt }) => kind === 'late-start' && overAt === null) ?? null
  // What is late has a row of its own, after what goes on.
  const others = incidents.filter((incident) => incident !== lateOne)
  const ongoing = others.filter(({ overAt }) => overAt === null)
  const past = others.filter(({ overAt }) => overAt !== null)
  const firstNew = incidents.find(({ acknowledged }) => acknowledged === null)
  const row = (incident: IncidentView, first: boolean) => (
    <IncidentFinding key={incident.id} {...{ incident, channels, first }} hasKey={incident === firstNew} />
  )
  const count = list.length + (isLate && lateOne === null ? 1 : 0)
  const counts = [
    ...(incidents.length > 0 ? [t('controlRoom.incident.count', { count: incidents.length })] : []),
    ...(count > 0 || incidents.length === 0 ? [t('findings.open', { count })] : []),
  ]
  return (
    <div className={css.card}>
      <Card title={t('findings.title')} aside={counts.join(t('common.listSeparator'))} flush>
        <ul>
          {ongoing.map((incident, i) => row(incident, i === 0))}
          {isLate && (
            <LateFinding
              {...{ late, channels, next }}
              first={ongoing.length === 0}
              incident={lateOne}
              hasKey={lateOne !== null && lateOne === firstNew}
            />
          )}
          {past.map((incident, i) => row(incident, i === 0 && ongoing.length === 0 && !isLate))}
          {list.map((entry) => (
            <Row key={entry.key} entry={entry} />
          ))}
        </ul>
        {count === 0 && incidents.length === 0 && !isLate && (
          <p className={css.fine}>
            {connected ? (
              <StateWord glyph="ok" tone="ok" text={t('controlRoom.allFine')} />
            ) : (
              <StateWord glyph="waiting" tone="idle" text={t('state.unknown')} />
            )}
          </p>
        )}
      </Card>
    </div>
  )
}

function Row({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const now = useNow()
  const { name, what, fix } = useTroubleText()(entry)
  return (
    <li className={css.row}>
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

function Show({ entry, label, children }: { entry: Entry; label: string; children: ReactNode }) {
  const common = { className: css.show, 'aria-label': label, children } as const
  switch (entry.kind) {
    case 'finding':
      return (
        <Link
          {...common}
          to="/channels/$channelId"
          params={{ channelId: entry.channel.channelId }}
          search={{ view: 'health', finding: findingKey(entry.finding) }}
        />
      )
    case 'webhook':
      return <Link {...common} to="/webhooks" search={{ url: entry.endpoint.url }} />
    case 'webhooks':
      return <Link {...common} to="/webhooks/endpoints" />
    case 'overload':
      return <Link {...common} to="/computer" />
    case 'unknownKey':
      return <Link {...common} to="/channels" />
    case 'uploads':
    case 'destinations':
      return <Link {...common} to="/archives/destinations" />
  }
}
