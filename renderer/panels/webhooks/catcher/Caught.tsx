/** One catcher: its address, its answer, and what arrived there. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { KEPT_REQUESTS, type CatcherView } from '../../../../service/contract/console/catchers.ts'
import { errorText } from '../../../api/error-text.ts'
import { EmptyList } from '../../../ui/EmptyList.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import { CatcherHead } from './CatcherHead.tsx'
import { CaughtInspector } from './CaughtInspector.tsx'
import { CaughtTable } from './CaughtTable.tsx'
import { SampleMenu } from './SampleMenu.tsx'
import { useCaught, useCaughtRequests } from './use-catchers.ts'
import page from '../../../ui/ListPage.module.css'

const route = getRouteApi('/webhooks/catcher')

interface Props {
  readonly catcher: CatcherView
  /** Sequence of the request whose details are shown. */
  readonly openId: string | undefined
}

export function Caught({ catcher, openId }: Props) {
  const { t } = useTranslation()
  const { name } = catcher
  const navigate = useNavigate({ from: route.id })
  const section = useRef<HTMLElement>(null)
  const [byKey, setByKey] = useState(false)
  const query = useCaughtRequests(name)
  const request = useCaught(name, openId)
  const { data: rows, error } = query
  const close = () => {
    void navigate({ search: { name }, replace: true })
    section.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus()
  }
  return (
    <>
      <section ref={section} className={page.list} aria-label={name} data-pane="log" tabIndex={-1}>
        <CatcherHead catcher={catcher} />
        {error !== null && (
          <div className={page.failed}>
            <LoadFailed query={query}>
              {t('catcher.requestsFailed', { reason: errorText(t, error) })}
            </LoadFailed>
          </div>
        )}
        {rows === undefined && error === null && <LoadingRows label={t('catcher.loadingRequests')} />}
        {rows?.length === 0 && (
          <EmptyList title={t('catcher.nothing')} lead={t('catcher.nothingHelp')}>
            <SampleMenu name={name} />
          </EmptyList>
        )}
        {rows !== undefined && rows.length > 0 && (
          <>
            <CaughtTable
              rows={rows}
              openId={openId}
              open={({ sequence }, withKey) => {
                setByKey(withKey)
                void navigate({
                  search: { name, request: String(sequence) },
                  replace: openId !== undefined,
                })
              }}
              close={close}
            />
            <div className={page.foot}>
              <span role="status">{t('catcher.count', { count: rows.length })}</span>
              <span className={page.aside}>{t('catcher.kept', { count: KEPT_REQUESTS })}</span>
            </div>
          </>
        )}
      </section>
      {openId !== undefined && (
        <CaughtInspector
          key={openId}
          catcher={name}
          id={openId}
          query={request}
          close={close}
          takeFocus={byKey}
        />
      )}
    </>
  )
}
