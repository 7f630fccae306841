import { useTranslation } from 'react-i18next'
import { Card } from '../../ui/Card.tsx'
import css from './Settings.module.css'

const FACTS = ['account', 'telemetry', 'updates', 'network', 'browser'] as const

/** What leaves this computer, and what does not. */
export function Privacy() {
  const { t } = useTranslation()
  return (
    <Card title={t('settings.section.privacy')}>
      <p>{t('settings.privacy.lead')}</p>
      <ul className={css.facts}>
        {FACTS.map((fact) => (
          <li key={fact}>{t(`settings.privacy.${fact}`)}</li>
        ))}
      </ul>
    </Card>
  )
}
