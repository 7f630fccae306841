import { useTranslation } from 'react-i18next'
import css from './ByHand.module.css'

/** The plate of an attempt that a person asked for. @param by their name, shown on pointing */
export function ByHand({ by }: { by: string }) {
  const { t } = useTranslation()
  return (
    <span className={css.plate} title={by}>
      {t('webhooks.byHand')}
    </span>
  )
}
