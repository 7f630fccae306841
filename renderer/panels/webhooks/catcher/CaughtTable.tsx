import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { CaughtRequest } from '../../../../service/contract/console/catchers.ts'
import { byteSize, plain } from '../../../i18n/format.ts'
import type { Column } from '../../../ui/table/DataRow.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { useLogTime } from '../../../log/use-log-time.ts'

interface Props {
  readonly rows: readonly CaughtRequest[]
  readonly openId: string | undefined
  readonly open: (row: CaughtRequest, byKey: boolean) => void
  readonly close: () => void
}

/** What arrived, newest first. */
export function CaughtTable({ rows, openId, open, close }: Props) {
  const { t } = useTranslation()
  return (
    <DataTable
      label={t('catcher.table')}
      columns={useColumns(rows)}
      rows={rows}
      rowId={({ sequence }) => String(sequence)}
      open={open}
      openId={openId}
      onKey={({ key }) => {
        if (key !== 'Escape' || openId === undefined) return false
        close()
        return true
      }}
    />
  )
}

function useColumns(rows: readonly CaughtRequest[]): Column<CaughtRequest>[] {
  const { t } = useTranslation()
  const { dayWidth, zone } = useLogTime(rows.at(-1)?.arrivedAt)
  return useMemo(
    () => [
      {
        id: 'time',
        header: t('webhooks.column.time', { zone }),
        width: `${88 + dayWidth}px`,
        cell: ({ arrivedAt }) => <Moment at={arrivedAt} className="second cut" />,
      },
      {
        id: 'event',
        header: t('webhooks.column.event'),
        width: 'minmax(140px, 1fr)',
        cell: ({ type }) =>
          type === null ? (
            <span className="third">{t('catcher.noType')}</span>
          ) : (
            <span className="cut" lang="en" title={type} data-shortens>
              {type}
            </span>
          ),
      },
      {
        id: 'status',
        header: t('catcher.column.status'),
        width: '88px',
        align: 'end',
        cell: ({ status }) => <span className="num">{status}</span>,
      },
      {
        id: 'size',
        header: t('catcher.column.size'),
        width: '88px',
        align: 'end',
        cell: ({ bodyBytes }) => <span className="num second">{plain(byteSize(bodyBytes))}</span>,
      },
    ],
    [t, zone, dayWidth],
  )
}
