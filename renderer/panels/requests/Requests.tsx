/** The log of calls of both APIs: why did mine fail, and how is it right. */
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { grouped } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { useTitle } from '../../ui/frame/use-title.ts'
import { useScrollToTop } from '../../ui/use-scroll-to-top.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ApiHead } from '../api/ApiHead.tsx'
import { Bar } from './Bar.tsx'
import { Facets } from './Facets.tsx'
import { Inspector } from './Inspector.tsx'
import { NoMatch, NothingCalled } from './NoRequests.tsx'
import { RequestTable } from './RequestTable.tsx'
import { changed, filterOf, isFiltered, type Search } from './search.ts'
import { useRequest, useRequests } from './use-requests.ts'
import css from '../../ui/ListPage.module.css'

const route = getRouteApi('/developer/log')
/** Pixels before the end at which older rows are asked for. */
const NEAR_END = 600

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
  const scroller = useRef<HTMLDivElement>(null)
  const [byKey, setByKey] = useState(false)
  const [filterText] = useDebouncedValue(JSON.stringify(filterOf(search)), 200)
  const filter = useMemo(() => JSON.parse(filterText) as ReturnType<typeof filterOf>, [filterText])
  const log = useRequests(filter, search.call !== undefined)
  const { rows, error } = log
  const call = useRequest(search.call)
  useScrollToTop(scroller, filter)

  const go = (next: Search, replace = true) => void navigate({ to: '/developer/log', search: next, replace })
  const change = (members: Readonly<Record<string, string>>) => go(changed(search, members))
  const close = () => {
    change({ call: '' })
    scroller.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()
  }
  const showNewest = () => {
    scroller.current?.scrollTo(0, 0)
    log.setAtTop(true)
    change({ call: '' })
    void log.showNewest()
  }
  const onScroll = (element: HTMLElement) => {
    log.setAtTop(element.scrollTop < 8)
    if (element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END) log.loadOlder()
  }
  return (
    <div className={css.page} data-open={search.call !== undefined || undefined}>
      <div className={css.facets} data-pane="facets" tabIndex={-1}>
        <Facets search={search} change={change} />
      </div>
      <section className={css.list} aria-label={t('requests.title')} data-pane="log" tabIndex={-1}>
        <Bar
          search={search}
          change={change}
          paused={rows !== undefined && log.paused}
          showNewest={showNewest}
        />
        {error !== null && (
          <div className={css.failed}>
            <LoadFailed query={log}>{t('requests.failed', { reason: errorText(t, error) })}</LoadFailed>
          </div>
        )}
        {rows === undefined && error === null && <LoadingRows label={t('requests.loading')} />}
        {rows?.length === 0 && (isFiltered(search) ? <NoMatch /> : <NothingCalled />)}
        {rows !== undefined && rows.length > 0 && (
          <>
            <RequestTable
              rows={rows}
              openId={search.call}
              open={(id, withKey) => {
                setByKey(withKey)
                go(changed(search, { call: id }), search.call !== undefined)
              }}
              close={close}
              scrollerRef={scroller}
              onScroll={onScroll}
            />
            <div className={css.foot}>
              <span role="status">
                {t(log.hasOlder ? 'requests.countMore' : 'requests.count', {
                  count: rows.length,
                  number: grouped(rows.length),
                })}
              </span>
              {log.hasOlder && (
                <Button size="xs" variant="subtle" loading={log.loadingOlder} onClick={log.loadOlder}>
                  {t('requests.older')}
                </Button>
              )}
              <span className={css.aside}>{t('requests.kept')}</span>
            </div>
          </>
        )}
      </section>
      {search.call !== undefined && (
        <Inspector key={search.call} id={search.call} query={call} close={close} takeFocus={byKey} />
      )}
    </div>
  )
}
