import { ActionIcon, Button, SegmentedControl, Tooltip } from '@mantine/core'
import {
  IconCamera,
  IconExternalLink,
  IconListDetails,
  IconMaximize,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconRefresh,
  IconVolume,
  IconVolumeOff,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../stores/preferences.ts'
import type { PlayerActions } from './use-player-actions.ts'
import { levelName } from './PlayerFigures.tsx'
import { ThrottleMenu } from './Throttle.tsx'
import type { PreviewPlayer } from './use-preview-player.ts'
import css from './PlayerCard.module.css'

const icon = { size: 18, stroke: 1.6 } as const

export function PlayerControls({ preview, actions }: { preview: PreviewPlayer; actions: PlayerActions }) {
  const { t } = useTranslation()
  const { showFigures, toggleFigures } = usePreferences()
  const { player, state } = preview
  const off = player === null
  const paused = state?.paused ?? true
  const muted = state?.muted ?? true
  return (
    <div className={css.controls}>
      <Control
        label={paused ? t('player.play') : t('player.pause')}
        off={off}
        onClick={() => player?.togglePlay()}
      >
        {paused ? <IconPlayerPlay {...icon} /> : <IconPlayerPause {...icon} />}
      </Control>
      <Control
        label={muted ? t('player.unmute') : t('player.mute')}
        off={off}
        onClick={() => player?.toggleMute()}
      >
        {muted ? <IconVolumeOff {...icon} /> : <IconVolume {...icon} />}
      </Control>
      <Button
        size="xs"
        disabled={off}
        leftSection={<IconPlayerTrackNext size={16} stroke={1.6} />}
        onClick={() => player?.toLiveEdge()}
      >
        {t('player.liveEdge')}
      </Button>
      <Levels preview={preview} />
      <span className={css.spacer} />
      <Control
        label={showFigures ? t('player.hideFigures') : t('player.showFigures')}
        pressed={showFigures}
        off={off}
        onClick={toggleFigures}
      >
        <IconListDetails {...icon} />
      </Control>
      <ThrottleMenu preview={preview} />
      <Control label={t('player.reload')} off={off} onClick={preview.reload}>
        <IconRefresh {...icon} />
      </Control>
      <Control label={t('player.saveFrame')} off={off} onClick={actions.saveFrame}>
        <IconCamera {...icon} />
      </Control>
      {actions.popOut && (
        <Control label={t('preview.popOut')} off={false} onClick={actions.popOut}>
          <IconExternalLink {...icon} />
        </Control>
      )}
      <Control label={t('player.fullScreen')} off={off} onClick={actions.fullScreen}>
        <IconMaximize {...icon} />
      </Control>
    </div>
  )
}

interface ControlProps {
  readonly label: string
  readonly off: boolean
  readonly pressed?: boolean
  readonly children: ReactNode
  readonly onClick: () => void
}

function Control({ label, off, pressed, children, onClick }: ControlProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={pressed} disabled={off} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  )
}

/** Auto and each rendition, best first. */
function Levels({ preview }: { preview: PreviewPlayer }) {
  const { t } = useTranslation()
  const { player, state } = preview
  if (state === null || state.levels.length < 2) return null
  const best = [...state.levels].sort((a, b) => b.height - a.height || b.bitRateBps - a.bitRateBps)
  return (
    <div className={css.levels}>
      <span className="meta">{t('player.level')}</span>
      <SegmentedControl
        aria-label={t('player.level')}
        value={String(state.chosenLevel)}
        onChange={(value) => player?.chooseLevel(Number(value))}
        data={[
          { value: '-1', label: t('player.auto') },
          ...best.map(({ index, height }) => ({
            value: String(index),
            label: levelName(height, t('player.audioLevel')),
          })),
        ]}
      />
    </div>
  )
}
