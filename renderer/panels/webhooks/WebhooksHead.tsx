import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'
import { PageTabs, pageTab } from '../../ui/PageTabs.tsx'

/** Head of the webhook room with the ways to its pages. */
export function WebhooksHead({ actions }: { actions?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <PageHead actions={actions}>
        <h1>{t('room.webhooks')}</h1>
      </PageHead>
      <PageTabs label={t('webhooks.pages')}>
        <Link to="/webhooks" {...pageTab}>
          {t('webhooks.title')}
        </Link>
        <Link to="/webhooks/endpoints" {...pageTab}>
          {t('webhooks.endpoints')}
        </Link>
        <Link to="/webhooks/catcher" {...pageTab}>
          {t('catcher.tab')}
        </Link>
        <Link to="/webhooks/verify" {...pageTab}>
          {t('catcher.verify.tab')}
        </Link>
      </PageTabs>
    </>
  )
}
