import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { Runner } from '../api/Runner.tsx'

/** What the log is, and a first call to see in it. */
export function NothingCalled() {
  const { t } = useTranslation()
  return (
    <EmptyList title={t('requests.empty')} lead={t('requests.emptyHelp')}>
      <Runner api="live" operation="Service_20180501.ListChannelIDs" initial="{}" />
    </EmptyList>
  )
}

/** The filters match nothing. */
export function NoMatch() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <EmptyList title={t('requests.noMatch')} lead={t('requests.noMatchHelp')}>
      <Button onClick={() => void navigate({ to: '/developer/log', search: {} })}>
        {t('requests.clearFilters')}
      </Button>
    </EmptyList>
  )
}
