import { ActionIcon, Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { bitRate, grouped } from '../../i18n/format.ts'
import { openPopOut } from '../../preview/pop-out.ts'
import type { Column } from '../../ui/table/DataRow.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { OnAirPlate } from '../../channel/OnAirPlate.tsx'
import { ChannelState } from '../../channel/ChannelState.tsx'
import { told } from '../../ui/told.ts'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { useOpenChannel } from '../../channel/use-open-channel.ts'
import { UserText } from '../../ui/UserText.tsx'
import { pictureOf } from '../../channel/live.ts'
import { Sparkline } from './Sparkline.tsx'
import css from './Live.module.css'

/** What is on air where tiles would be too many. The same keys as on a tile. */
export function LiveTable({ channels }: { channels: readonly ChannelView[] }) {
  const { t } = useTranslation()
  const open = useOpenChannel()
  const columns = useColumns()
  return (
    <section
      className={css.table}
      aria-label={t('controlRoom.tiles')}
      style={{ height: `min(calc(31px + ${channels.length} * var(--ad-row)), 480px)` }}
    >
      <DataTable
        label={t('controlRoom.tiles')}
        columns={columns}
        rows={channels}
        rowId={({ channelId }) => channelId}
        open={({ channelId }) => open(channelId)}
        onKey={(event, { channelId }) => {
          if (event.key.toLowerCase() !== 'p' || event.ctrlKey || event.metaKey || event.altKey) return false
          openPopOut(channelId)
          return true
        }}
      />
    </section>
  )
}

function useColumns(): Column<ChannelView>[] {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const connected = useConnected()
  return useMemo(
    () => [
      {
        id: 'name',
        header: t('channels.column.name'),
        width: 'minmax(110px, 1.2fr)',
        cell: (c) => <UserText className={css.rowName ?? ''}>{nameOf(c)}</UserText>,
      },
      {
        id: 'state',
        header: t('channels.column.state'),
        width: 'minmax(335px, 2.4fr)',
        cell: (c) => (
          <span className={css.rowState}>
            <OnAirPlate since={c.onAirSince} />
            <ChannelState channel={c} />
          </span>
        ),
      },
      {
        id: 'video',
        header: t('controlRoom.video'),
        width: 'minmax(88px, 1fr)',
        cell: (c) => {
          const picture = connected ? pictureOf(c) : null
          return (
            <span className={css.rowVideo}>
              {picture ? <Figure value={bitRate(picture.bitRateBps)} /> : '–'}
              <Sparkline channelId={c.channelId} />
            </span>
          )
        },
      },
      {
        id: 'viewers',
        header: t('controlRoom.viewers'),
        width: '72px',
        align: 'end',
        cell: (c) => (
          <span className="num" {...told('viewers', c.viewers, c.channelId)}>
            {connected && c.onAirSince !== null ? grouped(c.viewers) : '–'}
          </span>
        ),
      },
      {
        id: 'popOut',
        header: '',
        width: '40px',
        cell: (c, current) => (
          <Tooltip label={t('preview.popOutOf', { name: nameOf(c) })}>
            <ActionIcon
              aria-label={t('preview.popOutOf', { name: nameOf(c) })}
              tabIndex={current ? 0 : -1}
              onClick={(event) => {
                event.stopPropagation()
                openPopOut(c.channelId)
              }}
            >
              <IconExternalLink size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        ),
      },
    ],
    [t, nameOf, connected],
  )
}
