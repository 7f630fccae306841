import { Button } from '@mantine/core'
import { IconBroadcast, IconPhoto, IconWorld } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { OPERATES } from '../../rooms.ts'
import { useMay } from '../../stores/session.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { FirstStep, FirstSteps } from '../../ui/FirstSteps.tsx'
import { createRequestLine } from './request-line.ts'
import { useTestPictureChannel } from '../../channel/use-test-picture-channel.ts'
import css from './EmptyChannels.module.css'

/** What a channel is and the ways to get one. */
export function EmptyChannels() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const testPicture = useTestPictureChannel()
  const engine = useEngine()
  if (!useMay(OPERATES))
    return (
      <FirstSteps title={t('channels.empty.title')} lead={t('channels.empty.lead')}>
        {null}
      </FirstSteps>
    )
  return (
    <FirstSteps
      title={t('channels.empty.title')}
      lead={t('channels.empty.lead')}
      foot={
        engine && (
          <div>
            <CodeBlock title={t('channels.empty.code')} code={createRequestLine(engine.liveBaseUrl)} />
            <p className={`meta ${css.codeHelp ?? ''}`}>{t('channels.empty.codeHelp')}</p>
          </div>
        )
      }
    >
      <FirstStep
        icon={<IconBroadcast size={18} stroke={1.6} />}
        title={t('channels.empty.obs')}
        help={t('channels.empty.obsHelp')}
        onClick={() => void navigate({ to: '/channels/new' })}
      />
      <FirstStep
        icon={<IconWorld size={18} stroke={1.6} />}
        title={t('channels.empty.webrtc')}
        help={t('channels.empty.webrtcHelp')}
        onClick={() => void navigate({ to: '/channels/new', search: { kind: 'webrtc-hls' } })}
      />
      <FirstStep
        icon={<IconPhoto size={18} stroke={1.6} />}
        title={t('channels.empty.test')}
        help={t('channels.empty.testHelp')}
        busy={testPicture.isPending}
        onClick={() => testPicture.mutate()}
      />
    </FirstSteps>
  )
}

/** The filter matches nothing. */
export function NoMatch({ text, clear }: { text: string; clear: () => void }) {
  const { t } = useTranslation()
  return (
    <FirstSteps
      title={text.trim() === '' ? t('channels.noMatchFilter') : t('channels.noMatch', { text })}
      lead={t('channels.noMatchHelp')}
    >
      <div>
        <Button onClick={clear}>{t('channels.clearFilter')}</Button>
      </div>
    </FirstSteps>
  )
}
