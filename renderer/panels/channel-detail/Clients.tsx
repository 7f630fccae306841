import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useTranslation } from 'react-i18next'
import type { WebrtcConnectionView } from '../../../service/contract/console/channel-view.ts'
import { endConnection } from '../../api/channels.ts'
import { useNow } from '../../api/events/clock.ts'
import { bitRate, byteSize, duration, grouped } from '../../i18n/format.ts'
import { Card } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { askDanger } from '../../ui/danger.tsx'
import { Figure } from '../../ui/Figure.tsx'
import { UserText } from '../../ui/UserText.tsx'
import type { WebRtcChannel } from '../../channel/channel-kind.ts'
import { clientName, codecs, inOrder } from './clients.ts'
import css from './Connections.module.css'

const HEADS = ['client', 'role', 'sends', 'duration', 'received', 'sent'] as const

/** Each client that is connected: what it sends, and how to end it. */
export function Clients({ channel }: { channel: WebRtcChannel }) {
  const { t } = useTranslation()
  const { connections } = channel.webrtc
  if (connections.length === 0) {
    return (
      <Card title={t('connections.title')}>
        <p className="third">
          {[t('connections.none'), t('connections.noClientHelp')].join(t('common.sentenceSeparator'))}
        </p>
      </Card>
    )
  }
  return (
    <Card title={t('connections.title')} aside={t('channels.clients', { count: connections.length })} flush>
      <div className={css.scroll} tabIndex={0} role="group" aria-label={t('connections.title')}>
        <table className={css.table} data-lines={2}>
          <thead>
            <tr>
              {HEADS.map((head) => (
                <th key={head} scope="col" data-column={head}>
                  {t(`connections.${head}`)}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {inOrder(connections).map((connection) => (
              <Row key={connection.connectionId} connection={connection} />
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

function Row({ connection }: { connection: WebrtcConnectionView }) {
  const { t } = useTranslation()
  const now = useNow()
  const { connectionId, clientId, role, client, remoteAddress } = connection
  const name = clientName(connection)
  const from = [remoteAddress, client].filter(Boolean).join(' · ')
  const ask = () =>
    askDanger({
      title: t('danger.endOneTitle', { id: name }),
      lead: t('danger.endClientLead', { client: from }),
      action: t('danger.endOneDo'),
      run: async () => {
        await endConnection(connectionId)
        notifications.show({ message: t('connections.ended', { id: name }) })
      },
    })
  return (
    <tr>
      <td className={css.who}>
        <div className={css.name} title={`${clientId}\n${connectionId}`}>
          {clientId === connectionId ? (
            <span className="mono">{name}</span>
          ) : (
            <UserText className="cut">{name}</UserText>
          )}
          <CopyButton value={connectionId} thing={t('connections.connectionId')} />
        </div>
        <div className={`meta ${css.from ?? ''}`} title={from} data-shortens>
          {from}
        </div>
      </td>
      <td className={css.role} title={role}>
        {t(`connections.roles.${role}`)}
      </td>
      <td>
        {codecs(connection) || '–'}
        {connection.simulcast && <div className="meta">{t('connections.simulcast')}</div>}
      </td>
      <td data-column="duration">
        <span className="num">{duration(now - connection.since)}</span>
        {connection.roundTripMs !== null && (
          <div className="meta num" title={t('connections.roundTripOf')}>
            {t('connections.roundTrip', { ms: grouped(Math.round(connection.roundTripMs)) })}
          </div>
        )}
      </td>
      <td data-column="received">
        <Traffic bps={connection.receivedBps} bytes={connection.receivedBytes} />
      </td>
      <td data-column="sent">
        <Traffic bps={connection.sentBps} bytes={connection.sentBytes} />
      </td>
      <td className={css.action}>
        <Button size="xs" onClick={ask} aria-label={t('connections.endLabel', { id: name })}>
          {t('connections.end')}
        </Button>
      </td>
    </tr>
  )
}

/** How much goes now, and how much went. */
function Traffic({ bps, bytes }: { bps: number | null; bytes: number }) {
  return (
    <>
      {bps === null ? '–' : <Figure value={bitRate(bps)} />}
      <div className="meta">
        <Figure value={byteSize(bytes)} />
      </div>
    </>
  )
}
