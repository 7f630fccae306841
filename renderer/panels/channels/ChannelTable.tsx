import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { copyText } from '../../ui/copy.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useOpenChannel } from '../../channel/use-open-channel.ts'
import type { RowChoice } from '../../ui/table/use-row-choice.ts'
import { useColumns } from './columns.tsx'
import { askDeleteChannel } from '../../channel/delete-channel.ts'
import { nextSort, SORTS, type Sort } from './sort.ts'
import css from './Channels.module.css'

interface Props {
  readonly rows: readonly ChannelView[]
  readonly sort: Sort | null
  readonly setSort: (sort: Sort | null) => void
  /** Undefined for who may do nothing with channels. */
  readonly choice: RowChoice<ChannelView> | undefined
  /** What floats above the foot. */
  readonly children?: ReactNode
}

/** As high as the bar above the foot with the gap below it. */
const BAR_SPACE_PX = 72

export function ChannelTable({ rows, sort, setSort, choice, children }: Props) {
  const { t } = useTranslation()
  const columns = useColumns()
  const open = useOpenChannel()
  const onKey = (event: KeyboardEvent, channel: ChannelView): boolean => {
    // While some are chosen their bar has the keys.
    const hasChosen = choice !== undefined && choice.chosen.size > 0
    if (event.key === 'Delete' && choice !== undefined && !hasChosen) askDeleteChannel(t, channel)
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
        open={({ channelId }) => open(channelId)}
        onKey={onKey}
        {...(choice && { choice, endSpace: BAR_SPACE_PX })}
        sort={sort}
        onSort={(id) => {
          const by = SORTS.find((one) => one === id)
          if (by) setSort(nextSort(sort, by))
        }}
      />
      {children}
    </div>
  )
}

/** Where to send to: the publishing address of an RTMP channel, the signaling address of a WebRTC channel. */
function copyAddress(t: TFunction, { rtmp, webrtc }: ChannelView): void {
  const address = rtmp?.ingestUrl ?? webrtc?.sfuUrl
  if (address === undefined || address === null) return
  void copyText(t, address).then((done) => {
    if (done) notifications.show({ message: t(rtmp ? 'channels.ingestCopied' : 'channels.signalingCopied') })
  })
}
