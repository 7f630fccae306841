import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../ui/PageHead.tsx'
import { PageTabs, pageTab } from '../ui/PageTabs.tsx'

/** Head of the API room with the ways to its pages. */
export function ApiHead({ actions }: { actions?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead actions={actions}>
        <h1>{t('room.api')}</h1>
      </PageHead>
      <PageTabs label={t('api.pages')}>
        <Link to="/developer/api" {...pageTab}>
          {t('api.reference')}
        </Link>
        <Link to="/developer/log" {...pageTab}>
          {t('requests.title')}
        </Link>
        <Link to="/developer/tokens" {...pageTab}>
          {t('tokens.title')}
        </Link>
      </PageTabs>
    </>
  )
}
