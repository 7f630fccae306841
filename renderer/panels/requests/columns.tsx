import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestView } from '../../../service/contract/console/requests.ts'
import { grouped } from '../../i18n/format.ts'
import type { Column } from '../../ui/table/DataRow.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { drawStatus } from './draw-request.ts'
import { useLogTime } from '../../log/use-log-time.ts'

/** What the details have too gives way in a narrow window. @param wide false beside them, which say who called from where */
export function useColumns(rows: readonly RequestView[], wide: boolean): Column<RequestView>[] {
  const { t } = useTranslation()
  const { dayWidth, zone } = useLogTime(rows.at(-1)?.at)
  return useMemo(() => {
    const caller: Column<RequestView> = {
      id: 'caller',
      header: t('requests.column.caller'),
      width: 'minmax(140px, 1.4fr)',
      cell: ({ caller: who }) =>
        who === null ? (
          <span className="third">{t('requests.nobody')}</span>
        ) : (
          <UserText className="second cut">{who}</UserText>
        ),
    }
    return [
      {
        id: 'time',
        header: t('requests.column.time', { zone }),
        width: `${88 + dayWidth}px`,
        foldsBelow: wide ? 0 : 1020,
        cell: ({ at }) => <Moment at={at} className="second cut" />,
      },
      {
        id: 'api',
        header: t('requests.column.api'),
        width: '72px',
        cell: ({ api }) => <span className="second">{t(`requests.api.${api}`)}</span>,
      },
      {
        id: 'operation',
        header: t('requests.column.operation'),
        width: wide ? 'minmax(200px, 2.4fr)' : 'minmax(140px, 2.4fr)',
        cell: ({ operation }) => (
          <span className="mono cut" title={operation} lang="en" data-shortens>
            {operation}
          </span>
        ),
      },
      ...(wide ? [caller] : []),
      {
        id: 'status',
        header: t('requests.column.status'),
        width: '88px',
        cell: ({ status }) => <StateWord {...drawStatus(status)} text={String(status)} />,
      },
      {
        id: 'duration',
        header: t('requests.column.duration'),
        width: '80px',
        align: 'end',
        foldsBelow: wide ? 0 : 1180,
        cell: ({ durationMs }) => (
          <span className="num second">
            {grouped(Math.round(durationMs))} <span className="third">ms</span>
          </span>
        ),
      },
    ]
  }, [t, zone, dayWidth, wide])
}
