import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'
import css from './ApiHead.module.css'

/** Head of the API room with the ways to its pages. */
export function ApiHead({ actions }: { actions?: ReactNode }) {
  const { t } = useTranslation()
  const tab = { className: css.tab, activeOptions: { includeSearch: false } }
  return (
    <>
      <PageHead actions={actions}>
        <h1>{t('room.api')}</h1>
      </PageHead>
      <nav className={css.tabs} aria-label={t('api.pages')}>
        <Link to="/developer/api" {...tab}>
          {t('api.reference')}
        </Link>
        <Link to="/developer/tokens" {...tab}>
          {t('tokens.title')}
        </Link>
      </nav>
    </>
  )
}
