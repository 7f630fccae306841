/** One event as a story: what became of it, why it was sent, each attempt, what they answered, what we sent. */
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookDetail } from '../../../service/contract/console-webhooks.ts'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'
import { shortId } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { isTyping } from '../../ui/enter.ts'
import { Attempts } from './Attempts.tsx'
import { EventFacts } from './EventFacts.tsx'
import { Exchange } from './Exchange.tsx'
import { RedeliverBar } from './RedeliverBar.tsx'
import { askRedeliver } from './redeliver.tsx'
import { Verdict } from './Verdict.tsx'
import css from '../../ui/Inspector.module.css'

interface Props {
  readonly id: string
  readonly query: {
    readonly data: WebhookDetail | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly close: () => void
  /** True when it was opened by a key. */
  readonly takeFocus: boolean
}

export function Inspector({ id, query, close, takeFocus }: Props) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takeFocus) pane.current?.focus()
  }, [takeFocus])
  const { t } = useTranslation()
  const { data: event, error } = query
  const gone = error instanceof ApiError && error.status === 404
  return (
    <aside
      ref={pane}
      className={css.inspector}
      data-pane="details"
      tabIndex={-1}
      aria-label={t('webhooks.details')}
      onKeyDown={(key) => {
        if (key.ctrlKey || key.metaKey || key.altKey || isTyping(key.target)) return
        if (key.key === 'Escape') close()
        else if (key.key.toLowerCase() === 'r' && event) askRedeliver(t, event)
      }}
    >
      <header className={css.head}>
        <h2 className="cut" lang={event && 'en'}>
          {event?.type ?? t('webhooks.details')}
        </h2>
        <span className="mono third" title={id}>
          {shortId(id)}
        </span>
        <CopyButton value={id} thing={t('webhooks.id')} />
        <ActionIcon className={css.close} aria-label={t('common.close')} onClick={close}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {gone && (
        <div className={css.body}>
          <Notice tone="info" alert={false}>
            {t('webhooks.gone')}
          </Notice>
        </div>
      )}
      {error !== null && !gone && (
        <div className={css.body}>
          <LoadFailed query={query}>{t('webhooks.eventFailed', { reason: errorText(t, error) })}</LoadFailed>
        </div>
      )}
      {event === undefined && error === null && (
        <Delayed>
          <p className={`third ${css.body}`} role="status">
            {t('webhooks.loadingEvent')}
          </p>
        </Delayed>
      )}
      {event !== undefined && !gone && <Story event={event} />}
    </aside>
  )
}

function Story({ event }: { event: WebhookDetail }) {
  const [number, setNumber] = useState<number | null>(null)
  const attempt = event.attemptsMade.find((one) => one.number === number) ?? event.attemptsMade.at(-1)
  return (
    <>
      <div className={css.body}>
        <Verdict event={event} />
        <EventFacts event={event} />
        <Attempts event={event} chosen={attempt?.number} choose={setNumber} />
        <Exchange event={event} attempt={attempt} />
      </div>
      <RedeliverBar event={event} />
    </>
  )
}
