/** How well a channel's broadcast runs: sentences above, the evidence below. */
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { SessionFinding } from '../../../../service/contract/console/health.ts'
import type { ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { Card } from '../../../ui/Card.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import type { ChannelSearch } from '../search.ts'
import { FindingsCard } from './FindingsCard.tsx'
import { PROOF } from './graphs.ts'
import { GraphsCard } from './GraphsCard.tsx'
import { findingKey } from '../../../trouble/finding-key.ts'
import { spanOf, spanThatShows } from './history.ts'
import { useHealth, useWebhooksOf } from './use-health.ts'
import css from './Health.module.css'

const route = getRouteApi('/channels/$channelId')

/** @param side what stands beside it */
export function Health({ channel, side }: { channel: ChannelView; side: ReactNode }) {
  return (
    <div className={css.page}>
      <div className={css.columns}>
        <div className={css.main}>
          <Measured channel={channel} />
        </div>
        <div className={css.side}>{side}</div>
      </div>
    </div>
  )
}

function Measured({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { span, finding } = route.useSearch()
  const query = useHealth(channel.channelId)
  const view = query.data
  const webhooks = useWebhooksOf(channel.channelId)
  if (view === undefined) {
    if (query.isError) return <LoadFailed query={query}>{t('health.failed')}</LoadFailed>
    return (
      <Delayed>
        <p className="third" role="status">
          {t('detail.loading')}
        </p>
      </Delayed>
    )
  }
  if (view.startedAt === null) {
    return (
      <Card title={t('health.empty')}>
        <p className="third">{t('health.emptyHelp')}</p>
      </Card>
    )
  }
  const show = (search: ChannelSearch) =>
    void navigate({
      to: '/channels/$channelId',
      params: { channelId: channel.channelId },
      search: { view: 'health', ...search },
      replace: true,
    })
  const found = view.findings.find((one) => findingKey(one) === finding)
  const selected = found ?? firstToShow(view.findings)
  const select = (chosen: SessionFinding) => {
    const needed = spanThatShows(view, chosen.since)
    const isShown = spanOf(view, span).from <= chosen.since
    show({ ...(isShown ? spread(span) : spread(needed)), finding: findingKey(chosen) })
  }
  return (
    <>
      <FindingsCard view={view} isClient={channel.webrtc !== null} selected={selected} select={select} />
      <div className={css.fill}>
        <GraphsCard
          {...{ view, webhooks, selected, span }}
          chooseSpan={(chosen) => show({ ...spread(chosen), ...(finding === undefined ? {} : { finding }) })}
        />
      </div>
    </>
  )
}

const spread = (span: ChannelSearch['span']): ChannelSearch => (span === undefined ? {} : { span })

/** The newest that holds and that a graph proves. */
const firstToShow = (findings: readonly SessionFinding[]) =>
  findings.find(({ clearedAt, code }) => clearedAt === null && PROOF[code] !== null) ?? null
