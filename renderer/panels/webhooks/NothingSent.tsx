import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyList } from '../../ui/EmptyList.tsx'

/** What webhooks are and how to get one. */
export function NothingSent() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <EmptyList title={t('webhooks.empty')} lead={t('webhooks.emptyHelp')}>
      <Button variant="filled" onClick={() => void navigate({ to: '/channels/new' })}>
        {t('channels.new')}
      </Button>{' '}
      <Button onClick={() => void navigate({ to: '/webhooks/catcher' })}>{t('webhooks.toCatcher')}</Button>
    </EmptyList>
  )
}
