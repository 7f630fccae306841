/** Sessions of a channel, and the timeline of one: connections, states, findings and webhooks, newest first. */
import { getRouteApi, Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { HealthEvent, PastSession } from '../../../../service/contract/console/health.ts'
import type { WebhookSummary } from '../../../../service/contract/console/webhooks.ts'
import type { ChannelState, ChannelView } from '../../../../service/contract/console/channel-view.ts'
import { useNow } from '../../../api/events/clock.ts'
import { findingText } from '../../../i18n/finding.ts'
import { shortId } from '../../../i18n/format.ts'
import { Card } from '../../../ui/Card.tsx'
import { Delayed } from '../../../ui/Delayed.tsx'
import type { Drawn } from '../../../ui/drawn.ts'
import { Glyph } from '../../../ui/Glyph.tsx'
import { LoadFailed } from '../../../ui/LoadFailed.tsx'
import { Moment, useMoment } from '../../../ui/Moment.tsx'
import { drawEvent, resultText } from '../../../webhook/draw-webhook.ts'
import { Sessions } from './Sessions.tsx'
import { timeline, webhooksIn, type TimelineEntry } from './timeline.ts'
import { useSessionEvents, useSessions, useWebhooksOf } from './use-health.ts'
import css from './Events.module.css'

const route = getRouteApi('/channels/$channelId')

export function Events({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const { channelId } = channel
  const { session: chosen } = route.useSearch()
  const query = useSessions(channelId)
  const webhooks = useWebhooksOf(channelId)
  if (query.data === undefined) {
    if (query.isError) return <LoadFailed query={query}>{t('health.sessions.failed')}</LoadFailed>
    return <Loading />
  }
  const sessions = query.data
  const shown = sessions.find(({ id }) => String(id) === chosen) ?? sessions[0]
  if (shown === undefined) return <Timeline channel={channel} entries={timeline([], webhooks)} />
  return (
    <div className={css.column}>
      <Sessions {...{ channelId, sessions, shown }} />
      <Happened {...{ channel, shown }} webhooks={webhooksIn(sessions, shown, webhooks)} />
    </div>
  )
}

interface HappenedProps {
  readonly channel: ChannelView
  readonly shown: PastSession
  readonly webhooks: readonly WebhookSummary[]
}

function Happened({ channel, shown, webhooks }: HappenedProps) {
  const { t } = useTranslation()
  const query = useSessionEvents(channel.channelId, shown)
  if (query.data === undefined) {
    if (query.isError) return <LoadFailed query={query}>{t('health.sessions.failed')}</LoadFailed>
    return <Loading />
  }
  return <Timeline channel={channel} entries={timeline(query.data, webhooks)} />
}

function Loading() {
  const { t } = useTranslation()
  return (
    <Delayed>
      <p className="third" role="status">
        {t('detail.loading')}
      </p>
    </Delayed>
  )
}

function Timeline({ channel, entries }: { channel: ChannelView; entries: readonly TimelineEntry[] }) {
  const { t } = useTranslation()
  if (entries.length === 0) {
    return (
      <Card title={t('health.timeline.title')}>
        <p className="third">
          {[t('health.timeline.none'), t('health.timeline.noneHelp')].join(t('common.sentenceSeparator'))}
        </p>
      </Card>
    )
  }
  return (
    <Card title={t('health.timeline.title')} flush>
      <ol>
        {entries.map((entry) => (
          <Row key={keyOf(entry)} entry={entry} isClient={channel.webrtc !== null} />
        ))}
      </ol>
    </Card>
  )
}

const keyOf = (entry: TimelineEntry) => (entry.kind === 'health' ? entry.event.id : entry.webhook.id)

function Row({ entry, isClient }: { entry: TimelineEntry; isClient: boolean }) {
  const { t } = useTranslation()
  if (entry.kind === 'webhook') return <WebhookRow entry={entry} />
  const drawn = drawHealth(entry.event)
  return (
    <li className={css.row}>
      <Moment at={entry.at} className="third" />
      <Glyph name={drawn.glyph} tone={drawn.tone} />
      <span className={css.text}>{eventText(t, entry.event, isClient)}</span>
    </li>
  )
}

function WebhookRow({ entry }: { entry: Extract<TimelineEntry, { kind: 'webhook' }> }) {
  const { t } = useTranslation()
  const moment = useMoment()
  const now = useNow()
  const { webhook } = entry
  const { glyph, tone } = drawEvent(webhook)
  return (
    <li className={css.row}>
      <Moment at={entry.at} className="third" />
      <Glyph name={glyph} tone={tone} />
      <Link className={css.link} to="/webhooks" search={{ channel: webhook.channelId, event: webhook.id }}>
        {t('health.timeline.webhook', { type: webhook.type, result: resultText(t, webhook, now, moment) })}
      </Link>
    </li>
  )
}

const STATES: Readonly<Record<ChannelState, Drawn>> = {
  idle: { glyph: 'idle', tone: 'idle' },
  authorising: { glyph: 'waiting', tone: 'idle' },
  denied: { glyph: 'denied', tone: 'warn' },
  receiving: { glyph: 'half', tone: 'info' },
  packaging: { glyph: 'half', tone: 'info' },
  playable: { glyph: 'ok', tone: 'ok' },
  starving: { glyph: 'warn', tone: 'warn' },
  'no-signal': { glyph: 'fail', tone: 'fail' },
  reconnecting: { glyph: 'retry', tone: 'warn' },
  ended: { glyph: 'ended', tone: 'idle' },
}

function drawHealth(event: HealthEvent): Drawn {
  switch (event.kind) {
    case 'connection-opened':
      return { glyph: 'info', tone: 'info' }
    case 'connection-closed':
      return { glyph: 'ended', tone: 'idle' }
    case 'state':
      return STATES[event.state]
    case 'transcoder-restarted':
      return { glyph: 'retry', tone: 'warn' }
    case 'finding-raised':
      return { glyph: event.finding.severity, tone: event.finding.severity }
    case 'finding-cleared':
      return event.withdrawn ? { glyph: 'idle', tone: 'idle' } : { glyph: 'ok', tone: 'ok' }
  }
}

function eventText(t: TFunction, event: HealthEvent, isClient: boolean): string {
  switch (event.kind) {
    case 'connection-opened':
      return t('health.timeline.opened', { id: shortId(event.connectionId), address: event.remoteAddress })
    case 'connection-closed': {
      const id = shortId(event.connectionId)
      if (event.reason === null) return t('health.timeline.closed', { id })
      return t('health.timeline.closedBy', { id, reason: t(`close.${event.reason}`) })
    }
    case 'state':
      return t('health.timeline.state', { state: t(`health.state.${event.state}`) })
    case 'transcoder-restarted':
      return t('health.timeline.restarted')
    case 'finding-raised':
      return t('health.timeline.raised', { what: findingText(t, event.finding, isClient).what })
    case 'finding-cleared':
      return t(`health.timeline.${event.withdrawn ? 'withdrawn' : 'cleared'}`, {
        what: findingText(t, event.finding, isClient).what,
      })
  }
}
