import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookDetail } from '../../../service/contract/console/webhooks.ts'
import { shortId } from '../../i18n/format.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { hostAndPath } from '../../webhook/texts.ts'
import { useChannelOf } from '../../channel/use-channel-name.ts'
import css from '../../ui/Inspector.module.css'

const REASONS = {
  auth: 'auth',
  'connection.created': 'created',
  'connection.updated': 'updated',
  'connection.destroyed': 'destroyed',
} as const
const isKnown = (type: string): type is keyof typeof REASONS => Object.hasOwn(REASONS, type)

/** Why it was sent, when, about what and where to. */
export function EventFacts({ event }: { event: WebhookDetail }) {
  const { t } = useTranslation()
  const name = useChannelOf()(event.channelId)
  const { type, connectionId } = event
  return (
    <Facts>
      {isKnown(type) && (
        <Fact label={t('webhooks.why')}>{t(`webhooks.reason.${REASONS[type]}`, { name })}</Fact>
      )}
      <Fact label={t('webhooks.happened')}>
        <Moment at={event.createdAt} />
      </Fact>
      <Fact label={t('webhooks.channel')}>
        <Link className={css.link} to="/channels/$channelId" params={{ channelId: event.channelId }}>
          {name}
        </Link>
      </Fact>
      {connectionId !== null && (
        <Fact label={t('webhooks.connection')}>
          <Id value={connectionId} thing={t('webhooks.connectionId')}>
            {shortId(connectionId)}
          </Id>
        </Fact>
      )}
      <Fact label={t('webhooks.address')}>
        <Id value={event.url} thing={t('webhooks.address')}>
          {hostAndPath(event.url)}
        </Id>
      </Fact>
    </Facts>
  )
}

function Id({ value, thing, children }: { value: string; thing: string; children: ReactNode }) {
  return (
    <>
      <span className="mono">{children}</span>
      <CopyButton value={value} thing={thing} />
    </>
  )
}
