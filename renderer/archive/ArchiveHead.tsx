import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../ui/PageHead.tsx'
import { PageTabs, pageTab } from '../ui/PageTabs.tsx'

/** Head of the archive room with the ways to its pages. */
export function ArchiveHead({ actions }: { actions?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead actions={actions}>
        <h1>{t('room.archives')}</h1>
      </PageHead>
      <PageTabs label={t('destinations.pages')}>
        <Link to="/archives" {...pageTab}>
          {t('recordings.title')}
        </Link>
        <Link to="/archives/destinations" {...pageTab}>
          {t('destinations.title')}
        </Link>
      </PageTabs>
    </>
  )
}
