import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { WebhookEndpoint } from '../../../service/contract/console/webhooks.ts'
import { grouped } from '../../i18n/format.ts'
import { Moment, useMoment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { causeText } from '../../webhook/draw-webhook.ts'
import { PauseButton } from './PauseButton.tsx'
import { hostAndPath } from '../../webhook/texts.ts'
import { share } from './webhook-figures.ts'
import plain from '../../ui/table/PlainTable.module.css'
import css from './Endpoints.module.css'

const COLUMNS = [
  'url',
  'state',
  'share',
  'pending',
  'givenUp',
  'lastAnswer',
  'lastAttempt',
  'lastSuccess',
] as const

/** Endpoints in the order of the engine: failing ones first. */
export function EndpointTable({ endpoints }: { endpoints: readonly WebhookEndpoint[] }) {
  const { t } = useTranslation()
  return (
    <div className={plain.scroll} tabIndex={0} role="group" aria-label={t('webhooks.endpoints')}>
      <table className={`${plain.table} ${css.table}`}>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`webhooks.endpoint.${column}`)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {endpoints.map((endpoint) => (
            <Row key={endpoint.url} endpoint={endpoint} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ endpoint }: { endpoint: WebhookEndpoint }) {
  const { t } = useTranslation()
  const { url, pending, givenUp, lastAttemptAt, lastSuccessAt, lastStatus, lastErrorClass } = endpoint
  const address = hostAndPath(url)
  return (
    <tr>
      <th scope="row">
        <Link
          className={css.link}
          to="/webhooks"
          search={{ url }}
          title={t('webhooks.showLog', { address })}
          data-shortens
        >
          {address}
        </Link>
      </th>
      <td>
        <State endpoint={endpoint} />
      </td>
      <td className="num" data-column="share">
        <Share endpoint={endpoint} />
      </td>
      <td className="num" data-column="pending">
        {grouped(pending)}
      </td>
      <td className="num" data-column="givenUp">
        {grouped(givenUp)}
      </td>
      <td className="num" data-column="lastAnswer">
        {lastAttemptAt === null ? '–' : causeText(t, lastStatus, lastErrorClass)}
      </td>
      <td data-column="lastAttempt">
        <Time at={lastAttemptAt} />
      </td>
      <td data-column="lastSuccess">
        <Time at={lastSuccessAt} />
      </td>
      <td className={css.action}>
        <PauseButton endpoint={endpoint} short />
      </td>
    </tr>
  )
}

function Share({ endpoint: { deliveredOfDay, failedOfDay } }: { endpoint: WebhookEndpoint }) {
  const percent = share({ delivered: deliveredOfDay, failed: failedOfDay })
  if (percent === null) return '–'
  return (
    <>
      {percent} % <span className="third">{grouped(deliveredOfDay + failedOfDay)}</span>
    </>
  )
}

function State({
  endpoint: { failingSince, lastAttemptAt, pausedAt, pausedBy },
}: {
  endpoint: WebhookEndpoint
}) {
  const { t } = useTranslation()
  const time = useMoment()
  if (pausedAt !== null) {
    const text = t('webhooks.endpoint.paused', { name: pausedBy ?? '', time: time(pausedAt) })
    return <StateWord glyph="paused" tone="warn" text={text} />
  }
  if (failingSince !== null) {
    const text = t('webhooks.endpoint.failing', { time: time(failingSince) })
    return <StateWord glyph="fail" tone="fail" text={text} />
  }
  if (lastAttemptAt === null) {
    return <StateWord glyph="waiting" tone="idle" text={t('webhooks.endpoint.notAsked')} />
  }
  return <StateWord glyph="ok" tone="ok" text={t('webhooks.endpoint.works')} />
}

function Time({ at }: { at: number | null }) {
  const { t } = useTranslation()
  return at === null ? t('webhooks.endpoint.never') : <Moment at={at} />
}
