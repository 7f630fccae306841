/** A WebRTC channel: where to signal, what it makes, and that media is still to come. */
import { useTranslation } from 'react-i18next'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import type { WebRtcChannel } from '../channels/channel-kind.ts'
import { OutputCard } from './OutputCard.tsx'
import { webhookKinds } from './webhook-kinds.ts'
import css from './WebRtc.module.css'

export function WebRtc({ channel }: { channel: WebRtcChannel }) {
  const { t } = useTranslation()
  return (
    <div className={css.page}>
      <Notice tone="info" alert={false}>
        <h2>{t('webrtc.title')}</h2>
        <p className="second">{t('webrtc.lead')}</p>
      </Notice>
      <div className={css.cards}>
        <SignalingCard channel={channel} />
        {channel.renditions.length > 0 ? (
          <OutputCard channel={channel} />
        ) : (
          <Card title={t('output.title')}>
            <p className="third">{t('webrtc.noHls')}</p>
          </Card>
        )}
      </div>
    </div>
  )
}

function SignalingCard({ channel }: { channel: WebRtcChannel }) {
  const { t } = useTranslation()
  return (
    <Card title={t('webrtc.signaling')} aside={channel.kind === 'webrtc-hls' ? 'WebRTC + HLS' : 'WebRTC'}>
      <CopyField label={t('webrtc.address')} value={channel.webrtc.sfuUrl} />
      <Facts>
        <Fact label={t('webrtc.environment')}>{t(`webrtc.environment${channel.webrtc.environment}`)}</Fact>
        <Fact label={t('webrtc.webhooks')}>{webhookKinds(t, channel) || t('webrtc.webhooksNone')}</Fact>
      </Facts>
    </Card>
  )
}
