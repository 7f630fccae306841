/** Who is told, and whether they answer. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { listEndpoints, WEBHOOKS_KEY } from '../../api/webhooks.ts'
import { useTitle } from '../../ui/frame/use-title.ts'
import { LoadingRows } from '../../ui/LoadingRows.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { EndpointTable } from './EndpointTable.tsx'
import { NothingSent } from './NoEvents.tsx'
import { every } from './use-log.ts'
import { WebhooksHead } from './WebhooksHead.tsx'
import css from './Endpoints.module.css'

const RENEW_MS = 3000

export function Endpoints() {
  const { t } = useTranslation()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...WEBHOOKS_KEY, 'endpoints'],
    queryFn: listEndpoints,
    refetchInterval: every(RENEW_MS),
  })
  useTitle(t('webhooks.endpoints'))
  return (
    <>
      <WebhooksHead />
      {data === undefined && error === null && <LoadingRows label={t('webhooks.loadingEndpoints')} />}
      {data?.length === 0 && <NothingSent />}
      <div className={css.page}>
        {error !== null && (
          <Notice
            tone="fail"
            actions={
              <Button loading={isFetching} onClick={() => void refetch()}>
                {t('common.retry')}
              </Button>
            }
          >
            {t('webhooks.endpointsFailed', { reason: errorText(t, error) })}
          </Notice>
        )}
        {data !== undefined && data.length > 0 && <EndpointTable endpoints={data} />}
      </div>
    </>
  )
}
