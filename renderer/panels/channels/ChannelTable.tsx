import { useMediaQuery } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useMemo, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { shortId } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import type { Column } from '../../ui/DataRow.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { encoderName } from '../../ui/encoder-name.ts'
import { Moment } from '../../ui/Moment.tsx'
import { OnAirPlate } from '../../ui/OnAirPlate.tsx'
import { ChannelState } from '../../ui/StateWord.tsx'
import { useChannelName } from '../../ui/use-channel-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import { connectedCount } from './channel-kind.ts'
import { askDeleteChannel } from './delete-channel.ts'
import { renditionNames } from './ladder.ts'
import css from './Channels.module.css'

export function ChannelTable({ rows }: { rows: readonly ChannelView[] }) {
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

/** The encoder; how many clients there are of a WebRTC channel. */
function senderText(t: TFunction, channel: ChannelView): string {
  if (channel.webrtc === null) return encoderName(channel.connections[0]?.encoder ?? '') || '–'
  const count = connectedCount(channel)
  return count === 0 ? '–' : t('channels.clients', { count })
}

function useColumns(): Column<ChannelView>[] {
  const { t } = useTranslation()
  const nameOf = useChannelName()
  const wide = useMediaQuery('(min-width: 1360px)')
  return useMemo(
    () => [
      {
        id: 'state',
        header: t('channels.column.state'),
        width: 'minmax(335px, 2.4fr)',
        cell: (c) => <State channel={c} />,
      },
      {
        id: 'name',
        header: t('channels.column.name'),
        width: 'minmax(130px, 1.6fr)',
        cell: (c) =>
          c.name === '' ? (
            <UserText className="third cut">{nameOf(c)}</UserText>
          ) : (
            <UserText className={css.name}>{c.name}</UserText>
          ),
      },
      {
        id: 'kind',
        header: t('channels.column.kind'),
        width: '64px',
        cell: (c) => t(`channels.kind.${c.kind}`),
      },
      {
        id: 'id',
        header: t('channels.column.id'),
        width: '88px',
        cell: (c, current) => <Id id={c.channelId} current={current} />,
      },
      {
        id: 'since',
        header: t('channels.column.since'),
        width: 'minmax(150px, .8fr)',
        cell: (c) => <Moment at={c.onAirSince ?? c.stateSince} className="second" />,
      },
      {
        id: 'encoder',
        header: t('channels.column.encoder'),
        width: 'minmax(94px, 1.2fr)',
        cell: (c) => <UserText className="second cut">{senderText(t, c)}</UserText>,
      },
      {
        id: 'renditions',
        header: t('channels.column.renditions'),
        width: 'minmax(122px, 1.2fr)',
        cell: (c) => (
          <UserText className="second cut">
            {renditionNames(c.renditions, t('channels.audioOnly')) || '–'}
          </UserText>
        ),
      },
      {
        id: 'viewers',
        header: t('channels.column.viewers'),
        width: '74px',
        align: 'end',
        cell: (c) => <span className="num">{c.onAirSince === null ? '–' : c.viewers}</span>,
      },
      ...(wide
        ? [
            {
              id: 'via',
              header: t('channels.column.via'),
              width: '80px',
              cell: (c: ChannelView) => (
                <span className="third" title={c.tokenName}>
                  {t(`channels.via.${c.madeVia}`)}
                </span>
              ),
            },
          ]
        : []),
    ],
    [t, nameOf, wide],
  )
}

/** Fine rows are quiet: the plate says enough, so *Healthy* is left out beside it. */
function State({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const quiet = connected && channel.state === 'playable' && channel.findings.length === 0
  return (
    <span className={css.state}>
      <OnAirPlate since={channel.onAirSince} />
      {(!quiet || channel.onAirSince === null) && <ChannelState channel={channel} />}
      {channel.webrtc?.environment === 1 && (
        <span className={css.verification} title={t('webrtc.caution')}>
          {t('channels.verification')}
        </span>
      )}
    </span>
  )
}

function Id({ id, current }: { id: string; current: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="mono second" title={id}>
        {shortId(id)}
      </span>
      <CopyButton value={id} thing={t('channels.idCopied')} tabIndex={current ? 0 : -1} />
    </>
  )
}
