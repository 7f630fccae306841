import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EngineView, SfuState } from '../../../service/contract/console/engine-view.ts'
import { useConnected, useEngine } from '../../api/events/hooks.ts'
import { shortId } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { useRestartVerification } from '../../ui/use-restart-verification.ts'
import { CopyField } from '../../ui/ValueField.tsx'
import type { WebRtcChannel } from '../../channel/channel-kind.ts'
import { AccessLink } from './access/AccessLink.tsx'
import { webhookKinds } from './webhook-kinds.ts'

/** Where clients connect, and to which SFU. */
export function SignalingCard({ channel }: { channel: WebRtcChannel }) {
  const { t } = useTranslation()
  const engine = useEngine()
  const { webrtc } = channel
  const { environment, sessionId } = webrtc
  return (
    <Card title={t('webrtc.signaling')} aside={webrtc.hls ? 'WebRTC + HLS' : 'WebRTC'}>
      <CopyField label={t('webrtc.address')} value={webrtc.sfuUrl} />
      <CopyField label={t('webrtc.channelId')} value={channel.channelId} />
      <Facts>
        <Fact label={t('webrtc.environment')}>{t(`webrtc.environment${environment}`)}</Fact>
        {engine && (
          <>
            <Fact label={t('webrtc.sfu')}>
              <State state={engine.sfu[environment]} />
            </Fact>
            <Fact label={t('webrtc.mediaPort')}>{portsText(engine.ports, environment)}</Fact>
          </>
        )}
        {sessionId !== null && (
          <Fact label={t('webrtc.session')}>
            <span className="mono" title={sessionId}>
              {shortId(sessionId)}
            </span>
            <CopyButton value={sessionId} thing={t('webrtc.session')} />
          </Fact>
        )}
        <Fact label={t('webrtc.webhooks')}>{webhookKinds(t, channel) || t('webrtc.webhooksNone')}</Fact>
      </Facts>
      <AccessLink channelId={channel.channelId} />
      {environment === 1 && <Verification />}
    </Card>
  )
}

/** Of all SFU processes of the environment. 0 stands for any free port, until one was taken. */
function portsText({ sfu, sfuFurther }: EngineView['ports'], environment: 0 | 1): string {
  const further = sfuFurther.filter((one) => one.environment === environment)
  const ports = [sfu[environment], ...further.map(({ port }) => port)].filter((port) => port !== 0)
  return ports.length === 0 ? 'UDP' : `UDP ${ports.join(', ')}`
}

const DRAWN = {
  running: ['ok', 'ok'],
  restarting: ['retry', 'warn'],
  stopped: ['idle', 'idle'],
} as const

function State({ state }: { state: SfuState }) {
  const { t } = useTranslation()
  const connected = useConnected()
  if (!connected) return <StateWord glyph="waiting" tone="idle" text={t('state.unknown')} />
  const [glyph, tone] = DRAWN[state]
  return <StateWord glyph={glyph} tone={tone} text={t(`webrtc.state.${state}`)} />
}

/** What the verification environment is for; who looks after the engine can start it anew. */
function Verification() {
  const { t } = useTranslation()
  const { isMaster } = useSignedIn().user
  const restart = useRestartVerification()
  return (
    <>
      <p className="meta">{t('webrtc.caution')}</p>
      {isMaster && <Button onClick={restart}>{t('webrtc.restart')}</Button>}
    </>
  )
}
