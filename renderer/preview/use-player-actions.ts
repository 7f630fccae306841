import { notifications } from '@mantine/notifications'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { shortId } from '../i18n/format.ts'
import { usePreferences } from '../stores/preferences.ts'
import { openPopOut } from './pop-out.ts'
import type { PreviewPlayer } from './use-preview-player.ts'

export interface PlayerActions {
  readonly saveFrame: () => void
  readonly fullScreen: () => void
  /** Null in a window of its own. */
  readonly popOut: (() => void) | null
  readonly onKeyDown: (event: KeyboardEvent) => void
}

/** What buttons and keys do; the keys work while the picture has the focus. */
export function usePlayerActions(
  channel: ChannelView,
  preview: PreviewPlayer,
  stage: HTMLElement | null,
  canPopOut: boolean,
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
    // The button is not part of it, and the keys are the picture's.
    else void stage?.requestFullscreen().then(() => stage.focus())
  }
  const stepLevel = (step: number) => {
    const ordered = [-1, ...(state?.levels ?? []).map((level) => level.index)]
    const next = ordered[ordered.indexOf(state?.chosenLevel ?? -1) + step]
    if (next !== undefined) player?.chooseLevel(next)
  }
  const popOut = canPopOut ? () => openPopOut(channel.channelId) : null
  const keys: Readonly<Record<string, () => void>> = {
    ' ': () => player?.togglePlay(),
    l: () => player?.toLiveEdge(),
    m: () => player?.toggleMute(),
    f: fullScreen,
    i: toggleFigures,
    '[': () => stepLevel(-1),
    ']': () => stepLevel(1),
    ...(popOut ? { p: popOut } : {}),
  }
  return {
    saveFrame: save,
    fullScreen,
    popOut,
    onKeyDown: (event) => {
      const run = keys[event.key.toLowerCase()]
      if (!run || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      event.preventDefault()
      run()
    },
  }
}

/**
 * Saves the picture that is shown as a PNG file.
 * @returns the file's name; null when there is no picture
 */
function saveFrame(video: HTMLVideoElement, name: string, at: number): string | null {
  if (video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const file = `${name}-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}.png`
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = file
  link.click()
  return file
}
