import { useTranslation } from 'react-i18next'
import { presetRenditions } from './form-values.ts'
import { PRESETS } from './ladder.ts'
import type { ChannelForm } from './use-new-channel.ts'
import css from './Presets.module.css'

/** Ready ladders, as radio buttons that look like cards; own renditions appear as one more once edited. */
export function Presets({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  const { preset } = form.values
  const shown = preset === 'custom' ? ([...PRESETS, 'custom'] as const) : PRESETS
  return (
    <fieldset className={css.set}>
      <legend className="hidden-text">{t('create.quality')}</legend>
      {shown.map((value) => (
        <label key={value} className={css.preset}>
          <input
            type="radio"
            name="preset"
            value={value}
            checked={value === preset}
            onChange={() => {
              form.setFieldValue('preset', value)
              if (value !== 'custom') form.setFieldValue('renditions', presetRenditions(value))
            }}
          />
          <span className={css.name}>
            {value === 'custom' ? t('create.custom') : t(`create.preset.${value}`)}
          </span>
          <span className="meta">
            {value === 'custom' ? t('create.customHelp') : t(`create.presetHelp.${value}`)}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
