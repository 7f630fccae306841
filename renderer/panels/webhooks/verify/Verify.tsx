/** Is this webhook what its sender signed? Pasted, or taken from the log or a catcher. All in this page. */
import { getRouteApi } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/error-text.ts'
import { useTitle } from '../../../frame/use-title.ts'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { LoadingRows } from '../../../ui/LoadingRows.tsx'
import type { VerifySearch } from '../catcher/search.ts'
import { useCaught } from '../catcher/use-catchers.ts'
import { useEvent } from '../webhook-log.ts'
import { WebhooksHead } from '../WebhooksHead.tsx'
import { headerLines } from './verify.ts'
import { VerifyForm } from './VerifyForm.tsx'
import plain from '../../../ui/table/PlainTable.module.css'

const route = getRouteApi('/webhooks/verify')

export function Verify() {
  const { t } = useTranslation()
  const search = route.useSearch()
  const { event, attempt, catcher = '', request } = search
  const { start, failed } = useStart(search)
  useTitle(t('catcher.verify.title'))
  return (
    <>
      <WebhooksHead />
      <div className={plain.page}>
        {failed !== null && (
          <LoadFailed query={failed}>
            {t('webhooks.eventFailed', { reason: errorText(t, failed.error) })}
          </LoadFailed>
        )}
        {start === null && failed === null && <LoadingRows label={t('webhooks.loadingEvent')} />}
        {start !== null && (
          // Another address is another form.
          <VerifyForm key={[event, attempt, catcher, request].join(' ')} start={start} />
        )}
      </div>
    </>
  )
}

/** What the form begins with; null while it is read. */
function useStart({ event, attempt, catcher = '', request }: VerifySearch) {
  const sent = useEvent(event)
  const caught = useCaught(catcher, event === undefined ? request : undefined)
  if (event !== undefined) {
    const attempts = sent.data?.attemptsMade
    const chosen = attempts?.find(({ number }) => String(number) === attempt) ?? attempts?.at(-1)
    const start = sent.data && { headers: headerLines(chosen?.requestHeaders ?? {}), body: sent.data.body }
    return { start: start ?? null, failed: sent.error && !start ? sent : null }
  }
  if (request !== undefined) {
    const start = caught.data && { headers: headerLines(caught.data.headers), body: caught.data.body }
    return { start: start ?? null, failed: caught.error && !start ? caught : null }
  }
  return { start: { headers: '', body: '' }, failed: null }
}
