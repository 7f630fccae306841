/** The reference of both APIs, drawn from the documents that the engine publishes. */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import type { ApiDocuments } from '../../api/documents.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { ApiHead } from '../../explorer/ApiHead.tsx'
import { search, type Entry } from '../../explorer/catalog.ts'
import { OperationList } from './OperationList.tsx'
import { OperationView } from './OperationView.tsx'
import { Overview } from './Overview.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { useDocuments } from '../../explorer/use-documents.ts'
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

/** Still lines where the list and the operation will be. */
function LoadingApi() {
  const { t } = useTranslation()
  return (
    <Delayed>
      <div className={css.page} role="status" aria-label={t('api.loading')}>
        <div className={css.skeleton} aria-hidden="true">
          {Array.from({ length: 16 }, (_, row) => (
            <span key={row} style={{ width: 120 + ((row * 47) % 110) }} />
          ))}
        </div>
        <div className={css.skeleton} aria-hidden="true">
          {[220, 480, 400, 620, 560].map((width) => (
            <span key={width} style={{ width }} />
          ))}
        </div>
      </div>
    </Delayed>
  )
}

/** The address names an operation that no document has. */
function NoOperation({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <div className={css.body}>
      <h2 className={css.title}>{t('api.gone', { id })}</h2>
      <p className="second">{t('api.goneHelp')}</p>
      <div>
        <Button component={Link} to="/developer/api">
          {t('api.toOverview')}
        </Button>
      </div>
    </div>
  )
}
