/** One event as a story: what became of it, why it was sent, each attempt, what they answered, what we sent. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { InspectorPane } from '../../ui/InspectorPane.tsx'
import type { InspectorProps } from '../../ui/InspectorPane.tsx'
import { Attempts } from './Attempts.tsx'
import { copyCurl } from './copy-curl.ts'
import { EndpointCard } from './EndpointCard.tsx'
import { EventFacts } from './EventFacts.tsx'
import { Exchange } from './Exchange.tsx'
import { RedeliverBar } from './RedeliverBar.tsx'
import { askRedeliver } from './redeliver.tsx'
import { Verdict } from './Verdict.tsx'
import css from '../../ui/Inspector.module.css'

interface Props extends InspectorProps<WebhookDetail> {
  /** Opens the row below, or the one above. */
  readonly step: (by: 1 | -1) => void
}

export function Inspector({ step, ...props }: Props) {
  const { t } = useTranslation()
  const act = (key: string, event: WebhookDetail) => {
    if (key === 'r') askRedeliver(t, event)
    else if (key === 'c') void copyCurl(t, event)
    else if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
  }
  return (
    <InspectorPane
      {...props}
      words={{
        label: t('webhooks.details'),
        id: t('webhooks.id'),
        gone: t('webhooks.gone'),
        loading: t('webhooks.loadingEvent'),
        failed: (reason) => t('webhooks.eventFailed', { reason }),
      }}
      title={(event) => event?.type ?? t('webhooks.details')}
      titleLanguage={props.query.data && 'en'}
      onKey={({ key }, event) => act(key.toLowerCase(), event)}
    >
      {(event) => <Story event={event} />}
    </InspectorPane>
  )
}

function Story({ event }: { event: WebhookDetail }) {
  const [number, setNumber] = useState<number | null>(null)
  const attempt = event.attemptsMade.find((one) => one.number === number) ?? event.attemptsMade.at(-1)
  return (
    <>
      <div className={css.body}>
        <Verdict event={event} />
        <EndpointCard event={event} />
        <Attempts event={event} chosen={attempt?.number} choose={setNumber} />
        <Exchange event={event} attempt={attempt} />
        <EventFacts event={event} />
      </div>
      <RedeliverBar event={event} />
    </>
  )
}
