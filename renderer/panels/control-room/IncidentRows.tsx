/** All incidents, and the schedule that is late: one is told in full, the others fold to a line. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { IncidentView } from '../../../service/contract/console/incidents.ts'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { useIncidents } from '../../api/incidents.ts'
import { useLate } from '../../api/late.ts'
import { drawn, toldInFull, worstFirst } from './incident-order.ts'
import { IncidentFinding } from './IncidentFinding.tsx'
import { LateFinding } from './LateFinding.tsx'
import { useAcknowledge, useAcknowledgeKeys } from '../../trouble/use-acknowledge.ts'
import css from './Incident.module.css'

interface Props {
  readonly channels: readonly ChannelView[]
  /** The schedule that comes next. */
  readonly next: ScheduleView | null
}

export function IncidentRows({ channels, next }: Props) {
  const { t } = useTranslation()
  const late = useLate()
  const told = useIncidents()
  const incidents = useMemo(() => worstFirst(told), [told])
  const [chosen, choose] = useState<string | null>(null)
  const [all, showAll] = useState(false)
  const { mutate, isPending } = useAcknowledge()
  const acknowledge = (ids: readonly string[]) => {
    // The next one that nobody has taken note of opens by itself.
    choose(null)
    mutate(ids)
  }
  const lateOne = incidents.find(({ kind, overAt }) => kind === 'late-start' && overAt === null) ?? null
  // What is late has a row of its own, after what goes on.
  const others = incidents.filter((incident) => incident !== lateOne)
  const full = toldInFull(others, chosen)
  const fresh = incidents
    .filter(({ acknowledged }) => acknowledged === null)
    .sort((a, b) => Number(b.id === chosen) - Number(a.id === chosen))
  useAcknowledgeKeys(fresh, acknowledge)
  const note = { acknowledge, isPending }
  const row = (incident: IncidentView) => (
    <IncidentFinding
      key={incident.id}
      {...{ incident, channels, choose }}
      isFull={incident === full}
      folds={others.length > 1}
      note={{ ...note, hasKey: incident === fresh[0] }}
    />
  )
  const listed = drawn(others, full, all)
  const hidden = others.length - listed.length
  return (
    <>
      {listed.filter(({ overAt }) => overAt === null).map(row)}
      {late?.isAlarm === true && (
        <LateFinding
          {...{ late, channels, next }}
          first={full === null || full.overAt !== null}
          incident={lateOne}
          note={{ ...note, hasKey: lateOne !== null && lateOne === fresh[0] }}
        />
      )}
      {listed.filter(({ overAt }) => overAt !== null).map(row)}
      {hidden > 0 && (
        <li className={css.more}>
          <button type="button" onClick={() => showAll(true)}>
            {t('controlRoom.incident.more', { count: hidden })}
          </button>
        </li>
      )}
    </>
  )
}
