import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function Schedules() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.schedules')}</h1>
    </PageHead>
  )
}
