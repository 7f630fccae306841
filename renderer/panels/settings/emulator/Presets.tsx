import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FAULT_PRESET_NAMES, type FaultPreset } from '../../../../service/contract/fault-presets.ts'
import { armPreset } from '../../../api/emulator.ts'
import { useEmulatorAct } from '../../../emulator/use-emulator-act.ts'
import css from './Emulator.module.css'

/** Those that are asked for most. */
const FIRST: readonly FaultPreset[] = ['uplink-lost', 'bucket-read-only', 'token-revoked', 'disk-full']

/** Faults in words: a press adds one, armed at once. */
export function Presets() {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const { run, isRunning } = useEmulatorAct(armPreset)
  const others = FAULT_PRESET_NAMES.filter((preset) => !FIRST.includes(preset))
  return (
    <div className={css.presets} role="group" aria-label={t('emulator.faults.presets')}>
      <span className="meta" aria-hidden="true">
        {t('emulator.faults.presets')}
      </span>
      {[...FIRST, ...(all ? others : [])].map((preset) => (
        <Button
          key={preset}
          size="compact-sm"
          className={css.preset}
          disabled={isRunning}
          onClick={() => run(preset)}
        >
          {t(`emulator.faults.preset.${preset}`)}
        </Button>
      ))}
      <Button variant="transparent" size="compact-sm" className={css.more} onClick={() => setAll(!all)}>
        {all ? t('emulator.faults.fewer') : t('emulator.faults.all', { count: FAULT_PRESET_NAMES.length })}
      </Button>
    </div>
  )
}
