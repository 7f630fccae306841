import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { encoderName } from '../../channel/encoder-name.ts'
import { UserText } from '../../ui/UserText.tsx'
import { connectedCount } from '../../channel/channel-kind.ts'
import css from './Channels.module.css'

/** What a channel is known by besides its name: its label, who sends or is there, else where it was made. */
function sourceOf(t: TFunction, channel: ChannelView): { readonly kind: string; readonly text: string } {
  const encoder = encoderName(t, channel.connections[0]?.encoder ?? '')
  const clients = connectedCount(channel)
  // Who only watches is told of no token and of no client.
  const isShown = channel.tokenName !== null
  if (channel.testPicture) return { kind: '', text: t('channels.testPicture') }
  if (channel.label !== '') return { kind: t('channels.source.label'), text: channel.label }
  if (channel.webrtc === null && encoder !== '') return { kind: t('channels.source.encoder'), text: encoder }
  if (clients > 0 && isShown) return { kind: '', text: t('channels.clients', { count: clients }) }
  if (channel.madeVia === 'api' && channel.tokenName !== null)
    return { kind: t('channels.source.token'), text: channel.tokenName }
  return { kind: '', text: t(`channels.via.${channel.madeVia}`) }
}

/** The name gives way last. */
export function NameCell({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const source = sourceOf(t, channel)
  return (
    <span className={css.who}>
      {channel.name === '' ? (
        <span className={`second ${css.unnamed ?? ''}`}>
          {t(channel.madeVia === 'api' ? 'channels.unnamedByApi' : 'channels.unnamed')}
        </span>
      ) : (
        <UserText className={css.name}>{channel.name}</UserText>
      )}
      {channel.webrtc?.environment === 1 && (
        <span className={css.verification} title={t('webrtc.caution')}>
          {t('channels.verification')}
        </span>
      )}
      <span className={`third ${css.source ?? ''}`}>
        {source.kind} <UserText className="second">{source.text}</UserText>
      </span>
    </span>
  )
}
