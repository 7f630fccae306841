/** The log of calls of both APIs: why did mine fail, and how is it right. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { PagedLog } from '../../log/PagedLog.tsx'
import { useLog } from '../../log/use-log.ts'
import { useSignedIn } from '../../stores/session.ts'
import { useTitle } from '../../frame/use-title.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ApiHead } from '../../explorer/ApiHead.tsx'
import { useColumns } from './columns.tsx'
import { Facets } from './Facets.tsx'
import { Inspector } from './Inspector.tsx'
import { NothingCalled } from './NothingCalled.tsx'
import { REQUEST_LOG, useRequest } from './request-log.ts'
import { facetsSet, filterOf, readSearch, type Search } from './search.ts'
import css from '../../ui/ListPage.module.css'

const route = getRouteApi('/developer/log')

export function Requests() {
  const { t } = useTranslation()
  useTitle(t('requests.title'))
  const { isMaster } = useSignedIn().user
  return (
    <>
      <ApiHead />
      {isMaster ? (
        <Log />
      ) : (
        <div className={css.empty}>
          <Notice tone="info" alert={false}>
            {t('requests.mastersOnly')}
          </Notice>
        </div>
      )}
    </>
  )
}

function Log() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const search = route.useSearch()
  const go = (next: Search, replace: boolean) =>
    void navigate({ to: '/developer/log', search: next, replace })
  const log = useLog({ source: REQUEST_LOG, search, readSearch, filterOf, opens: 'call', go })
  const call = useRequest(search.call)
  const rows = log.log?.rows
  const step = (by: 1 | -1) => {
    const at = rows?.findIndex(({ id }) => String(id) === search.call) ?? -1
    const next = at === -1 ? undefined : rows?.[at + by]
    if (next !== undefined) log.open(String(next.id), true)
  }
  const columns = useColumns(rows ?? [], search.call === undefined)
  return (
    <PagedLog
      room="requests"
      log={log}
      rows={rows}
      rowId={({ id }) => String(id)}
      columns={columns}
      facets={<Facets search={search} change={log.change} />}
      facetsSet={facetsSet(search)}
      narrowings={(['operation', 'caller'] as const).flatMap((member) => {
        const text = search[member]
        return text === undefined ? [] : [{ member, text, clear: t('requests.clearFilter') }]
      })}
      nothing={<NothingCalled />}
      inspector={log.opened && <Inspector key={log.opened.id} {...log.opened} query={call} step={step} />}
    />
  )
}
