/** A log that comes in pages: its filters, its rows, what is new above, what is older below, one row in detail. */
import { Button } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { grouped } from '../i18n/format.ts'
import type { Column } from '../ui/table/DataRow.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { EmptyList } from '../ui/EmptyList.tsx'
import { LoadFailed } from '../ui/LoadFailed.tsx'
import { LoadingRows } from '../ui/LoadingRows.tsx'
import { LogBar, type LogRoom, type Narrowing } from './LogBar.tsx'
import type { LogView } from './use-log.ts'
import css from '../ui/ListPage.module.css'

interface Props<Row, Read> {
  readonly room: LogRoom
  readonly log: LogView<Read>
  /** What is shown of what was read; undefined until something was. */
  readonly rows: readonly Row[] | undefined
  readonly rowId: (row: Row) => string
  readonly columns: readonly Column<Row>[]
  /** A key without modifiers on the current row; true when the key was used. */
  readonly onKey?: (key: string, row: Row) => boolean
  /** Filters with a fixed choice, beside the log; undefined where there are none. */
  readonly facets?: ReactNode
  /** How many of them are set. */
  readonly facetsSet: number
  /** Filters in the bar itself. */
  readonly controls?: ReactNode
  /** How many rows there are in all, where it is known. */
  readonly inAll?: number | undefined
  /** Filters that were set elsewhere, with what takes each away. */
  readonly narrowings: readonly Narrowing[]
  /** Where there is nothing at all. */
  readonly nothing: ReactNode
  /** The details of the open row. */
  readonly inspector: ReactNode
}

export function PagedLog<Row, Read>(props: Props<Row, Read>) {
  const { room, log, rows, facets } = props
  const { t } = useTranslation()
  const { error, isFiltered } = log
  const empty = rows?.length === 0
  return (
    <div
      className={css.page}
      data-open={log.opened !== undefined || undefined}
      data-bare={facets === undefined || undefined}
    >
      {facets !== undefined && (
        <div className={css.facets} data-pane="facets" tabIndex={-1}>
          {facets}
        </div>
      )}
      <section className={css.list} aria-label={t(`${room}.title`)} data-pane="log" tabIndex={-1}>
        {(!empty || isFiltered) && <LogBar {...props} />}
        {error !== null && (
          <div className={css.failed}>
            <LoadFailed query={log}>{t(`${room}.failed`, { reason: errorText(t, error) })}</LoadFailed>
          </div>
        )}
        {rows === undefined && error === null && <LoadingRows label={t(`${room}.loading`)} />}
        {empty && !isFiltered && error === null && props.nothing}
        {empty && isFiltered && (
          <EmptyList title={t(`${room}.noMatch`)} lead={t(`${room}.noMatchHelp`)}>
            <Button onClick={log.clear}>{t('log.clearFilters')}</Button>
          </EmptyList>
        )}
        {rows !== undefined && !empty && (
          <>
            <Rows {...props} rows={rows} />
            <Foot room={room} log={log} count={rows.length} inAll={props.inAll} />
          </>
        )}
      </section>
      {props.inspector}
    </div>
  )
}

function Rows<Row, Read>(props: Props<Row, Read> & { readonly rows: readonly Row[] }) {
  const { room, log, rows, rowId, columns } = props
  const { t } = useTranslation()
  const onKey = (event: KeyboardEvent, row: Row) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key !== 'Escape' || log.opened === undefined) return props.onKey?.(event.key, row) ?? false
    log.opened.close()
    return true
  }
  return (
    <DataTable
      label={t(`${room}.table`)}
      columns={columns}
      rows={rows}
      rowId={rowId}
      open={(row, byKey) => log.open(rowId(row), byKey)}
      openId={log.opened?.id}
      scrollerRef={log.scroller}
      onScroll={log.onScroll}
      onKey={onKey}
    />
  )
}

interface FootProps<Read> {
  readonly room: LogRoom
  readonly log: LogView<Read>
  readonly count: number
  readonly inAll: number | undefined
}

/** How much is shown, and what became of reading older rows. */
function Foot<Read>({ room, log, count, inAll = count }: FootProps<Read>) {
  const { t } = useTranslation()
  const { older, loadOlder } = log
  const more = (log.log?.before ?? null) !== null
  return (
    <div className={css.foot}>
      <span role="status">
        {t(more ? `${room}.countMore` : `${room}.count`, {
          ...{ count, number: grouped(count), all: grouped(inAll) },
        })}
        {older.error !== null && ` · ${t('log.olderFailed', { reason: errorText(t, older.error) })}`}
      </span>
      {more && (
        <Button size="xs" variant="subtle" loading={older.isPending} onClick={loadOlder}>
          {t('log.older')}
        </Button>
      )}
      <span className={css.aside}>{t(`${room}.kept`)}</span>
    </div>
  )
}
