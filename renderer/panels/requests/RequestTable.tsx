import { useMemo, type Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { RequestView } from '../../../service/contract/console-requests.ts'
import { grouped } from '../../i18n/format.ts'
import type { Column } from '../../ui/DataRow.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { drawStatus } from './draw-request.ts'
import { useLogTime } from '../../ui/use-log-time.ts'

interface Props {
  readonly rows: readonly RequestView[]
  readonly openId: string | undefined
  readonly open: (id: string, byKey: boolean) => void
  readonly close: () => void
  readonly scrollerRef: Ref<HTMLDivElement>
  readonly onScroll: (scroller: HTMLElement) => void
}

export function RequestTable({ rows, openId, open, close, scrollerRef, onScroll }: Props) {
  const { t } = useTranslation()
  const columns = useColumns(rows, openId === undefined)
  return (
    <DataTable
      label={t('requests.table')}
      columns={columns}
      rows={rows}
      rowId={({ id }) => String(id)}
      open={({ id }, byKey) => open(String(id), byKey)}
      openId={openId}
      scrollerRef={scrollerRef}
      onScroll={onScroll}
      onKey={({ key }) => {
        if (key !== 'Escape' || openId === undefined) return false
        close()
        return true
      }}
    />
  )
}

/** @param wide false beside the details, which say who called from where */
function useColumns(rows: readonly RequestView[], wide: boolean): Column<RequestView>[] {
  const { t } = useTranslation()
  const { withDay, zone } = useLogTime(rows.at(-1)?.at)
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
        width: withDay ? '156px' : '88px',
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
        width: 'minmax(200px, 2.4fr)',
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
        cell: ({ durationMs }) => (
          <span className="num second">
            {grouped(Math.round(durationMs))} <span className="third">ms</span>
          </span>
        ),
      },
    ]
  }, [t, zone, withDay, wide])
}
