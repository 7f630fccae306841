import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { EmptyList } from '../../ui/EmptyList.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

/** Messages belong to a schedule; there is none. */
export function NoSchedule() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <PageHead>
        <h1>{t('room.chat')}</h1>
      </PageHead>
      <EmptyList title={t('chat.noSchedule')} lead={t('chat.noScheduleHelp')}>
        <Button variant="filled" onClick={() => void navigate({ to: '/schedules' })}>
          {t('chat.toSchedules')}
        </Button>
      </EmptyList>
    </>
  )
}
