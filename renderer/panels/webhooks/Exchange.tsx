/** What one attempt sent and what came back. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { WebhookAttempt, WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { grouped } from '../../i18n/format.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { causeText } from './draw-webhook.ts'
import { Headers } from './Headers.tsx'
import { hostAndPath, pretty } from './texts.ts'
import css from './Exchange.module.css'

export function Exchange({ event, attempt }: { event: WebhookDetail; attempt: WebhookAttempt | undefined }) {
  return (
    <>
      {attempt !== undefined && <Answer attempt={attempt} />}
      <Request event={event} attempt={attempt} />
    </>
  )
}

function Answer({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation()
  const { number, status, errorClass, errorText, durationMs, responseHeaders, responseBody } = attempt
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h3>{t('webhooks.response')}</h3>
        <span className="meta">{t('webhooks.ofAttempt', { number })}</span>
        <span className={`num third ${css.aside ?? ''}`}>
          {causeText(t, status, errorClass)}, {grouped(durationMs)} ms
        </span>
      </div>
      {errorText !== null && errorClass !== 'status' && (
        <p className="second" lang="en">
          {errorText}
        </p>
      )}
      {responseHeaders !== null && <Headers headers={responseHeaders} peek="content-type" />}
      {responseBody === '' && <p className="third">{t('webhooks.noBody')}</p>}
      {responseBody !== null && responseBody !== '' && (
        <CodeBlock title={t('webhooks.responseBody')} code={pretty(responseBody)} original={responseBody} />
      )}
    </section>
  )
}

function Request({ event, attempt }: { event: WebhookDetail; attempt: WebhookAttempt | undefined }) {
  const { t } = useTranslation()
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h3>{t('webhooks.request')}</h3>
        <span className="mono third cut" title={`POST ${hostAndPath(event.url)}`} data-shortens>
          POST {hostAndPath(event.url)}
        </span>
      </div>
      {attempt?.requestHeaders && (
        <>
          <Headers headers={attempt.requestHeaders} peek="webhook-signature" />
          <div>
            <Button
              size="xs"
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="/webhooks/verify"
                  search={{ event: event.id, attempt: String(attempt.number) }}
                />
              )}
            >
              {t('catcher.verify.open')}
            </Button>
          </div>
        </>
      )}
      <CodeBlock title={t('webhooks.body')} code={pretty(event.body)} original={event.body} />
    </section>
  )
}
