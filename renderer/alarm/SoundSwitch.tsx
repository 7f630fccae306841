import { Button, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useAlarmSound } from '../stores/alarm-sound.ts'
import { sound } from './tones.ts'
import { useMicrophoneOnAir } from './use-voice.ts'
import css from './Bell.module.css'

/** Whether alarms are heard in this browser, and what they sound like. */
export function SoundSwitch() {
  const { t } = useTranslation()
  const { isOn, switchTo } = useAlarmSound()
  const isHeldBack = useMicrophoneOnAir()
  return (
    <div className={css.sound}>
      <div className={css.soundLine}>
        <Switch
          label={t('alarm.sound')}
          checked={isOn}
          onChange={(event) => switchTo(event.currentTarget.checked)}
        />
        <Button size="xs" onClick={() => void sound('urgent')}>
          {t('alarm.test')}
        </Button>
      </div>
      <p className="meta">{t(isHeldBack ? 'alarm.microphone' : 'alarm.soundHelp')}</p>
    </div>
  )
}
