import { Button, SegmentedControl } from '@mantine/core'
import { IconVolumeOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useWall, WALL_LAYOUTS, type WallLayout, type WallOrder } from '../../stores/wall.ts'
import { KeyCap } from '../../ui/KeyCap.tsx'
import { MOST_PLAYING } from './wall.ts'
import css from './Wall.module.css'

interface Props {
  readonly playing: number
  /** Name of the channel that became a thumbnail again; null for none. */
  readonly displaced: string | null
  readonly sounds: boolean
  readonly mute: () => void
}

/** How the wall is arranged, what plays, and its keys. */
export function WallBar({ playing, displaced, sounds, mute }: Props) {
  const { t } = useTranslation()
  const { layout, order, setLayout, setOrder } = useWall()
  const names: Readonly<Record<WallLayout, string>> = { '2x2': '2 × 2', '1+5': '1 + 5', '3x3': '3 × 3' }
  return (
    <div className={css.bar}>
      <SegmentedControl
        aria-label={t('preview.layout')}
        value={layout}
        onChange={setLayout}
        data={WALL_LAYOUTS.map((value) => ({ value, label: names[value] }))}
      />
      <SegmentedControl<WallOrder>
        aria-label={t('preview.order')}
        value={order}
        onChange={setOrder}
        data={[
          { value: 'urgency', label: t('preview.byUrgency') },
          { value: 'name', label: t('preview.byName') },
        ]}
      />
      <span className={css.said} role="status">
        {displaced === null
          ? t('preview.count', { count: playing, most: MOST_PLAYING })
          : t('preview.displaced', { name: displaced, most: MOST_PLAYING })}
      </span>
      {sounds && (
        <Button size="xs" leftSection={<IconVolumeOff size={16} stroke={1.6} />} onClick={mute}>
          {t('preview.soundOff')}
        </Button>
      )}
      <span className={css.keys}>
        <KeyCap>Enter</KeyCap> {t('preview.keysPlay')} <KeyCap>1–9</KeyCap> {t('preview.keysSound')}{' '}
        <KeyCap>0</KeyCap> {t('preview.keysMute')} <KeyCap>P</KeyCap> {t('preview.keysPopOut')}
      </span>
    </div>
  )
}
