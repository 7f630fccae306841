/** A slow network for this picture alone, to see which level the player chooses then. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconGauge } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { grouped } from '../i18n/format.ts'
import type { PreviewPlayer } from './use-preview-player.ts'
import css from './PlayerCard.module.css'

const LIMITS_KBPS = [5000, 2000, 1000, 500, 250] as const

export function ThrottleMenu({ preview: { player, limitBps, limitTo } }: { preview: PreviewPlayer }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const label = t('player.throttle.label')
  return (
    <Menu position="top-end" opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <Tooltip label={label} disabled={isOpen}>
          <ActionIcon aria-label={label} aria-pressed={limitBps !== null} disabled={player === null}>
            <IconGauge size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={String(limitBps)}
          onChange={(value) => limitTo(value === 'null' ? null : Number(value))}
        >
          <Menu.RadioItem value="null" closeMenuOnClick>
            {t('player.throttle.off')}
          </Menu.RadioItem>
          {LIMITS_KBPS.map((kbps) => (
            <Menu.RadioItem key={kbps} value={String(kbps * 1000)} closeMenuOnClick>
              {t('player.throttle.limit', { rate: grouped(kbps) })}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Over the picture as long as it is on: what is seen is no viewer's. */
export function ThrottleMark({ preview: { limitBps } }: { preview: PreviewPlayer }) {
  const { t } = useTranslation()
  if (limitBps === null) return null
  return (
    <p className={css.throttled} role="status">
      <IconGauge size={16} stroke={1.6} />
      {t('player.throttle.on', { rate: grouped(limitBps / 1000) })}
    </p>
  )
}
