/** Devices and level: always to be seen, also for sound that is made here. */
import { Button, Select, Slider, Switch } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff, IconVideo } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signed } from '../../i18n/format.ts'
import { listDevices, SOUND_FILTERS, type DeviceName } from '../../studio/devices.ts'
import { chooseDevices, chooseFilters, setSound } from '../../studio/sources.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Card } from '../../ui/Card.tsx'
import { LevelMeter } from './LevelMeter.tsx'
import { LevelState } from './LevelState.tsx'
import { ListenCheck } from './ListenCheck.tsx'
import css from './SoundCard.module.css'

type Devices = Awaited<ReturnType<typeof listDevices>>
const NO_DEVICES: Devices = { cameras: [], microphones: [] }

/** Renewed when a device comes or goes, and when a source has come: only then are there names. */
function useDevices(): Devices {
  const [devices, setDevices] = useState(NO_DEVICES)
  const { source } = useStudio()
  useEffect(() => {
    // A page that is not encrypted has none.
    if (!isSecureContext) return
    const renew = () => void listDevices().then(setDevices, () => undefined)
    renew()
    navigator.mediaDevices.addEventListener('devicechange', renew)
    return () => navigator.mediaDevices.removeEventListener('devicechange', renew)
  }, [source])
  return devices
}

export function SoundCard() {
  const { t } = useTranslation()
  const { chosen, devices, filters, isMuted, gainDb } = useStudio()
  const { cameras, microphones } = useDevices()
  const isCamera = chosen === 'camera'
  return (
    <Card title={t('studio.sound')} aside={<LevelState />}>
      <div className={css.rows}>
        <IconMicrophone size={18} stroke={1.6} aria-hidden="true" />
        {isCamera ? (
          <DeviceSelect
            label={t('studio.microphone')}
            known={microphones}
            value={devices.microphoneId}
            choose={(microphoneId) => chooseDevices({ microphoneId })}
          />
        ) : (
          <span className="second">{t(`studio.soundOf.${chosen}`)}</span>
        )}
        <span />
        <LevelMeter />
        <span />
        <div className={css.gain}>
          <span className="third">{t('studio.gain')}</span>
          <Slider
            className={css.slider}
            thumbLabel={t('studio.gain')}
            label={null}
            size="xs"
            min={-20}
            max={20}
            value={gainDb}
            onChange={(value) => setSound({ gainDb: value })}
          />
          <span className="num">{signed(gainDb)} dB</span>
        </div>
      </div>
      <div className={css.buttons}>
        <ListenCheck />
        <Button
          aria-pressed={isMuted}
          leftSection={isMuted ? <IconMicrophoneOff size={16} stroke={1.6} /> : undefined}
          onClick={() => setSound({ isMuted: !isMuted })}
        >
          {t('studio.mute')}
        </Button>
      </div>
      {isCamera && (
        <div className={css.rows}>
          <span />
          <div className={css.filters} role="group" aria-label={t('studio.filters')}>
            {SOUND_FILTERS.map((filter) => (
              <Switch
                key={filter}
                size="xs"
                label={t(`studio.filter.${filter}`)}
                checked={filters[filter]}
                onChange={({ currentTarget }) => chooseFilters({ [filter]: currentTarget.checked })}
              />
            ))}
          </div>
          <IconVideo size={18} stroke={1.6} aria-hidden="true" />
          <DeviceSelect
            label={t('studio.camera')}
            known={cameras}
            value={devices.cameraId}
            choose={(cameraId) => chooseDevices({ cameraId })}
          />
        </div>
      )}
    </Card>
  )
}

function DeviceSelect(props: {
  readonly label: string
  readonly known: readonly DeviceName[]
  readonly value: string
  readonly choose: (id: string) => void
}) {
  const { t } = useTranslation()
  const { label, known, value, choose } = props
  const [first] = known
  return (
    <Select
      aria-label={label}
      placeholder={t('studio.noDevice')}
      disabled={first === undefined}
      data={known.map((device, index) => ({
        value: device.id,
        label: device.label === '' ? `${label} ${index + 1}` : device.label,
      }))}
      value={known.some(({ id }) => id === value) ? value : (first?.id ?? null)}
      onChange={(id) => id !== null && choose(id)}
    />
  )
}
