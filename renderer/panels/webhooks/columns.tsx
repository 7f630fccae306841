import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { WebhookSummary } from '../../../service/contract/console/webhooks.ts'
import { useNow } from '../../api/events/clock.ts'
import type { Column } from '../../ui/table/DataRow.tsx'
import { Moment, useMoment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { ByHand } from './ByHand.tsx'
import { drawEvent, resultText } from '../../webhook/draw-webhook.ts'
import { hostAndPath } from '../../webhook/texts.ts'
import { useChannelOf } from '../../channel/use-channel-name.ts'
import { useLogTime } from '../../log/use-log-time.ts'
import css from './Webhooks.module.css'

/** What the details have too gives way in a narrow window. @param wide false beside them, which have the address */
export function useColumns(rows: readonly WebhookSummary[], wide: boolean): Column<WebhookSummary>[] {
  const { t } = useTranslation()
  const { dayWidth, zone } = useLogTime(rows.at(-1)?.createdAt)
  return useMemo(() => {
    const address: Column<WebhookSummary> = {
      id: 'url',
      header: t('webhooks.column.url'),
      width: 'minmax(160px, 1.6fr)',
      foldsBelow: 860,
      cell: ({ url }) => <Address url={url} />,
    }
    return [
      {
        id: 'time',
        header: t('webhooks.column.time', { zone }),
        width: `${88 + dayWidth}px`,
        foldsBelow: wide ? 0 : 1020,
        cell: ({ createdAt }) => <Moment at={createdAt} className="second cut" />,
      },
      {
        id: 'event',
        header: t('webhooks.column.event'),
        width: wide ? 'minmax(200px, 2fr)' : 'minmax(140px, 1fr)',
        cell: (row) => <EventName event={row} />,
      },
      ...(wide ? [address] : []),
      {
        id: 'result',
        header: t('webhooks.column.result'),
        width: wide ? 'minmax(200px, 1.6fr)' : 'minmax(140px, 1.1fr)',
        cell: (row) => <Result event={row} />,
      },
      {
        id: 'attempts',
        header: t('webhooks.column.attempts'),
        width: '72px',
        align: 'end',
        foldsBelow: wide ? 0 : 1180,
        cell: (row) => <span className="num second">{row.attempts}</span>,
      },
    ]
  }, [t, zone, dayWidth, wide])
}

function EventName({ event }: { event: WebhookSummary }) {
  const name = useChannelOf()(event.channelId)
  return (
    <span className={css.event}>
      <span className={css.type} lang="en">
        {event.type}
      </span>
      <UserText className="third cut">{name}</UserText>
    </span>
  )
}

function Address({ url }: { url: string }) {
  const address = hostAndPath(url)
  return (
    <span className="mono third cut" title={address} data-shortens>
      {address}
    </span>
  )
}

function Result({ event }: { event: WebhookSummary }) {
  const { t } = useTranslation()
  const text = resultText(t, event, useNow(), useMoment())
  return (
    <span className={css.result}>
      <StateWord {...drawEvent(event)} text={text} />
      {event.lastAskedBy !== null && <ByHand by={event.lastAskedBy} />}
    </span>
  )
}
