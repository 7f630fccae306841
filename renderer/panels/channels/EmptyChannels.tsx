import { Button, UnstyledButton } from '@mantine/core'
import { IconBroadcast, IconChevronRight, IconPhoto, IconWorld } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { createRequestLine } from './request-line.ts'
import { useTestPictureChannel } from './use-test-picture-channel.ts'
import css from './EmptyChannels.module.css'

/** What a channel is and the ways to get one. */
export function EmptyChannels() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const testPicture = useTestPictureChannel()
  const engine = useEngine()
  return (
    <div className={css.page}>
      <div className={css.column}>
        <div>
          <h2 className={css.title}>{t('channels.empty.title')}</h2>
          <p className={css.lead}>{t('channels.empty.lead')}</p>
        </div>
        <div className={css.ways}>
          <Way
            icon={<IconBroadcast size={18} stroke={1.6} />}
            title={t('channels.empty.obs')}
            help={t('channels.empty.obsHelp')}
            onClick={() => void navigate({ to: '/channels/new' })}
          />
          <Way
            icon={<IconWorld size={18} stroke={1.6} />}
            title={t('channels.empty.webrtc')}
            help={t('channels.empty.webrtcHelp')}
            onClick={() => void navigate({ to: '/channels/new', search: { kind: 'webrtc-hls' } })}
          />
          <Way
            icon={<IconPhoto size={18} stroke={1.6} />}
            title={t('channels.empty.test')}
            help={t('channels.empty.testHelp')}
            busy={testPicture.isPending}
            onClick={() => testPicture.mutate()}
          />
        </div>
        {engine && (
          <div>
            <CodeBlock title={t('channels.empty.code')} code={createRequestLine(engine.liveBaseUrl)} />
            <p className={`meta ${css.codeHelp ?? ''}`}>{t('channels.empty.codeHelp')}</p>
          </div>
        )}
      </div>
    </div>
  )
}

function Way(props: { icon: ReactNode; title: string; help: string; busy?: boolean; onClick: () => void }) {
  return (
    <UnstyledButton className={css.way} onClick={props.onClick} disabled={props.busy} aria-busy={props.busy}>
      {props.icon}
      <span>
        <span className={css.wayTitle}>{props.title}</span>
        <span className={css.wayHelp}>{props.help}</span>
      </span>
      <IconChevronRight size={18} stroke={1.6} />
    </UnstyledButton>
  )
}

/** The filter matches nothing. */
export function NoMatch({ text, clear }: { text: string; clear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.page}>
      <div className={css.column}>
        <div>
          <h2 className={css.title}>{t('channels.noMatch', { text })}</h2>
          <p className={css.lead}>{t('channels.noMatchHelp')}</p>
        </div>
        <div>
          <Button onClick={clear}>{t('channels.clearFilter')}</Button>
        </div>
      </div>
    </div>
  )
}
