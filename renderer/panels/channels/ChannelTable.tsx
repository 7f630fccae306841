import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { useColumns } from './columns.tsx'
import { askDeleteChannel } from './delete-channel.ts'
import { nextSort, SORTS, type Sort } from './sort.ts'
import css from './Channels.module.css'

interface Props {
  readonly rows: readonly ChannelView[]
  readonly sort: Sort | null
  readonly setSort: (sort: Sort | null) => void
}

export function ChannelTable({ rows, sort, setSort }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const columns = useColumns()
  const open = ({ channelId }: ChannelView) =>
    void navigate({ to: '/channels/$channelId', params: { channelId } })
  const onKey = (event: KeyboardEvent, channel: ChannelView): boolean => {
    if (event.key === 'Delete') askDeleteChannel(t, channel)
    else if ((event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === 'c') {
      copyAddress(t, channel)
    } else return false
    return true
  }
  return (
    <div className={css.table} data-empty={rows.length === 0 || undefined}>
      <DataTable
        label={t('channels.table')}
        columns={columns}
        rows={rows}
        rowId={(channel) => channel.channelId}
        open={open}
        onKey={onKey}
        sort={sort}
        onSort={(id) => {
          const by = SORTS.find((one) => one === id)
          if (by) setSort(nextSort(sort, by))
        }}
      />
    </div>
  )
}

/** Where to send to: the publishing address of an RTMP channel, the signaling address of a WebRTC channel. */
function copyAddress(t: TFunction, { rtmp, webrtc }: ChannelView): void {
  const address = rtmp?.ingestUrl ?? webrtc?.sfuUrl
  if (address === undefined) return
  void navigator.clipboard.writeText(address).then(() => {
    notifications.show({ message: t(rtmp ? 'channels.ingestCopied' : 'channels.signalingCopied') })
  })
}
