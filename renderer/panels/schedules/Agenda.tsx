/** Sixty days as a list. */
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ScheduleView } from '../../../service/contract/console/schedules.ts'
import { day, zoneName } from '../../i18n/format.ts'
import { usePreferences } from '../../stores/preferences.ts'
import type { Column } from '../../ui/table/DataRow.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { UserText } from '../../ui/UserText.tsx'
import type { CalendarProps } from './calendar.ts'
import type { Period } from '../../schedule/conflict.ts'
import { askDeleteSchedule } from './delete-schedule.ts'
import { onAirSinceOf, stateOf } from './schedule-state.ts'
import { fromTo, lengthText } from '../../schedule/texts.ts'

interface Props extends CalendarProps {
  readonly make: () => void
  /** All the days. */
  readonly span: Period
}

export function Agenda(props: Props) {
  const { schedules, loaded, span, now, range, canChange, open, openId, close, make } = props
  const { t } = useTranslation()
  const columns = useColumns(props)
  const rows = useMemo(
    () => schedules.filter((one) => one.startsAt < span.endsAt && span.startsAt < one.endsAt),
    [schedules, span.startsAt, span.endsAt],
  )
  if (loaded && rows.length === 0) {
    return (
      <EmptyList title={t('schedules.agenda.empty')} lead={t('schedules.agenda.emptyHelp')}>
        {canChange && (
          <Button variant="filled" onClick={make}>
            {t('schedules.head.schedule')}
          </Button>
        )}
      </EmptyList>
    )
  }
  return (
    <DataTable
      label={t('schedules.agenda.label', { range })}
      columns={columns}
      rows={rows}
      rowId={({ scheduleId }) => scheduleId}
      open={({ scheduleId }) => open(scheduleId)}
      openId={openId}
      onKey={({ key }, schedule) => {
        if (key !== 'Delete' || !canChange) return false
        askDeleteSchedule(t, schedule, now, () => schedule.scheduleId === openId && close())
        return true
      }}
    />
  )
}

function useColumns({ zone, now, onAir }: Props): readonly Column<ScheduleView>[] {
  const { t } = useTranslation()
  const language = usePreferences((s) => s.language)
  return useMemo(
    () => [
      {
        id: 'day',
        header: t('schedules.agenda.day'),
        width: '110px',
        cell: (one) => <span className="num">{day(one.startsAt, zone, language)}</span>,
      },
      {
        id: 'time',
        header: t('schedules.agenda.time', { zone: zoneName(now, zone) }),
        width: '180px',
        cell: (one) => <span className="num">{fromTo(one, zone, language)}</span>,
      },
      {
        id: 'name',
        header: t('schedules.agenda.name'),
        width: 'minmax(140px, 2fr)',
        cell: (one) => <UserText className="cut">{one.name}</UserText>,
      },
      {
        id: 'length',
        header: t('schedules.agenda.length'),
        width: '100px',
        cell: (one) => <span className="num second">{lengthText(t, one.endsAt - one.startsAt)}</span>,
      },
      {
        id: 'state',
        header: t('schedules.agenda.state'),
        width: '130px',
        cell: (one) => {
          const since = onAirSinceOf(one, onAir)
          return since === null ? (
            <span className="second">{t(`schedules.state.${stateOf(one, null, now)}`)}</span>
          ) : (
            <OnAirPlate since={since} />
          )
        },
      },
      {
        id: 'by',
        header: t('schedules.agenda.createdBy'),
        width: 'minmax(100px, 1fr)',
        foldsBelow: 850,
        cell: (one) => <UserText className="cut">{one.createdByName}</UserText>,
      },
    ],
    [t, language, zone, now, onAir],
  )
}
