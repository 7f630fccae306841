/** How the endpoint of an event fares, and pausing it. */
import { useTranslation } from 'react-i18next'
import type { WebhookDetail, WebhookEndpointFigures } from '../../../service/contract/console/webhooks.ts'
import { errorText } from '../../api/error-text.ts'
import { useNow } from '../../api/events/clock.ts'
import { grouped } from '../../i18n/format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { useMoment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { bars, ofDay, ofLastHour, share } from './webhook-figures.ts'
import { PauseButton } from './PauseButton.tsx'
import { hostAndPath } from '../../webhook/texts.ts'
import { useEndpointFigures } from './use-endpoint.ts'
import css from './EndpointCard.module.css'

/** Percent of the last hour below which it is shown as failing. */
const FINE = 90

export function EndpointCard({ event: { url, kind } }: { event: WebhookDetail }) {
  const { t } = useTranslation()
  const time = useMoment()
  const query = useEndpointFigures(url)
  const { data, error } = query
  if (error !== null && data === undefined) {
    return (
      <LoadFailed query={query}>
        {t('webhooks.endpoint.figuresFailed', { reason: errorText(t, error) })}
      </LoadFailed>
    )
  }
  const paused = data?.endpoint.pausedAt ?? null
  return (
    <section className={css.card} aria-label={hostAndPath(url)} aria-busy={data === undefined}>
      <div className={css.head}>
        <span className="mono second cut" title={hostAndPath(url)} data-shortens>
          {hostAndPath(url)}
        </span>
        {data !== undefined && kind === 'event' && <PauseButton endpoint={data.endpoint} />}
      </div>
      {paused !== null && (
        <StateWord
          glyph="paused"
          tone="warn"
          text={t('webhooks.endpoint.paused', { name: data?.endpoint.pausedBy ?? '', time: time(paused) })}
        />
      )}
      {data !== undefined && <Figures {...data} />}
    </section>
  )
}

function Figures({ endpoint, slots, medianMs, p95Ms }: WebhookEndpointFigures) {
  const { t } = useTranslation()
  const now = useNow()
  const day = ofDay(slots, now)
  const [ofAll, lately] = [share(day), share(ofLastHour(slots, now))]
  return (
    <div className={css.row}>
      <dl className={css.figures}>
        <Value label={t('webhooks.endpoint.share')} value={ofAll}>
          %, {grouped(day.delivered + day.failed)}
        </Value>
        <Value
          label={t('webhooks.endpoint.lastHour')}
          value={lately}
          failing={lately !== null && lately < FINE}
        >
          %
        </Value>
        <Value label={t('webhooks.endpoint.median')} value={medianMs}>
          ms
        </Value>
        <Value label={t('webhooks.endpoint.p95')} value={p95Ms}>
          ms
        </Value>
        <Value label={t('webhooks.endpoint.wait')} value={endpoint.pending} />
      </dl>
      <Bars slots={slots} />
    </div>
  )
}

interface ValueProps {
  readonly label: string
  /** Null: nothing is known yet. */
  readonly value: number | null
  readonly failing?: boolean
  /** What stands behind the value. */
  readonly children?: string | readonly string[]
}

function Value({ label, value, failing = false, children }: ValueProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="num">
        {failing && <Glyph name="fail" tone="fail" size={14} />}
        {value === null ? '–' : <strong>{grouped(value)}</strong>}
        {value !== null && children !== undefined && <span className="third"> {children}</span>}
      </dd>
    </div>
  )
}

/** One bar for each hour; what failed stands on top. */
function Bars({ slots }: Pick<WebhookEndpointFigures, 'slots'>) {
  const { t } = useTranslation()
  const now = useNow()
  const all = bars(slots, now)
  const most = Math.max(1, ...all.map(({ delivered, failed }) => delivered + failed))
  const { delivered, failed } = ofDay(slots, now)
  return (
    <svg
      className={css.bars}
      viewBox="0 0 96 28"
      preserveAspectRatio="none"
      role="img"
      aria-label={t('webhooks.endpoint.bars', { delivered: grouped(delivered), failed: grouped(failed) })}
    >
      {all.map((bar, index) => {
        const [fine, bad] = [(26 * bar.delivered) / most, (26 * bar.failed) / most]
        return (
          <g key={index}>
            <rect x={index * 4} width={3} y={28 - fine} height={fine} className={css.delivered} />
            <rect x={index * 4} width={3} y={28 - fine - bad} height={bad} className={css.failed} />
          </g>
        )
      })}
    </svg>
  )
}
