import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import css from './Api.module.css'

/** The address names an operation that no document has. */
export function NoOperation({ id }: { id: string }) {
  const { t } = useTranslation()
  return (
    <div className={css.body}>
      <h2 className={css.title}>{t('api.gone', { id })}</h2>
      <p className="second">{t('api.goneHelp')}</p>
      <div>
        <Button component={Link} to="/developer/api">
          {t('api.toOverview')}
        </Button>
      </div>
    </div>
  )
}
