import { useTranslation } from 'react-i18next'
import { CERTIFICATE_AUTHORITY } from '../../api/engine.ts'
import { closeText } from '../../i18n/close.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { WebRtcChannel } from '../../channel/channel-kind.ts'
import { clientExample } from './client-example.ts'
import { OutputCard } from './OutputCard.tsx'
import { SignalingCard } from './SignalingCard.tsx'
import css from './Waiting.module.css'

/** Before a client has come: what it needs, and code that does it. */
export function WaitingForClient({ channel }: { channel: WebRtcChannel }) {
  const { t } = useTranslation()
  const { sfuUrl, hls } = channel.webrtc
  return (
    <div className={css.page}>
      <div className={css.main}>
        <div>
          <h2 className={css.title}>{t('waiting.client')}</h2>
          <p className={css.lead}>{t('waiting.clientLead')}</p>
        </div>
        {channel.state === 'denied' && channel.lastClose && (
          <Notice tone="warn">{t('waiting.denied', { reason: closeText(t, channel.lastClose) })}</Notice>
        )}
        <div>
          <CodeBlock title={t('waiting.clientCode')} code={clientExample(sfuUrl, channel.channelId)} />
          <p className={`meta ${css.help ?? ''}`}>
            {t('waiting.clientTrust')}{' '}
            <a href={CERTIFICATE_AUTHORITY} download>
              {t('waiting.clientCa')}
            </a>
          </p>
        </div>
      </div>
      <div className={css.side}>
        <SignalingCard channel={channel} />
        {hls && <OutputCard channel={channel} />}
      </div>
    </div>
  )
}
