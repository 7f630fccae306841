/** The reference of both APIs, drawn from the documents that the engine publishes. */
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import type { ApiDocuments } from '../../api/documents.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useTitle } from '../../ui/frame/use-title.ts'
import { ApiHead } from './ApiHead.tsx'
import { search, type Entry } from './catalog.ts'
import { LoadingApi } from './LoadingApi.tsx'
import { NoOperation } from './NoOperation.tsx'
import { OperationList } from './OperationList.tsx'
import { OperationView } from './OperationView.tsx'
import { Overview } from './Overview.tsx'
import { useDocuments } from './use-documents.ts'
import css from './Api.module.css'

const route = getRouteApi('/developer/api')

export function Api() {
  const { t } = useTranslation()
  const query = useDocuments()
  const { data, error } = query
  useTitle(t('room.api'))
  return (
    <>
      <ApiHead />
      {error !== null && (
        <div className={css.failed}>
          <LoadFailed query={query}>{t('api.failed', { reason: errorText(t, error) })}</LoadFailed>
        </div>
      )}
      {data === undefined && error === null && <LoadingApi />}
      {data !== undefined && <Reference {...data} />}
    </>
  )
}

function Reference({ documents, entries }: { documents: ApiDocuments; entries: readonly Entry[] }) {
  const { t } = useTranslation()
  const { op, q = '' } = route.useSearch()
  const found = useMemo(() => search(entries, q), [entries, q])
  const entry = entries.find((one) => one.id === op)
  return (
    <div className={css.page}>
      <OperationList found={found} total={entries.length} text={q} current={op} />
      <section
        key={op}
        className={css.detail}
        data-pane="operation"
        tabIndex={-1}
        aria-label={entry?.name ?? t('api.overview')}
      >
        {entry !== undefined && <OperationView entry={entry} />}
        {entry === undefined && op !== undefined && <NoOperation id={op} />}
        {op === undefined && <Overview documents={documents} />}
      </section>
    </div>
  )
}
