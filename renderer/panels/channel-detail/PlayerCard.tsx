/** The picture with its figures, and what acts on it below. */
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console.ts'
import { shortId } from '../../i18n/format.ts'
import { saveFrame } from '../../media/save-frame.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useChannelName } from '../../ui/use-channel-name.ts'
import { PlayerControls } from './PlayerControls.tsx'
import { PlayerFigures } from './PlayerFigures.tsx'
import { playerMessage } from './player-message.ts'
import type { PreviewPlayer } from './use-preview-player.ts'
import css from './PlayerCard.module.css'

interface Props {
  readonly channel: ChannelView
  readonly preview: PreviewPlayer
  /** Leaves room for the graphs below. */
  readonly small?: boolean
}

export function PlayerCard({ channel, preview, small = false }: Props) {
  const { t } = useTranslation()
  const name = useChannelName()(channel)
  const [stage, bindStage] = useState<HTMLDivElement | null>(null)
  const { showFigures } = usePreferences()
  const actions = usePlayerActions(channel, preview, stage)
  const { state, bind } = preview
  return (
    <section
      className={css.card}
      data-small={small || undefined}
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
        {showFigures && state?.status.kind === 'ready' && <PlayerFigures state={state} />}
      </div>
      <PlayerControls preview={preview} actions={actions} />
    </section>
  )
}

export interface PlayerActions {
  readonly saveFrame: () => void
  readonly fullScreen: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** What buttons and keys do; the keys work while the picture has the focus. */
function usePlayerActions(
  channel: ChannelView,
  preview: PreviewPlayer,
  stage: HTMLElement | null,
): PlayerActions {
  const { t } = useTranslation()
  const { toggleFigures } = usePreferences()
  const { player, state, video } = preview
  const save = () => {
    const file = video && saveFrame(video, `airdesk-${shortId(channel.channelId)}`, Date.now())
    if (file) notifications.show({ message: t('player.frameSaved', { file }) })
  }
  const fullScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void stage?.requestFullscreen()
  }
  const stepLevel = (step: number) => {
    const ordered = [-1, ...(state?.levels ?? []).map((level) => level.index)]
    const next = ordered[ordered.indexOf(state?.chosenLevel ?? -1) + step]
    if (next !== undefined) player?.chooseLevel(next)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ' ': () => player?.togglePlay(),
    l: () => player?.toLiveEdge(),
    m: () => player?.toggleMute(),
    f: fullScreen,
    i: toggleFigures,
    '[': () => stepLevel(-1),
    ']': () => stepLevel(1),
  }
  return {
    saveFrame: save,
    fullScreen,
    onKeyDown: (event) => {
      const run = keys[event.key.toLowerCase()]
      if (!run || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      event.preventDefault()
      run()
    },
  }
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
