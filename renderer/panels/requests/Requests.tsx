import { useTranslation } from 'react-i18next'
import { PageHead } from '../../ui/PageHead.tsx'

export function Requests() {
  const { t } = useTranslation()
  return (
    <PageHead>
      <h1>{t('room.requests')}</h1>
    </PageHead>
  )
}
