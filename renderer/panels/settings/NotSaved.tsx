import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import css from './Settings.module.css'

/** Why a setting was not saved. */
export function NotSaved({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation()
  if (error === null) return null
  return (
    <div className={css.inner}>
      <Notice tone="fail">{t('settings.notSaved', { reason: errorText(t, error) })}</Notice>
    </div>
  )
}
