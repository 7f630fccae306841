/** Instead of the room where its channel is gone: nothing can go live until another is chosen. */
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CHANNEL_GRACE_MS } from '../../api/events/hooks.ts'
import { watch } from '../../studio/sources.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { GoLive } from './GoLive.tsx'
import type { Target } from './pick.ts'
import { TargetPicker } from './TargetPicker.tsx'
import css from './Studio.module.css'

interface Props {
  readonly channelId: string
  readonly known: readonly Target[]
}

export function Gone({ channelId, known }: Props) {
  const { t } = useTranslation()
  const { state } = useStudio()
  // The picture stays for the channel that is chosen next.
  useEffect(watch, [])
  return (
    <>
      <PageHead>
        <h1>{t('room.studio')}</h1>
        <TargetPicker target={null} known={known} />
      </PageHead>
      <div className={css.gone}>
        <Delayed ms={state.kind === 'idle' ? CHANNEL_GRACE_MS : 0}>
          <GoLive channelId={channelId} channel={null} />
        </Delayed>
      </div>
    </>
  )
}
