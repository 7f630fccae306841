import { useTranslation } from 'react-i18next'
import { Tiles } from '../../ui/Tiles.tsx'
import { presetRenditions } from './form-values.ts'
import { PRESETS } from '../../channel/ladder.ts'
import type { ChannelForm } from './use-new-channel.ts'

/** Ready ladders; own renditions appear as one more once edited. */
export function Presets({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  const { preset } = form.values
  const ready = PRESETS.map((value) => ({
    value,
    title: t(`create.preset.${value}`),
    help: t(`create.presetHelp.${value}`),
  }))
  const own = { value: 'custom' as const, title: t('create.custom'), help: t('create.customHelp') }
  return (
    <Tiles
      legend={t('create.quality')}
      legendHidden
      name="preset"
      tiles={preset === 'custom' ? [...ready, own] : ready}
      value={preset}
      onChange={(value) => {
        form.setFieldValue('preset', value)
        if (value !== 'custom') form.setFieldValue('renditions', presetRenditions(value))
      }}
    />
  )
}
