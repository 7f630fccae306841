/** Who is told, and whether they answer. */
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { useEndpoints } from '../../api/use-endpoints.ts'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { EndpointTable } from './EndpointTable.tsx'
import { NothingSent } from './NothingSent.tsx'
import { WebhooksHead } from './WebhooksHead.tsx'
import css from './Endpoints.module.css'
import plain from '../../ui/table/PlainTable.module.css'

export function Endpoints() {
  const { t } = useTranslation()
  const query = useEndpoints()
  const { data, error } = query
  useTitle(t('webhooks.endpoints'))
  return (
    <>
      <WebhooksHead />
      {data === undefined && error === null && <LoadingRows label={t('webhooks.loadingEndpoints')} />}
      {data?.length === 0 && <NothingSent />}
      <div className={plain.page}>
        {error !== null && (
          <LoadFailed query={query}>
            {t('webhooks.endpointsFailed', { reason: errorText(t, error) })}
          </LoadFailed>
        )}
        {data !== undefined && data.length > 0 && (
          <>
            <EndpointTable endpoints={data} />
            <RetryPolicy />
          </>
        )}
      </div>
    </>
  )
}

/** What becomes of an event that an endpoint does not take. */
function RetryPolicy() {
  const { t } = useTranslation()
  return (
    <section className={css.policy}>
      <h2>{t('webhooks.policy.title')}</h2>
      <ul>
        {(['first', 'end', 'order', 'pause'] as const).map((rule) => (
          <li key={rule}>{t(`webhooks.policy.${rule}`)}</li>
        ))}
        <li>{t('webhooks.endpoint.questions')}</li>
      </ul>
    </section>
  )
}
