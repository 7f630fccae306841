/** What one attempt sent and what came back. */
import { useTranslation } from 'react-i18next'
import type { WebhookAttempt, WebhookDetail } from '../../../service/contract/console-webhooks.ts'
import { grouped } from '../../i18n/format.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { causeText } from './draw-webhook.ts'
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
      {attempt?.requestHeaders && <Headers headers={attempt.requestHeaders} peek="webhook-signature" />}
      <CodeBlock title={t('webhooks.body')} code={pretty(event.body)} original={event.body} />
    </section>
  )
}

/** Folded, with one of them peeking out. */
function Headers({ headers, peek }: { headers: Readonly<Record<string, string>>; peek: string }) {
  const { t } = useTranslation()
  const entries = Object.entries(headers)
  const shown = headers[peek]
  if (entries.length === 0) return null
  return (
    <details className={css.headers}>
      <summary>
        <span>{t('webhooks.headers', { count: entries.length })}</span>
        {shown !== undefined && (
          <span className="mono third cut" title={`${peek} ${shown}`} data-shortens>
            {peek} {shown}
          </span>
        )}
      </summary>
      <dl lang="en">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
