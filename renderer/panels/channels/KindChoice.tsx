/** Who will send to the new channel and, for WebRTC, in which environment. */
import { useTranslation } from 'react-i18next'
import { ENVIRONMENTS } from '../../../service/contract/live-api.ts'
import { CHANNEL_KINDS } from './channel-kind.ts'
import type { ChannelForm } from './use-new-channel.ts'
import css from './Presets.module.css'

export function KindChoice({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  return (
    <fieldset className={css.set}>
      <legend className="hidden-text">{t('create.kind')}</legend>
      {CHANNEL_KINDS.map((kind) => (
        <label key={kind} className={css.preset}>
          <input
            type="radio"
            name="kind"
            value={kind}
            checked={kind === form.values.kind}
            onChange={() => form.setFieldValue('kind', kind)}
          />
          <span className={css.name}>{t(`create.kinds.${kind}`)}</span>
          <span className="meta">{t(`create.kindHelp.${kind}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function EnvironmentChoice({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  return (
    <fieldset className={css.set}>
      <legend className={css.legend}>{t('webrtc.environment')}</legend>
      {ENVIRONMENTS.map((environment) => (
        <label key={environment} className={css.preset}>
          <input
            type="radio"
            name="environment"
            value={environment}
            checked={environment === form.values.environment}
            onChange={() => form.setFieldValue('environment', environment)}
          />
          <span className={css.name}>{t(`webrtc.environment${environment}`)}</span>
          <span className="meta">{t(`create.environmentHelp${environment}`)}</span>
        </label>
      ))}
    </fieldset>
  )
}
