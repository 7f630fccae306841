/** What one attempt sent and what came back. */
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { WebhookAttempt, WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Answer } from './Answer.tsx'
import { copyCurl } from './copy-curl.ts'
import { ForwardButton } from './ForwardButton.tsx'
import { Headers } from './Headers.tsx'
import { hostAndPath, pretty } from '../../webhook/texts.ts'
import css from './Exchange.module.css'

export function Exchange({ event, attempt }: { event: WebhookDetail; attempt: WebhookAttempt | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      {attempt !== undefined && (
        <Answer
          title={t('webhooks.response')}
          aside={t('webhooks.ofAttempt', { number: attempt.number })}
          attempt={attempt}
        />
      )}
      <Request event={event} attempt={attempt} />
    </>
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
      <div className={css.buttons}>
        {attempt?.requestHeaders && (
          <>
            <Button
              size="xs"
              leftSection={<IconCopy size={14} stroke={1.6} />}
              onClick={() => void copyCurl(t, event, attempt.number)}
            >
              {t('webhooks.copyCurl')}
            </Button>
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
          </>
        )}
        <ForwardButton id={event.id} />
      </div>
      <CodeBlock title={t('webhooks.body')} code={pretty(event.body)} original={event.body} />
    </section>
  )
}
