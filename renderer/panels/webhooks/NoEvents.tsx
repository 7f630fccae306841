import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import css from '../../ui/ListPage.module.css'

function Empty({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className={css.empty}>
      <h2>{title}</h2>
      <p className="second">{lead}</p>
      <div>{children}</div>
    </div>
  )
}

/** What webhooks are and how to get one. */
export function NothingSent() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <Empty title={t('webhooks.empty')} lead={t('webhooks.emptyHelp')}>
      <Button variant="filled" onClick={() => void navigate({ to: '/channels/new' })}>
        {t('channels.new')}
      </Button>
    </Empty>
  )
}

/** The filters match nothing. */
export function NoMatch({ clear }: { clear: () => void }) {
  const { t } = useTranslation()
  return (
    <Empty title={t('webhooks.noMatch')} lead={t('webhooks.noMatchHelp')}>
      <Button onClick={clear}>{t('webhooks.clearFilters')}</Button>
    </Empty>
  )
}
