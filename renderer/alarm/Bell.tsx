/** How much needs somebody, in every room; what it is, and whether it is heard, one click away. */
import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconBell, IconBellOff, IconVolumeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAlarmSound } from '../stores/alarm-sound.ts'
import { AlarmList } from './AlarmList.tsx'
import type { Alarm } from './alarms.ts'
import { SoundSwitch } from './SoundSwitch.tsx'
import { useHeldBack } from './tones.ts'
import { useAlarms } from './use-alarms.ts'
import { useVoice } from './use-voice.ts'
import { POPOVER_FITS } from '../ui/popover-fits.ts'
import css from './Bell.module.css'

const icon = { size: 18, stroke: 1.6 } as const

export function Bell() {
  const { t } = useTranslation()
  const alarms = useAlarms()
  const rings = useVoice(alarms)
  const waits = useHeldBack()
  const [isOpen, open] = useState(false)
  const isOn = useAlarmSound((s) => s.isOn)
  const count = alarms?.length ?? 0
  const words = count === 0 ? t('alarm.none') : t('alarm.bell', { count })
  const label = isOn ? words : [words, t('alarm.off')].join(t('common.listSeparator'))
  return (
    <div className={css.bell}>
      {rings && waits && (
        <span className={css.waits} title={t('alarm.waitsHelp')}>
          {t('alarm.waits')}
        </span>
      )}
      {rings && !waits && <Silence alarms={alarms ?? []} />}
      <Popover
        middlewares={POPOVER_FITS}
        position="bottom-end"
        width={400}
        opened={isOpen}
        onChange={open}
        trapFocus
        withinPortal
      >
        <Popover.Target>
          <ActionIcon
            aria-label={label}
            title={label}
            className={css.button}
            data-worst={alarms?.[0]?.level}
            onClick={() => open(!isOpen)}
          >
            {isOn ? <IconBell {...icon} /> : <IconBellOff {...icon} />}
            {count > 0 && (
              <span className={css.count} aria-hidden="true">
                {count}
              </span>
            )}
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown className={css.layer} aria-label={t('alarm.title')}>
          <AlarmList alarms={alarms ?? []} onLeave={() => open(false)} />
          <SoundSwitch />
        </Popover.Dropdown>
      </Popover>
    </div>
  )
}

function Silence({ alarms }: { alarms: readonly Alarm[] }) {
  const { t } = useTranslation()
  const silence = useAlarmSound((s) => s.silence)
  return (
    <Button
      size="xs"
      title={t('alarm.silenceHelp')}
      leftSection={<IconVolumeOff size={16} stroke={1.6} />}
      onClick={() => silence(alarms.map(({ key }) => key))}
    >
      {t('alarm.silence')}
    </Button>
  )
}
