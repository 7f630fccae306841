import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { ChannelView, ConnectionView } from '../../../service/contract/console/channel-view.ts'
import { endConnection } from '../../api/channels.ts'
import { useNow } from '../../api/events/clock.ts'
import { bitRate, byteSize, duration, shortId } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { askDanger } from '../../ui/danger.tsx'
import { encoderName } from '../../channel/encoder-name.ts'
import { Figure } from '../../ui/Figure.tsx'
import { videoText } from './EncoderCard.tsx'
import css from './Connections.module.css'

/** Each encoder that sends to the channel; the newest one is shown to viewers. */
export function Connections({ channel, brief = false }: { channel: ChannelView; brief?: boolean }) {
  const { t } = useTranslation()
  if (channel.connections.length === 0) {
    return (
      <Card title={t('connections.title')}>
        <p className="third">
          {[t('connections.none'), t('connections.noneHelp')].join(t('common.sentenceSeparator'))}
        </p>
      </Card>
    )
  }
  const all = ['id', 'encoder', 'from', 'video', 'rate', 'received', 'duration'] as const
  const heads = all.filter((head) => !brief || head !== 'video')
  return (
    <Card title={t('connections.title')} flush>
      <div className={css.scroll} tabIndex={0} role="group" aria-label={t('connections.title')}>
        <table className={css.table}>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col" data-column={head}>
                  {t(`connections.${head}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {channel.connections.map((connection, index) => (
              <Row
                key={connection.connectionId}
                channel={channel}
                connection={connection}
                newest={index === 0}
                brief={brief}
              />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function Row(props: { channel: ChannelView; connection: ConnectionView; newest: boolean; brief: boolean }) {
  const { t } = useTranslation()
  const { channel, connection, newest } = props
  const { stats } = connection
  const now = useNow()
  const id = shortId(connection.connectionId)
  const encoder = encoderName(t, connection.encoder ?? '')
  const ask = () =>
    askDanger({
      title: t('danger.endOneTitle', { id }),
      lead: t('danger.endOneLead', { encoder }),
      action: t('danger.endOneDo'),
      run: async () => {
        await endConnection(connection.connectionId)
        notifications.show({ message: t('connections.ended', { id }) })
      },
    })
  return (
    <tr>
      <td data-column="id">
        <span className="mono" title={connection.connectionId}>
          {id}
        </span>{' '}
        <CopyButton value={connection.connectionId} thing={t('connections.id')} />
      </td>
      <td className={css.encoder}>
        <div className="cut" title={encoder} data-shortens>
          {encoder}
        </div>
        {newest && channel.connections.length > 1 && <div className="meta">{t('connections.newest')}</div>}
      </td>
      <td>
        <div
          className={`mono cut ${css.address ?? ''}`}
          title={connection.remoteAddress ?? undefined}
          data-shortens
        >
          {connection.remoteAddress}
        </div>
      </td>
      {!props.brief && <td data-column="video">{stats ? videoText(t, stats) : '–'}</td>}
      <td>
        {stats ? (
          <Figure value={bitRate((stats.video?.bitRateBps ?? 0) + (stats.audio?.bitRateBps ?? 0))} />
        ) : (
          '–'
        )}
      </td>
      <td data-column="received">{stats ? <Figure value={byteSize(stats.receivedBytes)} /> : '–'}</td>
      <td data-column="duration" className="num">
        {duration(now - connection.connectedAt)}
      </td>
      <td className={css.action}>
        <Button size="xs" onClick={ask} aria-label={t('connections.endLabel', { id })}>
          {t('connections.end')}
        </Button>
      </td>
    </tr>
  )
}
