/** The picture with its figures, and what acts on it below. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { usePreferences } from '../stores/preferences.ts'
import { ChannelMeter } from '../sound/ChannelMeter.tsx'
import { useChannelName } from '../channel/use-channel-name.ts'
import { PlayerControls } from './PlayerControls.tsx'
import { PlayerFigures } from './PlayerFigures.tsx'
import { playerMessage } from './player-message.ts'
import { ThrottleMark } from './Throttle.tsx'
import { usePlayerActions } from './use-player-actions.ts'
import type { PreviewPlayer } from './use-preview-player.ts'
import css from './PlayerCard.module.css'

interface Props {
  readonly channel: ChannelView
  readonly preview: PreviewPlayer
  /** `small` leaves room for the graphs below, `window` takes all there is. */
  readonly size?: 'normal' | 'small' | 'window'
}

export function PlayerCard({ channel, preview, size = 'normal' }: Props) {
  const { t } = useTranslation()
  const name = useChannelName()(channel)
  const [stage, bindStage] = useState<HTMLDivElement | null>(null)
  const { showFigures } = usePreferences()
  const actions = usePlayerActions(channel, preview, stage, size !== 'window')
  const { state, bind } = preview
  return (
    <section
      className={css.card}
      data-size={size}
      aria-label={t('player.label', { name })}
      data-trouble={state?.lastError ?? ''}
      data-status={state?.status.kind ?? 'none'}
    >
      <div
        ref={bindStage}
        className={css.stage}
        tabIndex={0}
        role="group"
        aria-label={t('player.label', { name })}
        onKeyDown={actions.onKeyDown}
      >
        <video ref={bind} className={css.video} muted playsInline tabIndex={-1} />
        <Message channel={channel} preview={preview} />
        <ChannelMeter channel={channel} />
        <ThrottleMark preview={preview} />
        {showFigures && state?.status.kind === 'ready' && <PlayerFigures state={state} />}
      </div>
      <PlayerControls preview={preview} actions={actions} />
    </section>
  )
}

/** What stands in the place of the picture while there is none. */
function Message({ channel, preview }: Props) {
  const { t } = useTranslation()
  const message = playerMessage(t, channel, preview)
  if (message === null) return null
  return (
    <div className={css.message} data-over={message.over || undefined}>
      <p className={css.messageTitle}>{message.title}</p>
      {message.help !== undefined && <p className={css.messageHelp}>{message.help}</p>}
      {message.reload && (
        <Button onClick={preview.reload} tabIndex={0}>
          {t('player.reload')}
        </Button>
      )}
    </div>
  )
}
